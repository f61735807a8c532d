import { Emitter, type Event } from '../base/emitter.ts';
import type { ListedModel, ModelList } from './listModels.ts';
import { isLocalServerName, type LocalServer } from './localServers.ts';

/**
 * One group of models in the picker: a provider's list, one vendor's models in VS Code, or a server on this machine.
 */
export interface ModelGroup {
  readonly kind: 'provider' | 'vscode' | 'local';
  /** Empty if VS Code's models could not be listed. */
  readonly name: string;
  readonly label: string;
  readonly state: GroupState;
}

/** `open` groups come first, so that Enter can take the first row. */
const RANKS = ['open', 'troubled', 'locked'] as const;

export function rankOf({ state }: Pick<ModelGroup, 'state'>): (typeof RANKS)[number] {
  switch (state.kind) {
    case 'loading':
      return 'open';
    case 'models':
      return state.models.length > 0 ? 'open' : 'troubled';
    case 'refused-key':
    case 'failed':
      return 'troubled';
    case 'needs-key':
    case 'unreadable-key':
      return 'locked';
  }
}

export type GroupState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  | { readonly kind: 'needs-key' }
  /** The key cannot be read, for example because the system's keyring is locked. */
  | { readonly kind: 'unreadable-key' }
  | { readonly kind: 'refused-key' }
  | { readonly kind: 'failed'; readonly message: string };

export interface CatalogProvider {
  readonly name: string;
  readonly label: string;
  readonly access: 'ready' | 'needs-key' | 'unreadable-key';
  /**
   * True if the provider has an entry in `premove.providers` or a key, or if the picker lists no other provider. A
   * local server that does not respond is shown only if it is configured.
   */
  readonly isConfigured: boolean;
}

export interface ModelCatalogOptions {
  readonly providers: readonly CatalogProvider[];
  listModels(provider: string, signal: AbortSignal): Promise<ModelList>;
  listVscode(): Promise<readonly { vendor: string; label: string; models: readonly ListedModel[] }[]>;
  findLocalServers(signal: AbortSignal): Promise<readonly LocalServer[]>;
}

export interface ModelCatalog {
  /** In the order of `RANKS`. */
  readonly groups: readonly ModelGroup[];
  readonly isLoading: boolean;
  /** False until the search for servers on this machine has ended. */
  readonly hasNoLocalServer: boolean;
  readonly onDidChange: Event<void>;
  /** Resolves when each group has loaded or failed. If aborted, keeps the groups that have loaded. */
  load(signal: AbortSignal): Promise<void>;
}

export function createModelCatalog(options: ModelCatalogOptions): ModelCatalog {
  const changed = new Emitter<void>();
  const remote = options.providers.filter(({ name, isConfigured }) => isConfigured || !isLocalServerName(name));
  const states = new Map<string, GroupState>();
  let vscode: readonly ModelGroup[] = [];
  let local: readonly ModelGroup[] = [];
  let running = 0;
  let hasSearchedLocal = false;

  const trackLoading = async (run: () => Promise<void>): Promise<void> => {
    running += 1;
    try {
      await run();
    } finally {
      running -= 1;
      changed.fire();
    }
  };
  const loadProvider = async ({ name, access }: CatalogProvider, signal: AbortSignal): Promise<void> => {
    states.set(name, { kind: access === 'ready' ? 'loading' : access });
    if (access === 'ready') states.set(name, toState(await options.listModels(name, signal)));
  };
  const loadVscode = async (): Promise<void> => {
    try {
      const vendors = await options.listVscode();
      vscode = vendors.map(({ vendor, label, models }) => ({
        ...{ kind: 'vscode', name: vendor, label },
        state: { kind: 'models', models },
      }));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      vscode = [{ kind: 'vscode', name: '', label: '', state: { kind: 'failed', message } }];
    }
  };
  const loadLocal = async (signal: AbortSignal): Promise<void> => {
    const servers = await options.findLocalServers(signal);
    local = servers.map(({ provider, label, models }) => ({
      ...{ kind: 'local', name: provider, label },
      state: { kind: 'models', models },
    }));
    hasSearchedLocal = true;
  };

  return {
    get groups() {
      const isFound = (name: string): boolean => local.some((group) => group.name === name);
      const providers = remote
        // The search covers configured addresses too. If it has found the server, the server's group replaces the
        // provider's group, because a probe returns the better list of models.
        .filter(({ name }) => !isFound(name))
        .map(({ name, label }): ModelGroup => {
          return { kind: 'provider', name, label, state: states.get(name) ?? { kind: 'loading' } };
        });
      const all = [...providers, ...vscode, ...local];
      return RANKS.flatMap((rank) => all.filter((group) => rankOf(group) === rank));
    },
    get isLoading() {
      return running > 0;
    },
    get hasNoLocalServer() {
      return hasSearchedLocal && local.length === 0;
    },
    onDidChange: changed.event,
    load: async (signal) => {
      await Promise.all([
        ...remote.map((provider) => trackLoading(() => loadProvider(provider, signal))),
        trackLoading(loadVscode),
        trackLoading(() => loadLocal(signal)),
      ]);
    },
  };
}

function toState(list: ModelList): GroupState {
  switch (list.kind) {
    case 'models':
      return { kind: 'models', models: list.models };
    case 'aborted':
      return { kind: 'loading' };
    case 'failed':
      return list.error.kind === 'unauthorized'
        ? { kind: 'refused-key' }
        : { kind: 'failed', message: list.error.message };
    case 'missing-key':
      return { kind: 'needs-key' };
    case 'unreadable-key':
      return { kind: 'unreadable-key' };
    default:
      return { kind: 'failed', message: list.message };
  }
}
