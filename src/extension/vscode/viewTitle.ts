import * as vscode from 'vscode';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { PanelView } from './chatViewProvider.ts';

/** Keeps the chat's title in the view's header. The caller disposes it with the view. */
export function followTitle(view: PanelView, store: ChatStore): vscode.Disposable {
  const show = (): void => {
    const title = toDisplayText(store.state.title) || vscode.l10n.t('Chat');
    if (view.title !== title) view.title = title;
  };
  show();
  const replaced = store.onDidReplace(show);
  const changed = store.onDidChange((event) => {
    if (event.type === 'title-changed') show();
  });
  return vscode.Disposable.from(replaced, changed);
}
