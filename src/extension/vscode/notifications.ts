import * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';

export interface NotificationButton {
  readonly label: string;
  run(): void | PromiseLike<void>;
}

/**
 * Shows a VS Code notification and returns at once. A notification stays until the user closes it, maybe for hours, so
 * code must not wait for it. Suggestions stop while a dialog is open, so a dialog that waited for a notification would
 * stop them for as long.
 */
export type Notify = (
  severity: 'info' | 'warning' | 'error',
  message: string,
  ...buttons: readonly NotificationButton[]
) => void;

/** If a button's action fails, the error is written to `log`. */
export function createNotify(log: Log): Notify {
  return (severity, message, ...buttons) => {
    const labels = buttons.map(({ label }) => label);
    Promise.resolve(show(severity, withoutLinks(message), labels))
      .then(async (chosen) => buttons.find(({ label }) => label === chosen)?.run())
      .catch((error: unknown) => log.error('The action of a notification failed', error));
  };
}

/**
 * VS Code renders `[text](command:…)` in a notification as a link that runs the command. Messages contain names, titles
 * and questions that others have written, so such links are broken up.
 */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

function show(severity: Parameters<Notify>[0], message: string, labels: readonly string[]) {
  switch (severity) {
    case 'info':
      return vscode.window.showInformationMessage(message, ...labels);
    case 'warning':
      return vscode.window.showWarningMessage(message, ...labels);
    case 'error':
      return vscode.window.showErrorMessage(message, ...labels);
  }
}

/** Asks in a modal dialog, which can be awaited. Undefined if the user cancels. */
export async function askModal(message: string, detail: string, ...buttons: string[]): Promise<string | undefined> {
  return vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
}
