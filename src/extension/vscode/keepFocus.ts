import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

/** The panel as the holder of the keyboard. */
export interface PanelFocus {
  readonly hasFocus: boolean;
  focusComposer(): Promise<void>;
}

/** Asks the user in one of VS Code's own boxes; undefined and false are what they give where they are shut. */
export type Ask = <T>(box: () => Promise<T>) => Promise<T>;

/** Milliseconds in which an editor tells of the click that has shut a box. */
const CLICK_MS = 100;

/**
 * VS Code's boxes give the keyboard to the editor when they shut, whoever had it before; what is typed next would be
 * written into the file. A panel that has it now gets it back, but from a user who has gone to an editor.
 */
export function keepFocus(panel: PanelFocus): Ask {
  const had = panel.hasFocus;
  return async (box) => {
    if (!had) return box();
    let isElsewhere = false;
    const leave = (): void => void (isElsewhere = true);
    const subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(leave),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind === vscode.TextEditorSelectionChangeKind.Mouse) leave();
      }),
    );
    try {
      const answer = await box();
      if (answer === undefined || answer === false) await delay(CLICK_MS);
      if (!isElsewhere) await panel.focusComposer();
      return answer;
    } finally {
      subscriptions.dispose();
    }
  };
}
