import type { ProviderRecord } from './providerRecord.ts';

/** VS Code's models: `vscode/<vendor>/<model>`. VS Code's API has no switch for thinking and reports no cache. */
export const vscode: ProviderRecord = {
  name: 'vscode',
  label: 'VS Code’s model',
  prefix: { cache: 'none', thinking: 'off' },
  modelLabel: (model) => model.split('/').slice(1).join('/') || model,
};
