import type * as vscode from 'vscode';
import { turnLimitMovedKey } from './contributions.ts';

/** The parts of VS Code that the move needs. `configuration` is the section `premove`. */
export interface TurnLimitMoveHost {
  readonly configuration: Pick<vscode.WorkspaceConfiguration, 'inspect' | 'update'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update' | 'keys'>;
}

/**
 * Moves the value of `premove.maxSessionTurns` to `premove.maxTurnsPerPrompt` once. In earlier versions,
 * `premove.maxSessionTurns` limited the requests of one prompt. Returns whether a value was moved. If the extension has
 * stored nothing yet, it is newly installed, and the value is not moved. The value is not moved either if
 * `premove.maxTurnsPerPrompt` has a value.
 */
export async function moveTurnLimit({ configuration, state }: TurnLimitMoveHost): Promise<boolean> {
  if (state.get(turnLimitMovedKey) === true) return false;
  const isNew = state.keys().length === 0;
  const value: unknown = configuration.inspect('maxSessionTurns')?.globalValue;
  const hasBoth = configuration.inspect('maxTurnsPerPrompt')?.globalValue !== undefined;
  const moves = !isNew && value !== undefined && !hasBoth;
  if (moves) {
    // `true` is `ConfigurationTarget.Global`. The new value is written before the old value is removed, so that a crash
    // cannot lose the limit.
    await configuration.update('maxTurnsPerPrompt', value, true);
    await configuration.update('maxSessionTurns', undefined, true);
  }
  await state.update(turnLimitMovedKey, true);
  return moves;
}
