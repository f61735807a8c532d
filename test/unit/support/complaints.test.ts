import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { createComplaints, type Complaints } from '../../support/vscode/complaints.ts';

let page: EventEmitter;
let complaints: Complaints;
beforeEach(() => {
  page = new EventEmitter();
  complaints = createComplaints('premove.premove');
  complaints.watch(page as unknown as Page);
});

function say(text: string, { url = 'https://x/webview/browser/pre/fake.html', type = 'error' } = {}): void {
  page.emit('console', { type: () => type, text: () => text, location: () => ({ url, lineNumber: 1 }) });
}

it('takes each error of ours once, in the console or thrown', () => {
  say('gone wrong');
  page.emit('pageerror', new Error('thrown in premove.premove'));
  expect(complaints.take()).toEqual([
    'gone wrong (https://x/webview/browser/pre/fake.html:1)',
    expect.stringContaining('thrown in premove.premove'),
  ]);
  expect(complaints.take()).toEqual([]);
});

it('takes what the content security policy has blocked', () => {
  say('Refused to load: Content Security Policy');
  expect(complaints.violations()).toHaveLength(1);
  expect(complaints.take()).toHaveLength(1);
});

it('leaves alone what VS Code says of itself, and what is no error', () => {
  say('gone wrong', { url: 'https://x/workbench.js' });
  say('by the way', { type: 'warning' });
  expect(complaints.take()).toEqual([]);
});

it('leaves alone what the end of a window breaks off, and hears again behind it', async () => {
  await complaints.unheard(() => Promise.resolve(say('broken off')));
  expect(complaints.take()).toEqual([]);
  expect(complaints.log()).toContain('broken off');
  say('gone wrong');
  expect(complaints.take()).toHaveLength(1);
});

it('lets pass what a test expects, nothing else, and not in the next test', () => {
  complaints.expect(/^provoked/);
  say('provoked');
  say('gone wrong');
  expect(complaints.take()).toHaveLength(1);
  say('provoked');
  expect(complaints.take()).toHaveLength(1);
});
