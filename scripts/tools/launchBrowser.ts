import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { ensureBrowser } from './browser.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless browser that makes no requests of its own and works in a container. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** The same with a profile in this folder, which has caches that serve one page after another. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await launchOptions()), viewport: null });
}

async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await ensureBrowser();
  // Signals are handled in one place (processes.ts); the default handlers would end us before it has cleaned up.
  return { executablePath, args: FLAGS, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
}
