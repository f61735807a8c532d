import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { createFocusWatch } from '../editor/focusWatch.ts';

/** The panel as the holder of the keyboard. */
export interface PanelFocus {
  readonly hasFocus: boolean;
  readonly onDidChangeFocus: Event<void>;
  /** A panel that has the keyboard keeps it. */
  focusComposer(): Promise<void>;
  /** Also from an editor that has taken the keyboard just now, which the panel does not know yet. */
  takeFocus(): Promise<void>;
}

/** Runs a dialog: VS Code's own boxes, one after another. */
export type InDialog = <T>(dialog: () => Promise<T>) => Promise<T>;

/** Milliseconds in which an editor reports the click that has closed a box. */
const CLICK_MS = 100;

/**
 * VS Code's boxes give the keyboard to the editor when they close, whoever had it before; what is typed next would be
 * written into the file. A panel that has it now gets it back, unless the user has gone to an editor. It gets it back
 * after the last box of the dialog only, because it would take the keyboard from the next box: an API key would be typed
 * into the prompt. Undefined and false mean that the user has closed a box.
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
 * Opens an editor that takes the keyboard, because VS Code has no option for it, and gives the keyboard back at once to a
 * panel that had it, unless the user has clicked elsewhere meanwhile, into the new editor or any other place. `isOpened`
 * recognises the new editor's documents. Resolves to whether the panel has the keyboard.
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
