import type { Page } from 'playwright-core';
import type { Home } from './home.ts';

/**
 * A kind of VS Code to test in: the desktop's, driven through Electron, or code-server's, driven through a browser. The
 * rest of the harness is the same for both.
 */
export interface Vscode {
  /** Settings that this kind needs in addition to those of every test. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Opens a workspace. Resolves before the window has its content. */
  open(options: WindowOptions): Promise<VscodeWindow>;
}

export interface Folders {
  /** Holds the user's settings and state. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

export interface WindowOptions {
  /** VSIX files to install. */
  readonly extensions: readonly string[];
  readonly workspace: string;
  /** Variables for the extension host, added to those of this process; `undefined` removes a variable. */
  readonly env: NodeJS.ProcessEnv;
  /** The size of the window's content in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** Whether VS Code trusts the workspace without asking. */
  readonly trusted: boolean;
  /** Called before the window opens, to write the user's settings. */
  readonly onHome: (home: Home) => Promise<void>;
  /** Called with each page that shows the window, before the page has content. */
  readonly onPage: (page: Page) => void;
}

export interface VscodeWindow {
  /** May change with a restart. */
  readonly page: Page;
  readonly home: Home;
  /** Reloads the window, like *Developer: Reload Window*. Resolves when the old content is gone. */
  reload(): Promise<void>;
  /** Ends VS Code and starts it again on the same folders. `kill` ends it like a crash. */
  restart(options: { readonly kill: boolean }): Promise<void>;
  /** The output of VS Code in its terminal so far. */
  log(): string;
  /** Ends VS Code at once and removes its home, unless code-server is kept for another window (`keepServers`). */
  close(): Promise<void>;
}
