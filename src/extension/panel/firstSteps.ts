import type { FirstSteps } from '../../shared/chatState.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { LocalServer } from '../model/localServers.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../ports/log.ts';

export interface FirstStepsOptions {
  readonly store: ChatStore;
  readonly isPanelOpen: () => boolean;
  /** Does not ask the user anything. */
  readonly countVscodeModels: () => Promise<number>;
  readonly findLocalServers: (signal: AbortSignal) => Promise<readonly LocalServer[]>;
  readonly log: Log;
}

/**
 * While no model is selected, looks for models that need no setup, without leaving this machine. VS Code's models and
 * local servers are searched separately, so that neither search delays the other's result.
 */
export class FirstStepsFinder implements Disposable {
  private readonly options: FirstStepsOptions;
  private found: FirstSteps = { vscodeModels: 0, localServers: [] };
  private search: AbortController | undefined;

  constructor(options: FirstStepsOptions) {
    this.options = options;
  }

  /** Call when a panel is shown, or when the model or VS Code's language models have changed. */
  refresh(): void {
    this.search?.abort();
    this.search = undefined;
    const { store, isPanelOpen } = this.options;
    if (store.state.model) this.show(null);
    else if (isPanelOpen()) this.look((this.search = new AbortController()).signal);
  }

  dispose(): void {
    this.search?.abort();
  }

  private look(signal: AbortSignal): void {
    const { countVscodeModels, findLocalServers, log } = this.options;
    const add = (found: Partial<FirstSteps>): void => {
      if (signal.aborted) return;
      this.found = { ...this.found, ...found };
      this.show(this.found);
    };
    countVscodeModels().then(
      (vscodeModels) => add({ vscodeModels }),
      (error: unknown) => log.error('VS Code’s language models could not be counted', error),
    );
    findLocalServers(signal).then(
      (servers) => add({ localServers: servers.flatMap(toView) }),
      (error: unknown) => log.error('The search for servers on this machine failed', error),
    );
  }

  private show(firstSteps: FirstSteps | null): void {
    const { store } = this.options;
    if (JSON.stringify(store.state.firstSteps) === JSON.stringify(firstSteps)) return;
    store.dispatch({ type: 'first-steps-changed', firstSteps });
  }
}

function toView({ provider, label, models }: LocalServer): FirstSteps['localServers'] {
  return models.length > 0 ? [{ provider, label, models: models.length }] : [];
}
