import { type Browser, chromium } from 'playwright-core';
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
  const executablePath = await ensureBrowser();
  // Signals are handled in one place (processes.ts); the default handlers would end us before it has cleaned up.
  return chromium.launch({
    executablePath,
    args: FLAGS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
