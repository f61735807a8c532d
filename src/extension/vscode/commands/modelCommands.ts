import * as vscode from 'vscode';
import { listModels, type ListedModel } from '../../model/listModels.ts';
import { loadModelFacts } from '../../model/pricing.ts';
import { findLocalServers } from '../../model/localServers.ts';
import { createModelCatalog, type CatalogProvider, type ModelCatalog } from '../../model/modelCatalog.ts';
import { findProvider, type ResolveOptions } from '../../model/resolveModel.ts';
import type { ModelSearch } from '../../panel/handlers/commandHandlers.ts';
import { providerRecord } from '../../model/providers/providerList.ts';
import { toProviders } from '../../model/providerSettings.ts';
import type { ApiKeys } from '../models/apiKeys.ts';
import type { InDialog } from './keepFocus.ts';
import type { LanguageModels } from '../models/languageModels.ts';
import { pickModel, typeModel } from './modelPicker.ts';
import type { Notify } from '../notifications.ts';

export interface ModelCommandsOptions {
  readonly keys: ApiKeys;
  readonly languageModels: LanguageModels;
  readonly listing: () => ResolveOptions;
  /** `<provider>/<model>`; empty if no model is selected. */
  readonly currentModel: () => string;
  readonly currentFastModel: () => string;
  readonly writeModel: (id: string) => Promise<void>;
  readonly writeFastModel: (id: string) => Promise<void>;
  /** Runs a dialog. Meanwhile, no prompt is suggested. Then returns the focus to the panel, as `keepFocus` does. */
  readonly inDialog: InDialog;
  readonly notify: Notify;
  readonly onError: (error: unknown) => void;
  /** Aborts when the window closes. */
  readonly windowClosing: AbortSignal;
}

export interface ModelCommands {
  selectModel(search?: ModelSearch): Promise<void>;
  /** Resolves to the model's id; undefined if the user cancels. */
  chooseMessageModel(): Promise<string | undefined>;
  /**
   * Asks for the key of the model's provider. If the provider is unknown or has no key of its own (VS Code, the offline
   * tour), the user chooses another provider. Resolves to true if a key was stored.
   */
  setApiKey(modelId?: string): Promise<boolean>;
  removeApiKey(): Promise<void>;
  /** Selects VS Code's model if there is exactly one; otherwise opens a list. */
  useVscodeModel(): Promise<void>;
  /** Like `useVscodeModel`, for a server on this machine. */
  useLocalServer(provider: string): Promise<void>;
}

/** Limits the list of models to one provider, VS Code's models, or one local server. */
interface ListScope {
  readonly kind: 'provider' | 'vscode' | 'local';
  readonly name: string;
  readonly label: string;
}

interface KnownProvider extends CatalogProvider {
  readonly hasKey: boolean;
}

export function createModelCommands(options: ModelCommandsOptions): ModelCommands {
  const { keys, languageModels, listing, currentModel, writeModel, inDialog, notify, onError, windowClosing } = options;
  const { currentFastModel, writeFastModel } = options;

  /**
   * Returns the available providers, and notifies the user of errors in `premove.providers`. If the whole setting is
   * invalid, returns the built-in providers.
   */
  const providers = async (): Promise<KnownProvider[]> => {
    const { providers: setting } = listing();
    const { providers: available, problems } = toProviders(setting);
    if (problems.length > 0) notify('error', problems.map(({ message }) => message).join(' '));
    const known = available.length > 0 ? available : toProviders({}).providers;
    return Promise.all(
      known.map(async ({ name, label }) => {
        const found = await findProvider(name, listing());
        const hasKey = found.kind === 'found' && found.key !== undefined;
        const isInSetting = typeof setting === 'object' && setting !== null && Object.hasOwn(setting, name);
        return { name, label, access: toAccess(found.kind), hasKey, isConfigured: isInSetting || hasKey };
      }),
    );
  };
  const isProvider = (name: string): boolean => {
    const record = providerRecord(name);
    if (record && !record.wire) return true;
    return toProviders(listing().providers).providers.some((provider) => provider.name === name);
  };

  const catalog = async (scope: ListScope | undefined): Promise<ModelCatalog> => {
    const all = await providers();
    const isWanted = (kind: ListScope['kind']): boolean => scope === undefined || scope.kind === kind;
    const named = all.filter(({ name }) => name === scope?.name).map((found) => ({ ...found, isConfigured: true }));
    return createModelCatalog({
      providers: scope === undefined ? all : scope.kind === 'provider' ? named : [],
      listModels: (provider, signal) => listModels(provider, listing(), signal),
      listVscode: async () => (isWanted('vscode') ? languageModels.list() : []),
      findLocalServers: async (signal) => {
        const servers = isWanted('local') ? await findLocalServers(listing(), signal) : [];
        return servers.filter(({ provider }) => scope === undefined || scope.name === provider);
      },
    });
  };

  /**
   * Asks for a model. If the user picks a provider whose key is missing or refused, asks for the key first. `name`
   * begins the dialog's title. Resolves to the model's id; undefined if the user cancels.
   */
  const askModel = async (name: string, first?: ListScope, search?: ModelSearch): Promise<string | undefined> => {
    for (let scope = first, query = search?.query ?? ''; ; query = '') {
      const choice = await pickModel({
        title: scope?.label ? `${name}: ${scope.label}` : name,
        catalog: await catalog(scope),
        current: search?.isFast ? currentFastModel() : currentModel(),
        query,
        isLimited: scope !== undefined,
        isProvider,
        loadFacts: loadModelFacts,
        onError,
      });
      switch (choice?.kind) {
        case undefined:
          return undefined;
        case 'reload':
          continue;
        case 'model':
          return choice.id;
        case 'type':
          return typeModel(name, choice.text, isProvider);
        case 'set-key':
          if (!(await keys.ask(choice.provider, choice.label))) return undefined;
          scope = { kind: 'provider', name: choice.provider, label: choice.label };
      }
    }
  };
  const select = async (first?: ListScope, search?: ModelSearch): Promise<void> => {
    const title = search?.isFast ? vscode.l10n.t('Select Fast Model') : vscode.l10n.t('Select Model');
    const id = await inDialog(() => askModel(title, first, search));
    if (id) await (search?.isFast ? writeFastModel(id) : writeModel(id));
  };
  /** Resolves to the provider whose key was stored; undefined if the user cancels. */
  const askKey = async (modelId: string): Promise<Pick<KeyHolder, 'label'> | undefined> => {
    const all = await providers();
    const modelProvider = all.find(({ name }) => modelId.startsWith(`${name}/`));
    const provider = modelProvider ?? (await pickProvider(vscode.l10n.t('Set API Key'), all.map(toKeyHolder)));
    return provider && (await keys.ask(provider.name, provider.label)) ? provider : undefined;
  };
  const selectOnlyOrAsk = async (models: readonly ListedModel[], scope: ListScope): Promise<void> => {
    const [only, ...others] = models;
    if (only && others.length === 0) await writeModel(only.id);
    else await select(scope);
  };

  return {
    selectModel: (search) => select(undefined, search),
    chooseMessageModel: () => inDialog(() => askModel(vscode.l10n.t('Select Model for This Message'))),
    setApiKey: async (modelId = '') => {
      const provider = await inDialog(() => askKey(modelId));
      if (!provider) return false;
      const message = vscode.l10n.t('{0} API key saved.', provider.label);
      notify('info', message, { label: vscode.l10n.t('Select Model'), run: () => select() });
      return true;
    },
    removeApiKey: async () => {
      const stored = await keys.withStoredKey(await providers());
      if (stored.length === 0) {
        notify('info', vscode.l10n.t('No saved API keys. Keys from environment variables can’t be removed here.'));
        return;
      }
      const holders = stored.map(({ name, label }) => ({ name, label, note: '' }));
      const provider = await inDialog(() => pickProvider(vscode.l10n.t('Remove API Key'), holders));
      if (!provider) return;
      const variable = await keys.remove(provider.name);
      const removed = vscode.l10n.t('{0} API key removed.', provider.label);
      const remains = vscode.l10n.t('Premove now uses the key in the environment variable {0}.', variable ?? '');
      notify('info', variable ? `${removed} ${remains}` : removed);
    },
    useVscodeModel: async () => {
      const models = (await languageModels.list()).flatMap((vendor) => vendor.models);
      await selectOnlyOrAsk(models, { kind: 'vscode', name: '', label: vscode.l10n.t('VS Code’s models') });
    },
    useLocalServer: async (provider) => {
      const servers = await findLocalServers(listing(), windowClosing);
      if (windowClosing.aborted) return;
      const server = servers.find((found) => found.provider === provider);
      await selectOnlyOrAsk(server?.models ?? [], { kind: 'local', name: provider, label: server?.label ?? provider });
    },
  };
}

interface KeyHolder {
  readonly name: string;
  readonly label: string;
  /** The state of the provider's key, in a few words; may be empty. */
  readonly note: string;
}

/** Lets the user choose a provider; undefined if the user cancels. */
async function pickProvider(title: string, providers: readonly KeyHolder[]): Promise<KeyHolder | undefined> {
  const items = providers.map((provider) => ({ label: provider.label, description: provider.note, provider }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Select a provider') });
  return picked?.provider;
}

function toKeyHolder({ name, label, access, hasKey }: KnownProvider): KeyHolder {
  return { name, label, note: hasKey ? vscode.l10n.t('has a key') : noteOf(access) };
}

/** For a provider without a known key. */
function noteOf(access: KnownProvider['access']): string {
  switch (access) {
    case 'ready':
      return vscode.l10n.t('no key needed');
    case 'unreadable-key':
      return vscode.l10n.t('the key can’t be read');
    case 'needs-key':
      return '';
  }
}

function toAccess(kind: Awaited<ReturnType<typeof findProvider>>['kind']): KnownProvider['access'] {
  if (kind === 'found') return 'ready';
  return kind === 'unreadable-key' ? kind : 'needs-key';
}
