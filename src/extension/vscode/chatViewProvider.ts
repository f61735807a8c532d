import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FocusMessage, HostMessage, PageMessage } from '../../shared/protocol.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { PanelConnection } from '../panel/createPanel.ts';
import { focusContextKey, viewId } from './contributions.ts';
import { contentSecurityPolicy, fillPage } from './webviewPage.ts';

/** Milliseconds for VS Code to send the page. Then the panel's code is loaded, which keeps this thread busy. */
const HEAD_START = 20;

/** Opens the panel in a view. To keep startup fast, the panel's code is loaded when the view is first shown. */
export type ConnectPanel = (post: (message: HostMessage) => void, view: PanelView) => PanelConnection;

export interface PanelView {
  /** Whether the view is open: neither closed nor hidden behind another view. */
  readonly shown: boolean;
  /** Whether the view is open and its window is on screen. */
  readonly visible: boolean;
  readonly onDidChangeVisible: Event<void>;
  get title(): string | undefined;
  set title(title: string);
  set description(description: string);
  set badge(badge: vscode.ViewBadge | undefined);
}

/** The Chat view: a webview. Its state is in the host, so nothing is lost if the webview is disposed. */
export class ChatViewProvider implements vscode.WebviewViewProvider {
  private readonly extensionUri: vscode.Uri;
  private readonly connect: (panel: ChatViewProvider) => Promise<ConnectPanel>;
  private readonly onError: (error: unknown) => void;
  private readonly focusChanged = new Emitter<void>();
  private view: vscode.WebviewView | undefined;
  private focused = false;

  readonly onDidChangeFocus: Event<void> = this.focusChanged.event;

  constructor(
    extensionUri: vscode.Uri,
    connect: (panel: ChatViewProvider) => Promise<ConnectPanel>,
    onError: (error: unknown) => void,
  ) {
    this.extensionUri = extensionUri;
    this.connect = connect;
    this.onError = onError;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const root = vscode.Uri.joinPath(this.extensionUri, 'dist', 'webview');
    view.webview.options = { enableScripts: true, localResourceRoots: [root] };
    const connection = this.openConnection(view);
    view.onDidDispose(() => {
      if (this.view === view) {
        this.view = undefined;
        this.setFocused(false);
      }
      connection.dispose();
    });
    try {
      // The page's file is missing while an update replaces the extension, or after a failed build.
      view.webview.html = html(view.webview, root);
    } catch (error) {
      this.onError(error);
    }
  }

  get hasFocus(): boolean {
    return this.focused;
  }

  get isShown(): boolean {
    return this.view?.visible === true;
  }

  /**
   * Puts the caret into the composer. Call only on the user's own command. Does not focus a panel that has the focus:
   * VS Code would take the focus away for a moment, and lose keys typed then.
   */
  async focusComposer(): Promise<void> {
    if (!this.focused) return this.takeFocus();
    this.post({ kind: 'focus-composer' });
  }

  /**
   * Like `focusComposer`, but focuses the panel even if it seems to have the focus. An editor may just have taken the
   * focus, and the panel may not have reported that yet.
   */
  async takeFocus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.post({ kind: 'focus-composer' });
  }

  /** Returns the focus to the panel's last focused element. */
  async returnFocus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  /** Inserts text that was typed while an editor had the focus, at the composer's last caret. */
  insertTyped(text: string): void {
    this.post({ kind: 'focus-composer', typed: text });
  }

  /**
   * Moves the focus to the prompt before or after the focused prompt. If no prompt is focused, `previous` starts at the
   * last item in view, and `next` below the first item in view.
   */
  jumpToPrompt(direction: 'previous' | 'next'): void {
    this.post({ kind: 'jump-to-prompt', direction });
  }

  private post(message: HostMessage): void {
    void this.view?.webview.postMessage(message);
  }

  private setFocused(focused: boolean): void {
    this.focused = focused;
    void vscode.commands.executeCommand('setContext', focusContextKey, focused);
    this.focusChanged.fire();
  }

  /** Connects the view to the panel's code. Queues messages until this code is loaded. */
  private openConnection(view: vscode.WebviewView): vscode.Disposable {
    const early: unknown[] = [];
    let connection: PanelConnection | undefined;
    let disposed = false;
    let failed = false;
    const page = { visible: true };
    const visibilityChanged = new Emitter<void>();
    const visibility = view.onDidChangeVisibility(() => {
      // A page that gets hidden does not report that it lost the focus.
      if (!view.visible && this.focused) this.setFocused(false);
      visibilityChanged.fire();
    });
    const panel: PanelView = {
      get shown() {
        return view.visible;
      },
      get visible() {
        return view.visible && page.visible;
      },
      onDidChangeVisible: visibilityChanged.event,
      get title(): string | undefined {
        return view.title;
      },
      set title(title: string) {
        view.title = title;
      },
      set description(description: string) {
        view.description = description;
      },
      set badge(badge: vscode.ViewBadge | undefined) {
        view.badge = badge;
      },
    };
    const subscription = view.webview.onDidReceiveMessage((message: unknown) => {
      const report = pageMessageOf(message);
      if (report?.kind === 'focus') this.setFocused(report.focused);
      else if (report) {
        page.visible = report.visible;
        visibilityChanged.fire();
      } else if (connection) connection.receive(message);
      else if (failed) refuse(view.webview, message);
      else early.push(message);
    });
    const fail = (error: unknown): void => {
      failed = true;
      for (const message of early) refuse(view.webview, message);
      this.onError(error);
    };
    // Gives VS Code time to send the view's files first, because loading the panel's code keeps this thread busy.
    delay(HEAD_START)
      .then(() => this.connect(this))
      .then((connect) => {
        if (disposed) return;
        const opened = connect((message) => void view.webview.postMessage(message), panel);
        connection = opened;
        for (const message of early) opened.receive(message);
      })
      .catch(fail);
    return {
      dispose: () => {
        disposed = true;
        subscription.dispose();
        visibility.dispose();
        connection?.dispose();
      },
    };
  }
}

/**
 * Parses the page's reports about itself; undefined for other messages. Does not use the protocol's schemas, because
 * they are not loaded yet.
 */
function pageMessageOf(message: unknown): FocusMessage | PageMessage | undefined {
  const { kind, focused, visible } = (message ?? {}) as { kind?: unknown; focused?: unknown; visible?: unknown };
  if (kind === 'focus') return { kind, focused: focused === true };
  return kind === 'page' ? { kind, visible: visible !== false } : undefined;
}

/** Answers a request with an error, because the panel waits for an answer to every request. */
function refuse(webview: vscode.Webview, message: unknown): void {
  const id = (message as { id?: unknown } | null)?.id;
  if (typeof id !== 'number') return;
  const text = vscode.l10n.t('Premove could not start. See the log, or reload the window to try again.');
  const response: HostMessage = { kind: 'response', id, ok: false, message: text };
  void webview.postMessage(response);
}

/** `root`: the folder with the built files. */
function html(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const values = {
    nonce,
    policy: contentSecurityPolicy(webview.cspSource, nonce),
    root: webview.asWebviewUri(root).toString(),
  };
  // Synchronous, because VS Code shows nothing until it has the HTML.
  return fillPage(readFileSync(vscode.Uri.joinPath(root, 'page.html').fsPath, 'utf8'), values);
}
