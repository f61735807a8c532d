import type * as vscode from 'vscode';
import { turnLimitMovedKey } from './contributions.ts';

/** The parts of VS Code that the move needs. `configuration` is that of `premove`. */
export interface TurnLimitMoveHost {
  readonly configuration: Pick<vscode.WorkspaceConfiguration, 'inspect' | 'update'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update' | 'keys'>;
}

/**
 * Earlier versions counted the requests of one message for `premove.maxSessionTurns`. Moves a value from before to
 * `premove.maxTurnsPerPrompt`, once. Returns whether it has moved one. If the extension has stored nothing yet, it is
 * new, and the value has its present meaning.
 */
export async function moveTurnLimit({ configuration, state }: TurnLimitMoveHost): Promise<boolean> {
  if (state.get(turnLimitMovedKey) === true) return false;
  const isNew = state.keys().length === 0;
  const value: unknown = configuration.inspect('maxSessionTurns')?.globalValue;
  const hasBoth = configuration.inspect('maxTurnsPerPrompt')?.globalValue !== undefined;
  const moves = !isNew && value !== undefined && !hasBoth;
  if (moves) {
    // `true` is `ConfigurationTarget.Global`. Written before the old value goes, so that a crash loses no limit.
    await configuration.update('maxTurnsPerPrompt', value, true);
    await configuration.update('maxSessionTurns', undefined, true);
  }
  await state.update(turnLimitMovedKey, true);
  return moves;
}
