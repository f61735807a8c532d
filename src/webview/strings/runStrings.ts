import { plural } from './quantities.ts';

/** The words of a collapsed run's summary line, beside those that come with each row. */
export const runStrings = {
  couldNot: (base: string) => `could not ${base}`,
  failed: 'failed',
  unsaved: 'not saved yet',
  denied: 'denied',
  stopped: 'stopped',
  cancelled: 'cancelled',
  more: (steps: number) => plural(steps, 'more step'),
};
