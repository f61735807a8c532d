import { providerLabels } from '../../base/texts/settingTexts.ts';
import type { ProviderRecord } from './providerRecord.ts';

/** The offline tour: a script, not a model. */
export const tour: ProviderRecord = {
  name: 'tour',
  get label() {
    return providerLabels.tour();
  },
  prefix: { cache: 'none', thinking: 'off' },
};
