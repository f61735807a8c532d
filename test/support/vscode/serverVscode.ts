import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/tools/launchBrowser.ts';
import { freePort } from '../../../scripts/tools/ports.ts';
import { installExtension, startCodeServer } from '../../../scripts/tools/startCodeServer.ts';
import type { Vscode, VscodeWindow, WindowOptions } from './vscode.ts';

let browser: Promise<Browser> | undefined;

/** Closes the browser that all windows of this process share; the next window starts another. */
export async function closeBrowser(): Promise<void> {
  const closing = browser;
  browser = undefined;
  await (await closing)?.close();
}

/** code-server, and a headless browser. */
export const serverVscode: Vscode = { settings: {}, install: installExtension, open };

async function open({ viewport, onPage, ...options }: WindowOptions): Promise<VscodeWindow> {
  const serverOptions = { ...options, port: await freePort() };
  let server = await startCodeServer(serverOptions);
  browser ??= launchBrowser();
  const context = await (await browser).newContext({ viewport });
  const page = await context.newPage();
  onPage(page);
  await page.goto(server.url);
  return {
    page,
    reload: async () => void (await page.reload()),
    restart: async ({ kill }) => {
      await server.stop({ kill });
      server = await startCodeServer(serverOptions);
      await page.goto(server.url);
    },
    log: () => server.log(),
    close: async () => {
      await context.close();
      await server.stop({ kill: true });
    },
  };
}
