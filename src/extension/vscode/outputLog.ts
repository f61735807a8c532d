import { inspect } from 'node:util';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../ports/log.ts';

/** Writes the log to an output channel, which is created at the first use. */
export class OutputLog implements Log, Disposable {
  private channel: vscode.LogOutputChannel | undefined;

  info(message: string): void {
    this.open().info(message);
  }

  warn(message: string): void {
    this.open().warn(message);
  }

  error(message: string, error?: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
    this.open().error(error === undefined ? message : `${message}: ${detail}`);
  }

  show(): void {
    this.open().show();
  }

  dispose(): void {
    this.channel?.dispose();
  }

  private open(): vscode.LogOutputChannel {
    this.channel ??= vscode.window.createOutputChannel('Premove', { log: true });
    return this.channel;
  }
}
