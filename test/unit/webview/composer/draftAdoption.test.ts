import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import type { ShellLineView } from '../../../../src/shared/shellLine.ts';
import type { TranscriptItem } from '../../../../src/shared/transcriptItem.ts';
import { createDraftAdoption, type Circumstances } from '../../../../src/webview/composer/draftAdoption.ts';
import { createPanelMemory, wasSubmitted } from '../../../../src/webview/state/panelMemory.ts';

it('the draft adoption sends later keystrokes to the host even if setting the text threw', () => {
  const memory = createPanelMemory({ getState: nothing, setState: nothing }, (error) => expect.fail(String(error)));
  let wasAdopting = false;
  const editor = {
    text: () => '',
    chips: () => [],
    clearHistory: nothing,
    setShellMode: nothing,
    setText() {
      wasAdopting = adoption.isAdopting;
      throw new RangeError('Position 7 is out of range for a text of length 3');
    },
  };
  const draft = { flush: nothing, cancel: nothing, adopted: nothing, changed: nothing };
  const adoption = createDraftAdoption(editor, draft, memory);
  expect(() => adoption.put('add')).toThrow(RangeError);
  expect([wasAdopting, adoption.isAdopting]).toEqual([true, false]);
});

describe('text typed before the first chat was loaded', () => {
  const cases: [title: string, draft: string, typed: string, text: string][] = [
    ['becomes the draft if the chat has none', '', 'hello', 'hello'],
    ['follows the draft of the chat', 'fix the bug', 'hello', 'fix the bug hello'],
    ['follows a draft that ends in white space', 'fix it\n', 'hello', 'fix it\nhello'],
    ['does not change the draft if it is empty', 'fix the bug', '', 'fix the bug'],
  ];
  it.each(cases)('%s', (_title, hostDraft, typed, text) => {
    const memory = createPanelMemory({ getState: nothing, setState: nothing }, (error) => expect.fail(String(error)));
    let shown = typed;
    const reported: string[] = [];
    const setText = (next: string) => void (shown = next);
    const editor = { text: () => shown, chips: () => [], clearHistory: nothing, setShellMode: nothing, setText };
    const draft = {
      flush: nothing,
      cancel: nothing,
      adopted: (next: string) => reported.push(`adopted ${next}`),
      changed: (next: string) => reported.push(`changed ${next}`),
    };
    const chat = { ...createInitialChatState('c'), draft: hostDraft };
    createDraftAdoption(editor, draft, memory).adoptDraft(chat, { otherChat: true, startsEdit: false, typed });
    expect(shown).toBe(text);
    expect(reported).toEqual([typed === '' ? `adopted ${text}` : `changed ${text}`]);
  });
});

describe('a text that the webview remembers after a reload', () => {
  const user = (text: string): TranscriptItem => ({ kind: 'user', id: text, text, images: [], branch: null });
  const queued = { id: 'q', mentions: [], images: [], steers: false, removed: false };
  const run: ShellLineView = {
    ...{ id: 'r', after: null, at: 0, command: 'fix it', status: 'success', output: '', summary: '' },
    ...{ shared: false, sentWith: [] },
  };
  const cases: [title: string, chat: Partial<ChatState>, circumstances: Partial<Circumstances>, text: string][] = [
    ['stays if it was not sent', { items: [user('earlier')] }, {}, 'fix it\n'],
    ['does not return if the last prompt has this text', { items: [user('earlier'), user('fix it')] }, {}, ''],
    ['does not return if a queued prompt has this text', { queue: [{ ...queued, text: 'fix it' }] }, {}, ''],
    ['does not return if the last command has this text', { shellLines: [run] }, {}, ''],
    ['stays if only an earlier prompt has this text', { items: [user('fix it'), user('later')] }, {}, 'fix it\n'],
    [
      'stays in the same page, because the user has typed it again',
      { items: [user('fix it')] },
      { afterReload: false },
      'fix it\n',
    ],
  ];
  it.each(cases)('%s', (_title, patch, circumstances, text) => {
    const stored = {
      ...createPanelMemory({ getState: nothing, setState: nothing }, nothing).get(),
      conversationId: 'c',
    };
    const state = { ...stored, draft: 'fix it\n', olderDrafts: [''] };
    const memory = createPanelMemory({ getState: () => state, setState: nothing }, (error) =>
      expect.fail(String(error)),
    );
    let shown = '';
    const setText = (next: string) => void (shown = next);
    const editor = { text: () => shown, chips: () => [], clearHistory: nothing, setShellMode: nothing, setText };
    const draft = { flush: nothing, cancel: nothing, adopted: nothing, changed: nothing };
    const chat = { ...createInitialChatState('c'), ...patch };
    const given = { otherChat: true, startsEdit: false, afterReload: true, ...circumstances };
    createDraftAdoption(editor, draft, memory).adoptDraft(chat, given);
    expect(shown).toBe(text);
  });

  it('does not count as sent if it is empty and the last prompt has only images', () => {
    expect(wasSubmitted('', { ...createInitialChatState('c'), items: [user('')] })).toBe(false);
  });
});

describe('the undo history of the input', () => {
  const cases: [title: string, startsEdit: boolean, shown: string, isCleared: boolean][] = [
    ['is cleared when an edit begins', true, 'my draft', true],
    ['is cleared when an edit begins, even if the input already has its text', true, 'fix the bug', true],
    ['is kept when the host sets the draft', false, 'my draft', false],
  ];
  it.each(cases)('%s', (_title, startsEdit, shown, isCleared) => {
    const memory = createPanelMemory({ getState: nothing, setState: nothing }, (error) => expect.fail(String(error)));
    const steps: string[] = [shown];
    const editor = {
      text: () => steps.at(-1) ?? '',
      chips: () => [],
      setText: (text: string) => void steps.push(text),
      setShellMode: nothing,
      clearHistory: () => void steps.splice(0, steps.length - 1),
    };
    const draft = { flush: nothing, cancel: nothing, adopted: nothing, changed: nothing };
    const chat = { ...createInitialChatState('c'), draft: 'fix the bug' };
    createDraftAdoption(editor, draft, memory).adoptDraft(chat, { otherChat: false, startsEdit });
    expect(editor.text()).toBe('fix the bug');
    expect(steps.length === 1).toBe(isCleared);
  });
});

function nothing(): void {}
