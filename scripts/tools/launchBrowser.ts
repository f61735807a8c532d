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

/** A headless browser that makes no requests of its own, and that also runs in a container. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Launches the same browser with a profile in `folder`. All of its pages share the profile's caches. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await launchOptions()), viewport: null });
}

async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await ensureBrowser();
  // After a signal, Playwright's own handlers would let the script continue and report failures until the browser ends.
  return { executablePath, args: FLAGS, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
}
