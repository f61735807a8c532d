import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { createFocusWatch } from '../editor/focusWatch.ts';
import { createQuestionWatch } from '../editor/questionWatch.ts';

export interface PanelFocus {
  readonly hasFocus: boolean;
  /** Whether the view is open, even if its window is hidden. */
  readonly isShown: boolean;
  readonly onDidChangeFocus: Event<void>;
  /** Puts the caret into the composer. Does not focus the panel again if it already has the focus. */
  focusComposer(): Promise<void>;
  /**
   * Like `focusComposer`, but focuses the panel even if it seems to have the focus. An editor may just have taken the
   * focus, and the panel may not have reported that yet.
   */
  takeFocus(): Promise<void>;
  /** Returns the focus to the panel's last focused element. */
  returnFocus(): Promise<void>;
  /** Inserts text that was typed while an editor had the focus, at the composer's last caret. */
  insertTyped(text: string): void;
}

/** Runs a dialog: one or more of VS Code's input boxes or lists in a row. */
export type InDialog = <T>(dialog: () => Promise<T>) => Promise<T>;

/** If a click in an editor closes a box, VS Code reports the click at most this many milliseconds later. */
const CLICK_MS = 100;

/**
 * Runs a dialog. If the panel had the focus, then returns the focus to the panel, unless the user has gone to an
 * editor. VS Code's boxes give the focus to the editor when they close, and the user would type into the file. The
 * focus returns only after the last box. Otherwise, the next box would lose the focus, and the user would type an API
 * key into the prompt.
 *
 * If `dialog` rejects, or resolves to undefined or false, a click in an editor may have closed a box. Therefore, waits
 * `CLICK_MS` for the report of the click.
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
  const returnFocus = async (answer: T | undefined): Promise<void> => {
    if (answer === undefined || answer === false) await delay(CLICK_MS);
    if (!isElsewhere) await panel.focusComposer();
  };
  try {
    const answer = await dialog().catch(async (error: unknown) => {
      await returnFocus(undefined);
      throw error;
    });
    await returnFocus(answer);
    return answer;
  } finally {
    subscriptions.dispose();
  }
}

/**
 * Runs a call about which VS Code may ask the user in its own dialog. If the dialog took the focus from the panel,
 * returns the focus after the call. Does so only if the user answered a moment ago (see `QuestionWatch.mayReturn`).
 * Later, the user may already work elsewhere, and VS Code does not report, for example, a click in the active terminal.
 * Does not return the focus after a call that rejects, for example because the user stopped it. `isDenied`: whether the
 * user denied the call.
 */
export async function keepFocusIfAsked<T>(
  panel: PanelFocus,
  call: () => Promise<T>,
  isDenied: (outcome: T) => boolean,
): Promise<T> {
  if (!panel.hasFocus) return call();
  const watch = createQuestionWatch(panel.hasFocus, () => Date.now());
  const leave = (): void => watch.usedElsewhere();
  const subscription = panel.onDidChangeFocus(() => watch.panelChanged(panel.hasFocus));
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(leave),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) leave();
    }),
    vscode.window.onDidChangeActiveTerminal(leave),
    vscode.window.onDidChangeTerminalState(leave),
  );
  try {
    const outcome = await call();
    const mayReturn = watch.mayReturn(isDenied(outcome));
    if (mayReturn && panel.isShown && vscode.window.state.focused) await panel.returnFocus();
    return outcome;
  } finally {
    subscription.dispose();
    subscriptions.dispose();
  }
}

/**
 * Opens a multi-file diff, which always takes the focus. If the panel had the focus, returns the focus, unless the user
 * has left the panel meanwhile. `isOpened` recognizes the new editor's documents. Resolves to true if the panel has the
 * focus again.
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
      if (kind === vscode.TextEditorSelectionChangeKind.Mouse) watch.editorClicked();
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
