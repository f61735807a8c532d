import type { Timers } from '../base/timers.ts';

/** Time as the product sees it, so that tests can turn it by hand. */
export interface Clock extends Timers {
  /** Milliseconds since the epoch. */
  now(): number;
}
