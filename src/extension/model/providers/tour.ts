import type { ProviderRecord } from './providerRecord.ts';

/** The offline tour: a script, not a model. */
export const tour: ProviderRecord = {
  name: 'tour',
  label: 'The tour',
  prefix: { cache: 'none', thinking: 'off' },
};
