import * as vscode from 'vscode';
import { listModels } from '../model/listModels.ts';
import { findProvider, toProviders, type ResolveOptions } from '../model/providers.ts';
import type { ApiKeys } from './apiKeys.ts';
import { pickModel, pickProvider, type ModelListing, type ProviderChoice } from './modelPicker.ts';

export interface ModelCommandsOptions {
  readonly keys: ApiKeys;
  readonly listing: () => ResolveOptions;
  readonly writeModel: (id: string) => Promise<void>;
}

export interface ModelCommands {
  selectModel(): Promise<void>;
  setApiKey(): Promise<void>;
}

/** *Select Model* and *Set API Key*, with each leading to the other where that is what is missing. */
export function createModelCommands({ keys, listing, writeModel }: ModelCommandsOptions): ModelCommands {
  const providers = async (): Promise<ProviderChoice[]> => {
    const known = toProviders(listing().providers);
    if (known.kind !== 'providers') {
      void vscode.window.showErrorMessage(known.message);
      return [];
    }
    return Promise.all(
      known.providers.map(async ({ name, label }) => {
        const found = await findProvider(name, listing());
        const ready = found.kind === 'found';
        return { name, label, ready, hasKey: ready && found.key !== undefined };
      }),
    );
  };
  const askForKey = async (name: string): Promise<boolean> => {
    const label = (await providers()).find((provider) => provider.name === name)?.label ?? name;
    return keys.ask(name, label);
  };

  const selectModel = async (): Promise<void> => {
    const id = await pickModel({
      providers,
      askForKey,
      listModels: async (provider, signal) => toListing(await listModels(provider, listing(), signal), provider),
    });
    if (id) await writeModel(id);
  };
  return {
    selectModel,
    setApiKey: async () => {
      const provider = await pickProvider(await providers());
      if (!provider || !(await keys.ask(provider.name, provider.label))) return;
      const choose = vscode.l10n.t('Select Model');
      const message = vscode.l10n.t('The key for {0} is kept.', provider.label);
      if ((await vscode.window.showInformationMessage(message, choose)) === choose) await selectModel();
    },
  };
}

function toListing(list: Awaited<ReturnType<typeof listModels>>, provider: string): ModelListing {
  switch (list.kind) {
    case 'models':
      return { kind: 'models', names: list.models.map((model) => model.id.slice(provider.length + 1)) };
    case 'failed':
      return { kind: 'failed', message: vscode.l10n.t('Its list could not be read: {0}', list.error.message) };
    case 'aborted':
      return { kind: 'models', names: [] };
    default:
      return { kind: 'failed', message: list.message };
  }
}
