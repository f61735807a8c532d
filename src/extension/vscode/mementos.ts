import type * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';
import type { Memento } from '../ports/memento.ts';

/** A failure to store a value is logged. */
export function createMemento(state: vscode.Memento, key: string, log: Log): Memento {
  return {
    get: () => state.get(key),
    set(value) {
      state.update(key, value).then(undefined, (error: unknown) => {
        log.error(`The value of ${key} could not be stored`, error);
      });
    },
  };
}
