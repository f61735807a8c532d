import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchProfile } from '../../../scripts/tools/launchBrowser.ts';
import { freePort } from '../../../scripts/tools/ports.ts';
import { type CodeServer, installExtension, startCodeServer } from '../../../scripts/tools/startCodeServer.ts';
import { createHome, type Home } from './home.ts';
import type { Vscode, VscodeWindow, WindowOptions } from './vscode.ts';

/** code-server, and a headless browser. */
export const serverVscode: Vscode = { settings: {}, open };

/** A code-server and the browser that shows its windows. One after another, it can have several, each as if it were new. */
interface Station {
  /** Two windows with the same extensions, environment and trust can be of one station. */
  readonly kind: string;
  readonly home: Home;
  readonly browser: BrowserContext;
  readonly port: number;
  server: CodeServer;
}

const free: Station[] = [];
let maySpare: (() => boolean) | undefined;

/**
 * From now on a code-server is kept for the next window of its kind when its window is closed, if `isSound` says that it
 * may be. What is kept ends with this process.
 */
export function keepServers(isSound: () => boolean): void {
  if (!maySpare) process.once('SIGTERM', leave);
  maySpare = isSound;
}

/** vitest ends its worker by this signal, which alone would not run what cleans up as a process exits. */
function leave(): void {
  process.emit('exit', 143);
  process.kill(process.pid, 'SIGTERM');
}

async function open(options: WindowOptions): Promise<VscodeWindow> {
  const { extensions, env, trusted, workspace } = options;
  const kind = JSON.stringify([extensions, env, trusted]);
  const index = free.findIndex((each) => each.kind === kind);
  const [kept] = index === -1 ? [] : free.splice(index, 1);
  const home = kept?.home ?? (await createHome(extensions, installExtension));
  await options.onHome(home);
  const serverOptions = {
    ...home,
    ...{ workspace, trusted, env: { ...env, ...home.helper.env } },
    port: kept?.port ?? (await freePort()),
  };
  const station: Station = kept ?? {
    ...{ kind, home, port: serverOptions.port },
    server: await startCodeServer(serverOptions),
    browser: await launchProfile(join(home.userDataDir, '..', 'browser')),
  };
  const url = `http://127.0.0.1:${station.port}/?folder=${encodeURIComponent(workspace)}`;
  const page = await station.browser.newPage();
  await page.setViewportSize(options.viewport);
  options.onPage(page);
  await page.goto(url);
  return {
    page,
    home,
    reload: async () => void (await page.reload()),
    restart: async ({ kill }) => {
      await station.server.stop({ kill });
      station.server = await startCodeServer(serverOptions);
      await page.goto(url);
    },
    log: () => station.server.log(),
    close: async () => {
      if (maySpare?.() && (await clear(station, page))) free.push(station);
      else await end(station);
    },
  };
}

/** Takes away what the window leaves: its extension host, and the state of its user. False where that does not work. */
async function clear({ home, browser, port }: Station, page: Page): Promise<boolean> {
  // VS Code ends the extension host as its page is left, but not when the page is closed.
  await page.goto('about:blank');
  if (!(await home.helper.hasEnded())) return false;
  await home.helper.forget();
  const devtools = await browser.newCDPSession(page);
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,websql';
  await devtools.send('Storage.clearDataForOrigin', { origin: `http://127.0.0.1:${port}`, storageTypes });
  // The browser ends with its last page.
  await browser.newPage();
  for (const each of browser.pages().slice(0, -1)) await each.close();
  // The server may still write the state of its user, so the folder may fill again while it is deleted.
  rmSync(join(home.userDataDir, 'User'), { recursive: true, force: true, maxRetries: 10 });
  return true;
}

async function end({ home, browser, server }: Station): Promise<void> {
  await browser.close();
  await server.stop({ kill: true });
  home.remove();
}
