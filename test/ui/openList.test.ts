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

describe('Enter, before the list of mentions appears', () => {
  it('waits for the list, in which the next Enter picks the entry', async () => {
    const page = await openHeldInput([PARSER]);
    await page.keyboard.type('@par');
    await page.keyboard.press('Enter');
    await release(page);
    await page.getByRole('option', { name: 'parser.ts' }).waitFor();
    expect(await textOf(page)).toBe('@par');
    expect(await sentTypes(page)).not.toContain('submit');
    await page.keyboard.press('Enter');
    expect(await textOf(page)).toBe('parser.ts ');
    await page.close();
  });

  it('does not pick an entry while it is held down', async () => {
    const page = await openHeldInput([PARSER]);
    await page.keyboard.type('@par');
    await page.keyboard.down('Enter');
    await release(page);
    await page.getByRole('option', { name: 'parser.ts' }).waitFor();
    await page.keyboard.down('Enter');
    expect(await textOf(page)).toBe('@par');
    await page.close();
  });

  it('sends the text if no list appears', async () => {
    const page = await openHeldInput([]);
    await page.keyboard.type('@par');
    await page.keyboard.press('Enter');
    await release(page);
    await expect.poll(() => sentTypes(page)).toContain('submit');
    await page.close();
  });

  it('sends the text if the host does not answer', async () => {
    const page = await openHeldInput([PARSER]);
    await page.keyboard.type('@par');
    await page.keyboard.press('Enter');
    await expect.poll(() => sentTypes(page), { timeout: 10_000 }).toContain('submit');
    await page.close();
  });

  it('does nothing if the text is changed', async () => {
    const page = await openHeldInput([]);
    await page.keyboard.type('@par');
    await page.keyboard.press('Enter');
    await page.keyboard.type('s');
    await release(page);
    await expect.poll(() => queries(page)).toContain('pars');
    await page.keyboard.type(' it');
    expect(await textOf(page)).toBe('@pars it');
    expect(await sentTypes(page)).not.toContain('submit');
    await page.close();
  });

  it.each(['a@b.c', 'use @types/node ', 'no mention'])('sends `%s` at once', async (text) => {
    const page = await openHeldInput([PARSER]);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    expect(await sentTypes(page)).toContain('submit');
    await page.close();
  });
});

const PARSER = { id: 'parser', kind: 'file', label: 'parser.ts' };

/** Opens an empty chat, whose host finds the given mentions after `release`. */
async function openHeldInput(mentions: readonly (typeof PARSER)[]): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.url}/?state=empty-chat`);
  await page.locator('.cm-content:focus').waitFor();
  await page.evaluate((found) => {
    window.fakeHost.results['complete-mention'] = found;
    window.fakeHost.held.push('complete-mention');
  }, mentions);
  return page;
}

/** Opens the list of mentions with `@p`, and types `a` while the host does not answer. */
async function openLoadingList(): Promise<Page> {
  const page = await openHeldInput([PARSER]);
  await release(page);
  await page.keyboard.type('@p');
  await page.getByRole('option', { name: 'parser.ts' }).waitFor();
  await page.evaluate(() => window.fakeHost.held.push('complete-mention'));
  await page.keyboard.type('a');
  return page;
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Message Premove' }).textContent();
const sentTypes = (page: Page) => page.evaluate(() => window.fakeHost.requests.map(({ type }) => type));
const queries = (page: Page) =>
  page.evaluate(() => window.fakeHost.requests.map((request) => 'query' in request && request.query));
const release = (page: Page) => page.evaluate(() => window.fakeHost.release());
