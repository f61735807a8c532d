import type { FirstSteps } from '../../shared/chatState.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { LocalServer } from '../model/localServers.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../ports/log.ts';

export interface FirstStepsOptions {
  readonly store: ChatStore;
  readonly isPanelOpen: () => boolean;
  /** Counts the models that VS Code lends; asks the user nothing. */
  readonly countVscodeModels: () => Promise<number>;
  readonly findLocalServers: (signal: AbortSignal) => Promise<readonly LocalServer[]>;
  readonly log: Log;
}

/**
 * Looks for what could answer at once, for a panel that has no model yet: nobody else is asked anything, and no request
 * is made on a machine whose user has chosen. Each find is shown when it is there; a server that is slow, or an
 * extension that takes its time to start, keeps nothing else waiting.
 */
export class FirstStepsFinder implements Disposable {
  private readonly options: FirstStepsOptions;
  private found: FirstSteps = { vscodeModels: 0, localServers: [] };
  private search: AbortController | undefined;

  constructor(options: FirstStepsOptions) {
    this.options = options;
  }

  /** To be called when a panel has opened, the model changed, or VS Code lends other models. */
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
    const add = (find: Partial<FirstSteps>): void => {
      if (signal.aborted) return;
      this.found = { ...this.found, ...find };
      this.show(this.found);
    };
    countVscodeModels().then(
      (vscodeModels) => add({ vscodeModels }),
      (error: unknown) => log.error('VS Code’s language models could not be counted', error),
    );
    findLocalServers(signal).then(
      (servers) => add({ localServers: servers.flatMap(toView) }),
      (error: unknown) => log.error('Servers on this machine could not be looked for', error),
    );
  }

  private show(firstSteps: FirstSteps | null): void {
    const { store } = this.options;
    if (JSON.stringify(store.state.firstSteps) === JSON.stringify(firstSteps)) return;
    store.dispatch({ type: 'first-steps-changed', firstSteps });
  }
}

/** A server that has no model, or is still loading it, is no first step. */
function toView({ provider, label, models }: LocalServer): FirstSteps['localServers'] {
  return models.length > 0 ? [{ provider, label, models: models.length }] : [];
}
