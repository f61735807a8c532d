import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchProfile } from '../../../scripts/tools/launchBrowser.ts';
import { freePort } from '../../../scripts/tools/ports.ts';
import { type CodeServer, installExtension, startCodeServer } from '../../../scripts/tools/startCodeServer.ts';
import { createHome, type Home } from './home.ts';
import type { Vscode, VscodeWindow, WindowOptions } from './vscode.ts';

/** Milliseconds that a busy machine may take to load VS Code. */
const LOAD_MS = 60_000;

/** code-server in a headless browser. */
export const serverVscode: Vscode = { settings: {}, open };

/** A code-server and its browser. It can show several windows, one after another, each with a clean state. */
interface ServerWithBrowser {
  /** Extensions, environment and trust as JSON. Only windows with the same key can share a server. */
  readonly key: string;
  readonly home: Home;
  readonly browser: BrowserContext;
  readonly port: number;
  server: CodeServer;
}

const unused: ServerWithBrowser[] = [];
let mayKeepServer: (() => boolean) | undefined;

/**
 * From now on, when a window is closed, its code-server is kept for the next window with the same key, if `mayKeep`
 * returns true. Kept servers end with this process.
 */
export function keepServers(mayKeep: () => boolean): void {
  if (!mayKeepServer) {
    process.once('SIGTERM', exitOnSigterm);
    process.once('exit', () => unused.forEach(({ server }) => server.process.kill()));
  }
  mayKeepServer = mayKeep;
}

/** vitest ends its worker with SIGTERM. Without this handler, the process would end without its `exit` listeners. */
function exitOnSigterm(): void {
  process.emit('exit', 143);
  process.kill(process.pid, 'SIGTERM');
}

async function open(options: WindowOptions): Promise<VscodeWindow> {
  const { extensions, env, trusted, workspace } = options;
  const key = JSON.stringify([extensions, env, trusted]);
  const index = unused.findIndex((each) => each.key === key);
  const [kept] = index === -1 ? [] : unused.splice(index, 1);
  const home = kept?.home ?? (await createHome(extensions, installExtension));
  await options.onHome(home);
  const serverOptions = {
    ...home,
    ...{ workspace, trusted, env: { ...env, ...home.env } },
    port: kept?.port ?? (await freePort()),
  };
  const running: ServerWithBrowser = kept ?? {
    ...{ key, home, port: serverOptions.port },
    server: await startCodeServer(serverOptions),
    browser: await launchProfile(join(home.userDataDir, '..', 'browser')),
  };
  const url = `http://127.0.0.1:${running.port}/?folder=${encodeURIComponent(workspace)}`;
  const page = await running.browser.newPage();
  await page.setViewportSize(options.viewport);
  options.onPage(page);
  await page.goto(url, { timeout: LOAD_MS });
  return {
    page,
    home,
    reload: async () => void (await page.reload({ timeout: LOAD_MS })),
    restart: async ({ kill }) => {
      await running.server.stop({ kill });
      running.server = await startCodeServer(serverOptions);
      await page.goto(url, { timeout: LOAD_MS });
    },
    log: () => running.server.log(),
    close: async () => {
      if (mayKeepServer?.() && (await clear(running, page))) unused.push(running);
      else await end(running);
    },
  };
}

/** Ends the window's extension host and deletes VS Code's user state. Returns false if the extension host stays. */
async function clear({ home, browser, port }: ServerWithBrowser, page: Page): Promise<boolean> {
  // VS Code ends the extension host when its page navigates away, but not when the page is closed.
  await page.goto('about:blank');
  if (!(await home.helper.hasEnded())) return false;
  await home.helper.forget();
  const devtools = await browser.newCDPSession(page);
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,websql';
  await devtools.send('Storage.clearDataForOrigin', { origin: `http://127.0.0.1:${port}`, storageTypes });
  // The browser ends with its last page, so one page stays open.
  await browser.newPage();
  for (const each of browser.pages().slice(0, -1)) await each.close();
  // Retried, because the server may still write into the folder while it is deleted.
  rmSync(join(home.userDataDir, 'User'), { recursive: true, force: true, maxRetries: 10 });
  return true;
}

async function end({ home, browser, server }: ServerWithBrowser): Promise<void> {
  await browser.close();
  await server.stop({ kill: true });
  home.remove();
}
