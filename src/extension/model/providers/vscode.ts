import { providerLabels } from '../../base/texts/settingTexts.ts';
import type { ProviderRecord } from './providerRecord.ts';

/** VS Code's models: `vscode/<vendor>/<model>`. VS Code's API has no switch for thinking and reports no cache. */
export const vscode: ProviderRecord = {
  name: 'vscode',
  get label() {
    return providerLabels.vscode();
  },
  prefix: { cache: 'none', thinking: 'off' },
  modelLabel: (model) => model.split('/').slice(1).join('/') || model,
};
