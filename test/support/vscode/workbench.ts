/**
 * A real VS Code with the packaged extension, as a user sees it: code-server in a headless browser, or the desktop.
 * Starting it takes about ten seconds on two cores, so share it between the tests of a file unless they disturb each
 * other.
 *
 * ```ts
 * const workbench = await startWorkbench({ files: { 'a.ts': 'export {}' }, settings: { 'premove.model': 'tour/tour' } });
 * const panel = await workbench.openPanel();
 * await panel.getByRole('textbox', { name: 'Message Premove' }).fill('Hello');
 * await workbench.close();
 * ```
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { root } from '../../../scripts/tools/paths.ts';
import { writeSettings } from '../../../scripts/tools/startCodeServer.ts';
import { type PageErrors, createPageErrors } from './pageErrors.ts';
import type { VscodeWindow } from './vscode.ts';
import { vscodeUnderTest } from './vscodeUnderTest.ts';
import { openFile, runCommand, screenshot, showView, windowReady } from './windowActions.ts';
import { temporaryFolder } from '../../../scripts/tools/processes.ts';
import { removeFolder } from '../../../scripts/tools/supervision.mjs';

const EXTENSION_ID = 'premove.premove';

/** For every test: no welcome page, no built-in chat, no auto save. */
const DEFAULT_SETTINGS = {
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'workbench.reduceMotion': 'on',
  // A modal editor, such as the settings, would cover the window and take every click.
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'premove.model': 'tour/tour',
};

const UNTRUSTED_SETTINGS = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

export interface WorkbenchOptions {
  /** Files of the workspace: contents by relative path. A path that begins with `~/` is in the user's home folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** A folder to copy into the workspace first, relative to the checkout. */
  readonly copy?: string;
  /** User settings. They override the harness's settings; `undefined` removes a setting of the harness. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the extension host, mostly API keys. The machine's own API keys are not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** More extensions to install, as VSIX files. */
  readonly extensions?: readonly string[];
  /** The extension itself. By default PREMOVE_VSIX, else `premove.vsix` of the checkout. */
  readonly vsix?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** `false` opens the workspace untrusted, without VS Code's prompt for trust. */
  readonly trusted?: boolean;
}

export interface Workbench {
  /** The window. On the desktop it changes with `restart`. */
  readonly page: Page;
  /** The workspace on disk, by its real path. */
  readonly workspaceDir: string;
  readonly userDataDir: string;
  /** The user's home folder. */
  readonly userHome: string;
  /** Shows the Premove view if it is hidden. Resolves when its webview has content. */
  openPanel(): Promise<FrameLocator>;
  /** Premove's webview. Stays valid after reloads. Empty until the view has been opened. */
  readonly panel: FrameLocator;
  /** The frame of `panel`, for `evaluate`. A reload invalidates it. */
  panelFrame(): Promise<Frame>;
  /** Runs a command through the palette, by its title or a part of it: "Premove: New Chat". */
  runCommand(title: string): Promise<void>;
  /** Opens a file of the workspace in an editor. */
  openFile(path: string): Promise<void>;
  /** Runs a command by its id and returns its result, as far as JSON can represent it. */
  executeCommand(id: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Changes user settings while VS Code runs. Resolves when VS Code has applied them. `null` resets a setting. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Replaces all files of the workspace and of the home folder. */
  replaceFiles(files: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Gives the window the files and user settings of `options`, as if it had been started with them. Saves and closes
   * all editors first. `isSameWindow` must hold for `options`.
   */
  reuse(options: WorkbenchOptions): Promise<void>;
  /** Reloads the window, like *Developer: Reload Window*. The extension host restarts. */
  reload(): Promise<void>;
  /** Ends VS Code (with `kill` at once, like a crash), starts it on the same folders, and opens the window again. */
  restart(options?: { readonly kill?: boolean }): Promise<void>;
  /** The extension's errors: from the webview, and from the extension host as far as VS Code shows them. */
  consoleErrors(): readonly string[];
  /** Violations of the webview's content security policy. */
  cspViolations(): readonly string[];
  /** Ignores matching errors until the end of the test, for a test that provokes them. */
  expectErrors(pattern: RegExp): void;
  /** Saves a screenshot of the window to out/ui/ and returns its path. */
  screenshot(name: string): Promise<string>;
  /** VS Code's output so far: in its terminal and in the page's console. */
  log(): string;
  close(): Promise<void>;
}

const open = new Set<Workbench>();
/** The page errors of every workbench, closed ones included. */
const allPageErrors = new Set<PageErrors>();

/** The workbenches that are not closed. If a test fails, the hook in `test/ui/setup.ts` takes their screenshots. */
export function openWorkbenches(): readonly Workbench[] {
  return [...open];
}

/** The unexpected errors and policy violations of all workbenches since the last call. */
export function takePageErrors(): string[] {
  return [...allPageErrors].flatMap((pageErrors) => pageErrors.take());
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const vscode = await vscodeUnderTest();
  const folder = temporaryFolder();
  const workspace = join(folder, 'workspace');
  const trusted = options.trusted ?? true;
  const settingsOf = ({ settings }: WorkbenchOptions): Record<string, unknown> => ({
    ...DEFAULT_SETTINGS,
    ...vscode.settings,
    ...(trusted ? {} : UNTRUSTED_SETTINGS),
    ...settings,
  });

  const pageErrors = createPageErrors(EXTENSION_ID);
  allPageErrors.add(pageErrors);
  const window = await vscode.open({
    extensions: [vsixUnderTest(options), ...(options.extensions ?? [])],
    workspace,
    env: environment(options.env),
    viewport: options.viewport ?? { width: 1400, height: 900 },
    trusted,
    onHome: async ({ userDataDir, userHome }) => {
      await fillFolders({ workspace, userHome }, options);
      await writeSettings(userDataDir, settingsOf(options));
    },
    onPage: (page) => {
      page.context().setDefaultTimeout(20_000);
      pageErrors.watch(page);
    },
  });
  await windowReady(window.page);
  const workbench = createWorkbench({ folder, workspace, window, pageErrors, settingsOf });
  open.add(workbench);
  return workbench;
}

interface Running {
  /** Contains the workspace. */
  readonly folder: string;
  readonly workspace: string;
  readonly window: VscodeWindow;
  readonly pageErrors: PageErrors;
  /** All user settings of a window with these options. */
  readonly settingsOf: (options: WorkbenchOptions) => Record<string, unknown>;
}

/** Whether one window can serve both options, one after the other, with `reuse`. */
export function isSameWindow(a: WorkbenchOptions, b: WorkbenchOptions): boolean {
  const key = ({ env, extensions, vsix, viewport, trusted }: WorkbenchOptions) =>
    JSON.stringify([env, extensions, vsix, viewport, trusted]);
  return key(a) === key(b);
}

function createWorkbench(running: Running): Workbench {
  const { folder, workspace, window, pageErrors, settingsOf } = running;
  const { helper, userDataDir, userHome } = window.home;
  const webview = () => window.page.locator(`iframe.webview[src*="extensionId=${EXTENSION_ID}"]`);
  const panel = () => webview().contentFrame().frameLocator('#active-frame');
  const workbench: Workbench = {
    get page() {
      return window.page;
    },
    get panel() {
      return panel();
    },
    workspaceDir: workspace,
    userDataDir,
    userHome,
    openPanel: async () => {
      await showView(window.page, webview());
      // Before the panel renders `main`, the page has a plain text box with the name of the composer.
      await panel().locator('main').waitFor({ state: 'attached' });
      return panel();
    },
    panelFrame: async () => {
      const frame = await (await panel().owner().elementHandle())?.contentFrame();
      if (!frame) throw new Error('The Premove view is not open.');
      return frame;
    },
    runCommand: (title) => runCommand(window.page, title),
    openFile: (path) => openFile(window.page, path),
    executeCommand: (command, ...args) => helper.ask({ command, args }),
    changeSettings: async (settings) => void (await helper.ask({ settings })),
    replaceFiles: (files) => fillFolders({ workspace, userHome }, { files }),
    reuse: async (options) => {
      // VS Code would ask whether to save the changes of an editor that is closed.
      await helper.ask({ command: 'workbench.action.files.saveAll' });
      await helper.ask({ command: 'workbench.action.closeAllEditors' });
      await fillFolders({ workspace, userHome }, options);
      const present = JSON.parse(await readFile(join(userDataDir, 'User', 'settings.json'), 'utf8')) as object;
      await helper.ask({ settings: difference(present, settingsOf(options)) });
    },
    reload: async () => {
      await helper.forget();
      await window.reload();
      await windowReady(window.page);
    },
    restart: async ({ kill = false } = {}) => {
      await helper.forget();
      await pageErrors.ignoreDuring(() => window.restart({ kill }));
      await windowReady(window.page);
    },
    consoleErrors: () => pageErrors.errors(),
    cspViolations: () => pageErrors.violations(),
    expectErrors: (pattern) => pageErrors.expect(pattern),
    screenshot: (name) => screenshot(window.page, name),
    log: () => `${window.log()}\n${pageErrors.log()}`,
    close: async () => {
      open.delete(workbench);
      await pageErrors.ignoreDuring(() => window.close());
      removeFolder(folder);
    },
  };
  return workbench;
}

/** The changes that turn one set of settings into another; null resets a setting. */
function difference(from: object, to: object): Record<string, unknown> {
  const [before, after] = [from, to].map((settings) => new Map<string, unknown>(Object.entries(settings)));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  const changed = [...names].filter((name) => JSON.stringify(before?.get(name)) !== JSON.stringify(after?.get(name)));
  return Object.fromEntries(changed.map((name) => [name, after?.get(name) ?? null]));
}

/**
 * Replaces the content of the folders with exactly these files. Writes those of the home folder first, because only a
 * change in the workspace makes Premove read the files of both folders again.
 */
async function fillFolders(
  { workspace, userHome }: Pick<Workbench, 'userHome'> & { readonly workspace: string },
  { copy, files = {} }: Pick<WorkbenchOptions, 'copy' | 'files'>,
): Promise<void> {
  await empty(userHome);
  await empty(workspace);
  if (copy) await cp(join(root, copy), workspace, { recursive: true });
  const ownFirst = Object.entries(files).toSorted(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const [path, content] of ownFirst) {
    const file = isOwn(path) ? join(userHome, path.slice('~/'.length)) : join(workspace, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Deletes everything in a folder. Creates the folder if it is missing. */
async function empty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Retried, because VS Code may write into its home folder at the same time.
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
}

function isOwn(path: string): boolean {
  return path.startsWith('~/');
}

function vsixUnderTest({ vsix }: WorkbenchOptions): string {
  const file = vsix ?? process.env.PREMOVE_VSIX ?? join(root, 'premove.vsix');
  if (!existsSync(file)) throw new Error(`${file} is missing. Run \`npm run package\` first, or \`npm run ui\`.`);
  return file;
}

/** Without the developer's own API keys, which must never reach a test or a provider. */
function environment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const keys = Object.keys(process.env).filter((name) => name.endsWith('_API_KEY'));
  return { ...Object.fromEntries(keys.map((name) => [name, undefined])), ...env };
}
