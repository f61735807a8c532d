import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { createPageErrors, type PageErrors } from '../../support/vscode/pageErrors.ts';

let page: EventEmitter;
let pageErrors: PageErrors;
beforeEach(() => {
  page = new EventEmitter();
  pageErrors = createPageErrors('premove.premove');
  pageErrors.watch(page as unknown as Page);
});

function say(text: string, { url = 'https://x/webview/browser/pre/fake.html', type = 'error' } = {}): void {
  page.emit('console', { type: () => type, text: () => text, location: () => ({ url, lineNumber: 1 }) });
}

it('takes each error of ours once, in the console or thrown', () => {
  say('gone wrong');
  page.emit('pageerror', new Error('thrown in premove.premove'));
  expect(pageErrors.take()).toEqual([
    'gone wrong (https://x/webview/browser/pre/fake.html:1)',
    expect.stringContaining('thrown in premove.premove'),
  ]);
  expect(pageErrors.take()).toEqual([]);
});

it('takes what the content security policy has blocked', () => {
  say('Refused to load: Content Security Policy');
  expect(pageErrors.violations()).toHaveLength(1);
  expect(pageErrors.take()).toHaveLength(1);
});

it('leaves alone what VS Code says of itself, and what is no error', () => {
  say('gone wrong', { url: 'https://x/workbench.js' });
  say('by the way', { type: 'warning' });
  expect(pageErrors.take()).toEqual([]);
});

it('leaves alone what the end of a window breaks off, and hears again behind it', async () => {
  await pageErrors.ignoreDuring(() => Promise.resolve(say('broken off')));
  expect(pageErrors.take()).toEqual([]);
  expect(pageErrors.log()).toContain('broken off');
  say('gone wrong');
  expect(pageErrors.take()).toHaveLength(1);
});

it('lets pass what a test expects, nothing else, and not in the next test', () => {
  pageErrors.expect(/^provoked/);
  say('provoked');
  say('gone wrong');
  expect(pageErrors.take()).toHaveLength(1);
  say('provoked');
  expect(pageErrors.take()).toHaveLength(1);
});
