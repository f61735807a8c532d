import type { ProviderRecord } from './providerRecord.ts';

/** The offline tour, which is a script. */
export const tour: ProviderRecord = {
  name: 'tour',
  label: 'The tour',
  prefix: { cache: 'none', thinking: 'off' },
};
