import type { PanelFocus } from '../../src/extension/vscode/commands/keepFocus.ts';

/** Replaces the panel, because webviews do not load on VS Code's server. */
export const noPanel: PanelFocus = {
  hasFocus: false,
  isShown: false,
  onDidChangeFocus: () => ({ dispose: () => {} }),
  focusComposer: () => Promise.resolve(),
  takeFocus: () => Promise.resolve(),
  returnFocus: () => Promise.resolve(),
  insertTyped: () => {},
};
