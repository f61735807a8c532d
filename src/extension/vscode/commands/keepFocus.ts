import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { createFocusWatch } from '../editor/focusWatch.ts';

/** The panel's keyboard focus. */
export interface PanelFocus {
  readonly hasFocus: boolean;
  readonly onDidChangeFocus: Event<void>;
  /** Does nothing to the focus if the panel already has the keyboard. */
  focusComposer(): Promise<void>;
  /** Also takes the keyboard back from an editor that has just taken it, before the panel knows. */
  takeFocus(): Promise<void>;
}

/** Runs a dialog: one or more of VS Code's input boxes in a row. */
export type InDialog = <T>(dialog: () => Promise<T>) => Promise<T>;

/** Milliseconds within which an editor reports the click that closed a box. */
const CLICK_MS = 100;

/**
 * Returns the keyboard to the panel after a dialog. When VS Code's boxes close, they give the keyboard to the editor,
 * and the next keys would be written into the file. A panel that has the keyboard now gets it back, unless the user has
 * gone to an editor. It gets it back only after the last box of the dialog: otherwise the next box would lose the
 * keyboard, and an API key would be typed into the prompt. Undefined and false mean that the user has closed a box.
 */
export async function keepFocus<T>(panel: PanelFocus, dialog: () => Promise<T>): Promise<T> {
  if (!panel.hasFocus) return dialog();
  let isElsewhere = false;
  const leave = (): void => void (isElsewhere = true);
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(leave),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind === vscode.TextEditorSelectionChangeKind.Mouse) leave();
    }),
  );
  try {
    const answer = await dialog();
    if (answer === undefined || answer === false) await delay(CLICK_MS);
    if (!isElsewhere) await panel.focusComposer();
    return answer;
  } finally {
    subscriptions.dispose();
  }
}

/**
 * Opens an editor, which takes the keyboard because VS Code has no option against it. Returns the keyboard at once to a
 * panel that had it, unless the user has clicked elsewhere meanwhile. `isOpened` recognizes the new editor's documents.
 * Resolves to true if the panel has the keyboard.
 */
export async function openBeside(
  panel: PanelFocus,
  isOpened: (document: vscode.TextDocument) => boolean,
  open: () => Thenable<void>,
): Promise<boolean> {
  if (!panel.hasFocus) {
    await open();
    return false;
  }
  const watch = createFocusWatch(() => Date.now());
  const subscription = panel.onDidChangeFocus(() => watch.panelChanged(panel.hasFocus));
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) watch.editorChanged(isOpened(editor.document));
    }),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind === vscode.TextEditorSelectionChangeKind.Mouse) watch.clicked();
    }),
  );
  try {
    await open();
    watch.opened();
    if (watch.hasLeft) return false;
    await panel.takeFocus();
    return !watch.hasLeft;
  } finally {
    subscription.dispose();
    subscriptions.dispose();
  }
}
