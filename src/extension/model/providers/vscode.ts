import type { ProviderRecord } from './providerRecord.ts';

/** What VS Code lends: `vscode/<vendor>/<model>`. It has neither a switch for thoughts nor a cache that we could see. */
export const vscode: ProviderRecord = {
  name: 'vscode',
  label: 'VS Code’s model',
  prefix: { cache: 'none', thinking: 'off' },
  modelLabel: (model) => model.split('/').slice(1).join('/') || model,
};
