import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBenchServer, type BenchServer } from '../../bench/webview/server.ts';
import { launchBrowser } from '../../scripts/tools/launchBrowser.ts';
import { root } from '../../scripts/tools/paths.ts';

/**
 * Tests of typing before the panel is ready. The built webview runs in a bare page, and each test decides when the
 * panel's code and the first snapshot arrive.
 */

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

describe('the message box, before the code of the panel is loaded', () => {
  it('keeps typed text and the caret', async () => {
    const { page, composer, loadCode } = await openPage();
    await page.keyboard.type('hello');
    await loadCode();
    await page.keyboard.type(' world');
    expect(await composer.textContent()).toBe('hello world');
  });

  it('appends the text to the draft of the chat', async () => {
    const { page, composer, loadCode } = await openPage('editing');
    await page.keyboard.type('hello');
    await loadCode();
    await expect.poll(() => composer.textContent()).toBe('rename alpha to gamma hello');
  });

  it('sends the text after Enter', async () => {
    const { page, loadCode } = await openPage();
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    expect(await submitted(page)).toEqual([]);
    await loadCode();
    await expect.poll(() => submitted(page)).toEqual(['hello']);
  });

  it('keeps the text if the user continues to type after Enter', async () => {
    const { page, composer, loadCode } = await openPage();
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' world');
    await loadCode();
    expect(await composer.textContent()).toBe('hello world');
    expect(await submitted(page)).toEqual([]);
  });

  it('keeps line breaks', async () => {
    const { page, composer, loadCode } = await openPage();
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await loadCode();
    expect(await composer.locator('.cm-line').allTextContents()).toEqual(['one', 'two']);
  });

  it('waits until an input method has finished its word', async () => {
    const { page, composer, loadCode } = await openPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const loaded = loadCode();
    await expect.poll(() => page.evaluate(() => window.codeWaits)).toBe(true);
    await devtools.send('Input.imeSetComposition', { text: 'にほんご', selectionStart: 4, selectionEnd: 4 });
    await devtools.send('Input.insertText', { text: '日本語' });
    await loaded;
    expect(await composer.textContent()).toBe('日本語');
  });
});

describe('the message box, before the first snapshot', () => {
  it('sends text and pasted files after Enter', async () => {
    const { page, composer, loadCode, sendSnapshot } = await openPage('empty-chat', { holdSnapshot: true });
    await loadCode();
    await page.keyboard.type('hello');
    await composer.evaluate(pastePicture);
    await page.keyboard.press('Enter');
    expect(await requests(page)).not.toContain('submit');
    await sendSnapshot();
    await expect.poll(() => submitted(page)).toEqual(['hello']);
    expect((await requests(page)).filter((type) => type === 'attach' || type === 'submit')).toEqual([
      'attach',
      'submit',
    ]);
  });

  it('does not interrupt an input method', async () => {
    const { page, composer, loadCode, sendSnapshot } = await openPage('empty-chat', { holdSnapshot: true });
    await loadCode();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await sendSnapshot();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await devtools.send('Input.insertText', { text: '日本' });
    await expect.poll(() => composer.textContent()).toBe('日本');
  });
});

interface Opened {
  readonly page: Page;
  readonly composer: Locator;
  /** Lets the panel's code load; resolves when the composer has replaced the early message box. */
  loadCode(): Promise<void>;
  sendSnapshot(): Promise<void>;
}

/** Opens the page with the focus in the early message box. The panel's code waits for `loadCode`. */
async function openPage(state = 'empty-chat', { holdSnapshot = false } = {}): Promise<Opened> {
  const page = await browser.newPage();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/main.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(noticeWaiting);
  if (holdSnapshot) await page.addInitScript(holdSnapshots);
  await page.goto(`${server.url}/?state=${state}`);
  const composer = page.getByRole('textbox', { name: 'Message Premove' });
  await composer.and(page.locator('textarea:focus')).waitFor();
  return {
    page,
    composer,
    loadCode: async () => {
      release();
      await composer.and(page.locator('.cm-content:focus')).waitFor();
    },
    sendSnapshot: () => page.evaluate(() => window.sendSnapshot()),
  };
}

declare global {
  interface Window {
    sendSnapshot(): void;
    codeWaits?: boolean;
  }
}

/** Runs in the page: sets `codeWaits` when the panel's code waits for the input method. */
function noticeWaiting(): void {
  let early: typeof window.early;
  Object.defineProperty(window, 'early', {
    get: () => early,
    set(value: NonNullable<typeof early>) {
      const composed = value.input.composed.bind(value.input);
      value.input.composed = () => {
        window.codeWaits = true;
        return composed();
      };
      early = value;
    },
  });
}

/** Runs in the page: holds all snapshots until `sendSnapshot` is called. */
function holdSnapshots(): void {
  const post = window.postMessage.bind(window);
  const held: unknown[] = [];
  window.postMessage = (message: { kind?: string }) => {
    if (message.kind === 'snapshot') held.push(message);
    else post(message, location.origin);
  };
  window.sendSnapshot = () => {
    window.postMessage = post;
    for (const message of held) post(message, location.origin);
  };
}

/** Runs in the page: pastes one black picture. */
async function pastePicture(element: Element): Promise<void> {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
  const data = new DataTransfer();
  data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'a.png', { type: 'image/png' }));
  element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
}

function requests(page: Page): Promise<string[]> {
  return page.evaluate(() => window.fakeHost.requests.map(({ type }) => type));
}

function submitted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.fakeHost.requests.flatMap((request) => (request.type === 'submit' ? [request.text] : [])),
  );
}
