/**
 * A real VS Code with the packaged extension, as a user sees it: code-server and a headless browser.
 * Starting one takes about ten seconds on two cores, so share it between the tests of a file where
 * they do not get in each other's way.
 *
 * ```ts
 * const workbench = await startWorkbench({ files: { 'a.ts': 'export {}' }, settings: { 'premove.model': 'tour/tour' } });
 * const panel = await workbench.openPanel();
 * await panel.getByRole('textbox', { name: 'Message Premove' }).fill('Hello');
 * await workbench.close();
 * ```
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/tools/launchBrowser.ts';
import { root } from '../../../scripts/tools/paths.ts';
import { freePort } from '../../../scripts/tools/ports.ts';
import {
  type CodeServer,
  installExtension,
  startCodeServer,
  writeSettings,
} from '../../../scripts/tools/startCodeServer.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/tools/workFolders.ts';
import { type Helper, addHelper } from './helper.ts';
import { type Complaints, watchForComplaints } from './complaints.ts';

const EXTENSION_ID = 'premove.premove';

/** What every test wants: no welcome page, no built-in chat, and files saved only when somebody saves them. */
const DEFAULT_SETTINGS = {
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'workbench.reduceMotion': 'on',
  // Settings and the like would open over the window and take every click.
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'premove.model': 'tour/tour',
};

export interface WorkbenchOptions {
  /** Files of the workspace: content by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** A folder to copy into the workspace first, relative to the checkout. */
  readonly copy?: string;
  /** User settings, over the harness's own. `undefined` takes one of those out. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the extension host: API keys, mostly. Those of the machine are not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** More extensions to install, as VSIX files. */
  readonly extensions?: readonly string[];
  /** The extension itself; `premove.vsix` of the checkout, or PREMOVE_VSIX, unless given. */
  readonly vsix?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface Workbench {
  readonly page: Page;
  /** The workspace on disk, by its real path. */
  readonly workspaceDir: string;
  readonly userDataDir: string;
  /** Shows the Premove view if it is hidden and resolves once its webview has content. */
  openPanel(): Promise<FrameLocator>;
  /** Our webview; stays valid over reloads. Nothing is in it before the view was opened. */
  readonly panel: FrameLocator;
  /** The frame behind `panel`, for `evaluate`. Ask again after a reload. */
  panelFrame(): Promise<Frame>;
  /** Runs a command through the palette, by the start of its title: "Premove: New Chat". */
  runCommand(title: string): Promise<void>;
  /** Opens a file of the workspace in an editor. */
  openFile(path: string): Promise<void>;
  /** Runs a command by its id and returns its result, as far as JSON can hold it. */
  executeCommand(id: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Changes user settings while VS Code runs, and resolves when it knows. `null` resets one. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Reloads the window, as Developer: Reload Window does. The extension host starts anew. */
  reload(): Promise<void>;
  /** Ends the server (with `kill`: at once, as a crash does), starts it on the same folders, and opens the window again. */
  restart(options?: { readonly kill?: boolean }): Promise<void>;
  /** Errors of ours: in the webview, and in the extension host as far as VS Code shows them. */
  consoleErrors(): readonly string[];
  /** What our webview's content security policy has blocked. */
  cspViolations(): readonly string[];
  /** Takes what `consoleErrors` and `cspViolations` hold, for a test that provokes them. */
  forgetErrors(): void;
  /** Saves a picture of the window to out/ui/ and returns its path. */
  screenshot(name: string): Promise<string>;
  /** Everything VS Code has said: the server's terminal and the page's console. */
  log(): string;
  close(): Promise<void>;
}

const open = new Set<Workbench>();

/** The workbenches that have not been closed; the failure hook takes pictures of them. */
export function openWorkbenches(): readonly Workbench[] {
  return [...open];
}

let browser: Promise<Browser> | undefined;

/** Closes the browser that all workbenches of this process share. Called at the end of each test file. */
export async function closeBrowser(): Promise<void> {
  const closing = browser;
  browser = undefined;
  await (await closing)?.close();
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const folder = temporaryFolder('ui');
  const folders = { userDataDir: join(folder, 'user'), extensionsDir: join(folder, 'extensions') };
  const workspace = join(folder, 'workspace');
  await fillWorkspace(workspace, options);
  await writeSettings(folders.userDataDir, { ...DEFAULT_SETTINGS, ...options.settings });
  const helper = await addHelper(folder, folders.extensionsDir);
  for (const vsix of [vsixUnderTest(options), ...(options.extensions ?? [])]) await installExtension(vsix, folders);

  const serverOptions = {
    workspace,
    ...folders,
    env: { ...environment(options.env), ...helper.env },
    port: await freePort(),
  };
  const server = await startCodeServer(serverOptions);
  browser ??= launchBrowser();
  const context = await (await browser).newContext({ viewport: options.viewport ?? { width: 1400, height: 900 } });
  context.setDefaultTimeout(20_000);
  const running: Running = { folder, folders, workspace, helper, serverOptions, server, context };
  const workbench = await openWindow(running);
  open.add(workbench);
  return workbench;
}

interface Running {
  readonly folder: string;
  readonly folders: { readonly userDataDir: string; readonly extensionsDir: string };
  readonly workspace: string;
  readonly helper: Helper;
  readonly serverOptions: Parameters<typeof startCodeServer>[0];
  server: CodeServer;
  readonly context: BrowserContext;
}

async function openWindow(running: Running): Promise<Workbench> {
  const page = await running.context.newPage();
  const complaints = watchForComplaints(page, EXTENSION_ID);
  await page.goto(running.server.url);
  await windowReady(page);
  return createWorkbench(running, page, complaints);
}

function createWorkbench(running: Running, page: Page, complaints: Complaints): Workbench {
  const webview = page.locator(`iframe.webview[src*="extensionId=${EXTENSION_ID}"]`);
  const panel = webview.contentFrame().frameLocator('#active-frame');
  const workbench: Workbench = {
    page,
    panel,
    workspaceDir: running.workspace,
    userDataDir: running.folders.userDataDir,
    openPanel: async () => {
      await showView(page, webview);
      await panel.locator('body > *').first().waitFor({ state: 'attached' });
      return panel;
    },
    panelFrame: async () => {
      const frame = await (await panel.owner().elementHandle())?.contentFrame();
      if (!frame) throw new Error('The Premove view is not open.');
      return frame;
    },
    runCommand: (title) => runCommand(page, title),
    openFile: (path) => openFile(page, path),
    executeCommand: (command, ...args) => running.helper.ask({ command, args }),
    changeSettings: async (settings) => void (await running.helper.ask({ settings })),
    reload: async () => {
      await running.helper.forget();
      await page.reload();
      await windowReady(page);
    },
    restart: async ({ kill = false } = {}) => {
      await running.server.stop({ kill });
      await running.helper.forget();
      running.server = await startCodeServer(running.serverOptions);
      await page.goto(running.server.url);
      await windowReady(page);
    },
    consoleErrors: () => complaints.errors(),
    cspViolations: () => complaints.violations(),
    forgetErrors: () => complaints.forget(),
    screenshot: (name) => screenshot(page, name),
    log: () => `${running.server.log()}\n${complaints.log()}`,
    close: async () => {
      open.delete(workbench);
      await running.context.close();
      await running.server.stop({ kill: true });
      removeFolder(running.folder);
    },
  };
  return workbench;
}

async function fillWorkspace(workspace: string, { copy, files = {} }: WorkbenchOptions): Promise<void> {
  await mkdir(workspace, { recursive: true });
  if (copy) await cp(join(root, copy), workspace, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
}

function vsixUnderTest({ vsix }: WorkbenchOptions): string {
  const file = vsix ?? process.env.PREMOVE_VSIX ?? join(root, 'premove.vsix');
  if (!existsSync(file)) throw new Error(`${file} is not there: run \`npm run package\` first, or \`npm run ui\`.`);
  return file;
}

/** A developer's own keys must never reach a test, let alone a provider. */
function environment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const keys = Object.keys(process.env).filter((name) => name.endsWith('_API_KEY'));
  return { ...Object.fromEntries(keys.map((name) => [name, undefined])), ...env };
}

async function windowReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .activitybar').getByRole('tab').first().waitFor({ timeout: 60_000 });
}

/**
 * Clicking the icon of a view that shows hides it, and after a reload VS Code brings the view back
 * when it pleases: so it is looked at, clicked where needed, and looked at again.
 */
async function showView(page: Page, webview: Locator): Promise<void> {
  const tab = page.locator('.activitybar').getByRole('tab', { name: /^Premove/ });
  await tab.waitFor();
  const isSelected = async () => (await tab.getAttribute('aria-selected')) === 'true';
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    if (!(await isSelected())) await tab.click();
    const shown = await webview.waitFor({ state: 'attached', timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (shown && (await isSelected())) return;
  }
  throw new Error('The Premove view did not open.');
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input.input:visible');
  await input.fill(`>${title}`);
  const row = page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: title }).first();
  await row.waitFor();
  await row.click();
}

async function openFile(page: Page, path: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P');
  const name = path.split('/').at(-1) ?? path;
  await page.locator('.quick-input-widget input.input:visible').fill(path);
  const row = page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: name }).first();
  await row.waitFor();
  await row.click();
  await page.locator('.tabs-container').getByRole('tab', { name }).first().waitFor();
}

async function screenshot(page: Page, name: string): Promise<string> {
  const file = join(root, 'out', 'ui', `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
  await page.screenshot({ path: file });
  return file;
}
