import * as vscode from 'vscode';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { PanelView } from './chatViewProvider.ts';

/**
 * Shows the chat's title in the view's header. The caller must dispose the result with the view. VS Code shows the
 * description only if the view shares its container with other views.
 */
export function followTitle(view: PanelView, store: ChatStore): vscode.Disposable {
  const show = (): void => {
    const title = toDisplayText(store.state.title);
    const header = title || vscode.l10n.t('Chat');
    if (view.title !== header) view.title = header;
    view.description = title;
  };
  show();
  const replaced = store.onDidReplace(show);
  const changed = store.onDidChange((event) => {
    if (event.type === 'title-changed') show();
  });
  return vscode.Disposable.from(replaced, changed);
}
