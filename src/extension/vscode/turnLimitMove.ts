import type * as vscode from 'vscode';
import { turnLimitMovedKey } from './contributions.ts';

/** `configuration` is the section `premove`. */
export interface TurnLimitMoveHost {
  readonly configuration: Pick<vscode.WorkspaceConfiguration, 'inspect' | 'update'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update' | 'keys'>;
}

/**
 * In earlier versions, `premove.maxSessionTurns` limited the requests of one prompt. Moves the value of that setting to
 * `premove.maxTurnsPerPrompt` once. Skips new installations, which have stored nothing yet. Returns whether a value was
 * moved.
 */
export async function moveTurnLimit({ configuration, state }: TurnLimitMoveHost): Promise<boolean> {
  if (state.get(turnLimitMovedKey) === true) return false;
  const isNew = state.keys().length === 0;
  const value: unknown = configuration.inspect('maxSessionTurns')?.globalValue;
  const hasBoth = configuration.inspect('maxTurnsPerPrompt')?.globalValue !== undefined;
  const moves = !isNew && value !== undefined && !hasBoth;
  if (moves) {
    // `true` is `ConfigurationTarget.Global`. Written before the removal, so that a crash cannot lose the limit.
    await configuration.update('maxTurnsPerPrompt', value, true);
    await configuration.update('maxSessionTurns', undefined, true);
  }
  await state.update(turnLimitMovedKey, true);
  return moves;
}
