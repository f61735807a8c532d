import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { mentionKeyName } from '../contributions.ts';

/** What vouches for the ids of mentions, in this workspace and across reloads. */
export async function mentionKey(state: vscode.Memento): Promise<string> {
  const known = state.get<string>(mentionKeyName);
  if (known) return known;
  const key = randomBytes(32).toString('hex');
  await state.update(mentionKeyName, key);
  return key;
}
