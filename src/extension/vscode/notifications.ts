import * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';

export interface NotificationButton {
  readonly label: string;
  run(): void | PromiseLike<void>;
}

/**
 * Shows a VS Code notification and returns at once, because a notification may stay for hours. If the code of a
 * dialog waited for the notification, the dialog would count as open, so no prompt would be suggested (`OpenDialogs`).
 */
export type Notify = (
  severity: 'info' | 'warning' | 'error',
  message: string,
  ...buttons: readonly NotificationButton[]
) => void;

export function createNotify(log: Log): Notify {
  return (severity, message, ...buttons) => {
    const labels = buttons.map(({ label }) => label);
    Promise.resolve(show(severity, withoutLinks(message), labels))
      .then(async (chosen) => buttons.find(({ label }) => label === chosen)?.run())
      .catch((error: unknown) => log.error('The action of a notification failed', error));
  };
}

/**
 * Breaks up links, because VS Code renders `[text](command:…)` as a link that runs the command, and messages contain
 * texts that others have written.
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
