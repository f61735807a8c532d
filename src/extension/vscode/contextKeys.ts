import * as vscode from 'vscode';
import type { ChatState } from '../../shared/chatState.ts';
import { isAcceptable } from '../../shared/preparedEdits.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { SettingsReader } from './settings.ts';
import { chatContextKeys, preparesEditsContextKey } from './contributions.ts';

export function followContextKeys(store: ChatStore): void {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean): void => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const follow = ({ status, speculation }: ChatState): void => {
    set(chatContextKeys.answering, status !== 'idle');
    set(chatContextKeys.prepared, isAcceptable(speculation) || speculation?.phase === 'review');
  };
  store.onDidReplace(() => follow(store.state));
  store.onDidChange(({ type }) => {
    if (type === 'status-changed' || type === 'speculation-changed') follow(store.state);
  });
}

export function followPreparedEdits(settings: SettingsReader): vscode.Disposable {
  const follow = (): void =>
    void vscode.commands.executeCommand('setContext', preparesEditsContextKey, settings.current.enableSpeculation);
  follow();
  return settings.onDidChange(follow);
}
