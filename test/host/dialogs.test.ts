import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatSummary } from '../../src/extension/chat/conversation/chatLibrary.ts';
import { pickChat } from '../../src/extension/vscode/commands/chatPicker.ts';
import { keepFocus } from '../../src/extension/vscode/commands/keepFocus.ts';
import { until } from '../support/until.ts';
import { noPanel } from './noPanel.ts';

type Press = (event: vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>) => void;

describe('keepFocus', () => {
  /** Runs a dialog while the panel has the focus. Returns the number of times that the focus returns. */
  async function returns(dialog: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const focusComposer = (): Promise<void> => Promise.resolve(void (count += 1));
    await keepFocus({ ...noPanel, hasFocus: true, focusComposer }, dialog).catch(() => {});
    return count;
  }

  it('returns the focus once after a dialog, also if the dialog is cancelled or rejects', async () => {
    assert.equal(await returns(() => Promise.resolve('answer')), 1);
    assert.equal(await returns(() => Promise.resolve(undefined)), 1);
    assert.equal(await returns(() => Promise.reject(new Error('The list could not be loaded'))), 1);
  });

  it('rejects with the error of the dialog', async () => {
    const dialog = (): Promise<never> => Promise.reject(new Error('The list could not be loaded'));
    await assert.rejects(keepFocus({ ...noPanel, hasFocus: true }, dialog), /could not be loaded/);
  });
});

describe('pickChat', () => {
  const create = vscode.window.createQuickPick;
  const setCreate = (value: unknown): void => {
    Object.defineProperty(vscode.window, 'createQuickPick', { value, configurable: true, writable: true });
  };

  afterEach(() => setCreate(create));

  it('does not stay busy if the list cannot be loaded again after a chat was deleted', async () => {
    let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    let press: Press = () => {};
    setCreate(() => {
      picker = create();
      const value = (listener: Press): vscode.Disposable => {
        press = listener;
        return new vscode.Disposable(() => {});
      };
      return Object.defineProperty(picker, 'onDidTriggerItemButton', { value });
    });
    const chat: ChatSummary = { id: 'a', title: 'A', lastPrompt: 'A', updatedAt: 1, readable: true, isDraft: false };
    const errors: unknown[] = [];
    let lists = 0;
    const picked = pickChat({
      shownId: () => 'b',
      list: () =>
        (lists += 1) === 1 ? Promise.resolve({ chats: [chat], deleted: [] }) : Promise.reject(new Error('EIO')),
      search: () => Promise.resolve(new Map()),
      change: () => Promise.resolve(),
      onError: (error) => errors.push(error),
    });
    await until('the list is shown', () => picker?.busy === false);
    const item = picker?.items.find(({ label }) => label === 'A');
    const button = item?.buttons?.at(-1);
    assert.ok(item && button);
    press({ item, button });
    await until('the error is reported', () => errors.length === 1);
    assert.equal(picker?.busy, false);
    picker?.hide();
    await picked;
  });
});
