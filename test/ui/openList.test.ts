import type { Browser, Page } from 'playwright-core';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBenchServer, type BenchServer } from '../../bench/webview/server.ts';
import { launchBrowser } from '../../scripts/tools/launchBrowser.ts';
import { root } from '../../scripts/tools/paths.ts';

/** The built webview runs in a bare page, because only a fake host can answer late. */

let browser: Browser;
let server: BenchServer;

beforeAll(async () => {
  server = await startBenchServer(join(root, 'dist', 'webview'));
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

describe('the list of mentions, while it loads other entries', () => {
  it.each(['Enter', 'Tab', 'ArrowDown', 'ArrowRight'])('leaves the text as it is at %s', async (key) => {
    const page = await openLoadingList();
    await page.keyboard.press(key);
    await page.keyboard.type('r');
    expect(await textOf(page)).toBe('@par');
    expect(await sentTypes(page)).not.toContain('submit');
    await page.close();
  });

  it('closes at Esc, and Enter then sends the text', async () => {
    const page = await openLoadingList();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => sentTypes(page)).toContain('submit');
    await page.close();
  });
});

/** Opens the list of mentions with `@p`, and types `a` while the host does not answer. */
async function openLoadingList(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.url}/?state=empty-chat`);
  await page.locator('.cm-content:focus').waitFor();
  await page.evaluate(() => {
    window.fakeHost.results['complete-mention'] = [{ id: 'parser', kind: 'file', label: 'parser.ts' }];
  });
  await page.keyboard.type('@p');
  await page.getByRole('option', { name: 'parser.ts' }).waitFor();
  await page.evaluate(() => window.fakeHost.held.push('complete-mention'));
  await page.keyboard.type('a');
  return page;
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Message Premove' }).textContent();
const sentTypes = (page: Page) => page.evaluate(() => window.fakeHost.requests.map(({ type }) => type));
