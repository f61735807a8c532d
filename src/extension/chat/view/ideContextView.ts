import type { IdeContextView } from '../../../shared/chatState.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { ChatStore } from './chatStore.ts';
import type { IdeSnapshot } from '../context/ideContext.ts';
import type { IdeContextStore } from '../context/ideContextFeed.ts';

/** Null if no file is open. */
export function toIdeContextView({
  activeFile,
  otherOpenFiles,
  selectedLines,
  nameOnly,
}: IdeSnapshot): IdeContextView | null {
  if (!activeFile && otherOpenFiles.length === 0) return null;
  return {
    activeFile: activeFile && { path: activeFile.path, line: activeFile.cursor.line, selectedLines, nameOnly },
    otherOpenFiles: [...otherOpenFiles],
  };
}

export function followIdeContext(
  ideContext: IdeContextStore,
  store: ChatStore,
  showsEditor: () => boolean,
): Disposable {
  return ideContext.onDidChange((snapshot) => {
    if (!showsEditor()) return;
    const view = toIdeContextView(snapshot);
    const isShown = JSON.stringify(view) === JSON.stringify(store.state.ideContext);
    if (!isShown) store.dispatch({ type: 'ide-context-changed', ideContext: view });
  });
}
