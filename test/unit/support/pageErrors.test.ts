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

function logToConsole(text: string, { url = 'https://x/webview/browser/pre/fake.html', type = 'error' } = {}): void {
  page.emit('console', { type: () => type, text: () => text, location: () => ({ url, lineNumber: 1 }) });
}

it('the collector returns each error of Premove once, logged or thrown', () => {
  logToConsole('gone wrong');
  page.emit('pageerror', new Error('thrown in premove.premove'));
  expect(pageErrors.take()).toEqual([
    'gone wrong (https://x/webview/browser/pre/fake.html:1)',
    expect.stringContaining('thrown in premove.premove'),
  ]);
  expect(pageErrors.take()).toEqual([]);
});

it('the collector returns violations of the content security policy', () => {
  logToConsole('Refused to load: Content Security Policy');
  expect(pageErrors.violations()).toHaveLength(1);
  expect(pageErrors.take()).toHaveLength(1);
});

it('the collector ignores errors of VS Code itself, and messages that are not errors', () => {
  logToConsole('gone wrong', { url: 'https://x/workbench.js' });
  logToConsole('by the way', { type: 'warning' });
  expect(pageErrors.take()).toEqual([]);
});

it('the collector ignores errors while a window closes, and collects errors again after that', async () => {
  await pageErrors.ignoreDuring(() => Promise.resolve(logToConsole('broken off')));
  expect(pageErrors.take()).toEqual([]);
  expect(pageErrors.log()).toContain('broken off');
  logToConsole('gone wrong');
  expect(pageErrors.take()).toHaveLength(1);
});

it('the collector ignores only the errors that a test expects, and only until the next take', () => {
  pageErrors.expect(/^provoked/);
  logToConsole('provoked');
  logToConsole('gone wrong');
  expect(pageErrors.take()).toHaveLength(1);
  logToConsole('provoked');
  expect(pageErrors.take()).toHaveLength(1);
});
