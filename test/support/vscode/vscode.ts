import type { Page } from 'playwright-core';
import type { Home } from './home.ts';

/**
 * A VS Code to test in, and what differs between the two there are: the desktop's, driven through Electron, and
 * code-server's, driven through a browser. Everything else of the harness is the same for both.
 */
export interface Vscode {
  /** Settings that this one needs besides those of every test. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Opens a workspace; the window may not have its content yet. */
  open(options: WindowOptions): Promise<VscodeWindow>;
}

export interface Folders {
  /** Holds the user's settings and state. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

export interface WindowOptions {
  /** VSIX files of what is to be installed. */
  readonly extensions: readonly string[];
  readonly workspace: string;
  /** For the extension host, added to our own; `undefined` takes a variable away. */
  readonly env: NodeJS.ProcessEnv;
  /** Of the window's content, in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** Whether VS Code trusts the workspace without being asked. */
  readonly trusted: boolean;
  /** Called before VS Code starts, to put the user's settings there. */
  readonly onHome: (home: Home) => Promise<void>;
  /** Called with each page that comes to show the window, before there is anything in it. */
  readonly onPage: (page: Page) => void;
}

export interface VscodeWindow {
  /** After a restart it may be another one. */
  readonly page: Page;
  readonly home: Home;
  /** Reloads the window as Developer: Reload Window does; resolves when the old content is gone. */
  reload(): Promise<void>;
  /** Ends VS Code and starts it again on the same folders. With `kill` it ends as in a crash. */
  restart(options: { readonly kill: boolean }): Promise<void>;
  /** What VS Code has written to its terminal so far. */
  log(): string;
  /** Ends VS Code at once, and removes its home. */
  close(): Promise<void>;
}
