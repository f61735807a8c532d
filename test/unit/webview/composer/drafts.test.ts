import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSync } from '../../../../src/webview/composer/draftSync.ts';
import { chooseDraft, createPanelMemory, draftKey, type Memory } from '../../../../src/webview/state/panelMemory.ts';

const MEMORY: Memory = {
  conversationId: 'c',
  draft: 'hello w',
  folds: [],
  draftRevision: 3,
  olderDrafts: ['hel', 'hello'],
  scroll: null,
};

describe('chooseDraft after a reload', () => {
  const HOST = { conversationId: 'c', draft: 'hel', draftRevision: 3, draftOrigin: null };
  type Host = { conversationId: string; draft: string; draftRevision: number; draftOrigin: string | null };
  const cases: [title: string, memory: Partial<Memory>, host: Partial<Host>, chosen: string][] = [
    ['takes the webview’s draft if the host has the last acknowledged text', {}, {}, 'hello w'],
    ['takes the webview’s draft if the host has a text that was being sent', {}, { draft: 'hello' }, 'hello w'],
    ['takes the host’s draft if the webview has never had its text', {}, { draft: 'hello world' }, 'hello world'],
    ['takes the host’s empty draft after a submit', {}, { draft: '' }, ''],
    ['takes the host’s draft in another chat', { conversationId: 'other' }, {}, 'hel'],
    ['takes the host’s draft if the host has set a newer draft', { draftRevision: 2 }, {}, 'hel'],
    [
      'takes the webview’s draft if the draft moved into a new chat during typing',
      {},
      { conversationId: 'new', draftOrigin: 'c', draftRevision: 0 },
      'hello w',
    ],
    [
      'takes the host’s draft in a new chat if the draft moved there from a third chat',
      {},
      { conversationId: 'new', draftOrigin: 'third' },
      'hel',
    ],
    [
      'takes the host’s draft in a new chat if the host has a later text',
      {},
      { conversationId: 'new', draftOrigin: 'c', draft: 'hello world' },
      'hello world',
    ],
  ];
  it.each(cases)('%s', (_title, memory, host, chosen) => {
    expect(chooseDraft({ ...MEMORY, ...memory }, { ...HOST, ...host })).toBe(chosen);
  });

  it('distinguishes long texts', () => {
    const long = 'x'.repeat(100_000);
    const memory = { ...MEMORY, olderDrafts: [draftKey(long)] };
    expect(chooseDraft(memory, { ...HOST, draft: long })).toBe('hello w');
    expect(chooseDraft(memory, { ...HOST, draft: `${long.slice(1)}y` })).toBe(`${long.slice(1)}y`);
    expect(draftKey(long).length).toBeLessThan(50);
  });

  it('ignores stored state of another shape', () => {
    const memory = createPanelMemory({ getState: () => ({ draft: 5 }), setState: () => undefined }, fail);
    expect(memory.get().draft).toBe('');
  });

  it('keeps the draft in memory if VS Code cannot store it, and reports the error', () => {
    const errors: unknown[] = [];
    const full = { getState: () => undefined, setState: () => raise('The quota is exceeded.') };
    const memory = createPanelMemory(full, (error) => errors.push(error));
    memory.patch({ draft: 'all of it' });
    expect(memory.get().draft).toBe('all of it');
    expect(errors).toHaveLength(1);
  });
});

function raise(message: string): never {
  throw new Error(message);
}

function fail(error: unknown): void {
  throw error;
}

describe('createDraftSync', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(send: (text: string) => Promise<unknown> = () => Promise.resolve()) {
    let stored: unknown;
    const sent: string[] = [];
    const sentByChat: [conversationId: string, text: string][] = [];
    const memory = createPanelMemory({ getState: () => undefined, setState: (state) => (stored = state) }, fail);
    memory.patch({ conversationId: 'c' });
    const { changed, adopted, ...rest } = createDraftSync(memory, (conversationId, text) => {
      sent.push(text);
      sentByChat.push([conversationId, text]);
      return send(text);
    });
    const sync = {
      ...rest,
      changed: (text: string) => changed(text, []),
      adopted: (text: string) => adopted(text, []),
    };
    return { sync, changed, sent, sentByChat, memory, stored: () => stored as Memory };
  }

  it('stores every keystroke at once', () => {
    const { sync, stored } = setUp();
    sync.changed('a');
    sync.changed('ab');
    expect(stored().draft).toBe('ab');
  });

  it('sends the first keystroke at once, and later ones every 150 ms', () => {
    const { sync, sent } = setUp();
    for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
      sync.changed(text);
      vi.advanceTimersByTime(55);
    }
    expect(sent).toEqual(['a', 'abc']);
    vi.advanceTimersByTime(150);
    expect(sent).toEqual(['a', 'abc', 'abcde']);
    vi.advanceTimersByTime(1000);
    sync.changed('b');
    expect(sent).toEqual(['a', 'abc', 'abcde', 'b']);
  });

  it('sends the pending text on flush', () => {
    const { sync, sent } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.flush();
    sync.flush();
    expect(sent).toEqual(['a', 'ab']);
  });

  it('keeps text typed during a send, whichever chat the host shows next', async () => {
    const { sync, memory } = setUp();
    sync.changed('the message');
    await vi.advanceTimersByTimeAsync(1000);
    const cleared = { conversationId: 'new', draft: '', draftRevision: 0, draftOrigin: 'c' };
    sync.submitted();
    expect(chooseDraft(memory.get(), cleared)).toBe('');
    sync.changed('the next one');
    expect(chooseDraft(memory.get(), cleared)).toBe('the next one');
    expect(chooseDraft(memory.get(), { ...cleared, conversationId: 'c', draftOrigin: null })).toBe('the next one');
  });

  it('keeps text typed during a send, even if the host acknowledges the text before the message', async () => {
    const { sync, memory } = setUp();
    const cleared = { conversationId: 'new', draft: '', draftRevision: 0, draftOrigin: 'c' };
    sync.submitted();
    sync.changed('the message and the next one');
    await vi.advanceTimersByTimeAsync(1000);
    sync.answered();
    expect(chooseDraft(memory.get(), cleared)).toBe('the message and the next one');
    sync.changed('the next one');
    expect(chooseDraft(memory.get(), cleared)).toBe('the next one');
    await vi.advanceTimersByTimeAsync(1000);
    expect(memory.get().olderDrafts).toEqual(['the next one']);
  });

  it('remembers the texts that the host may have until one is acknowledged', async () => {
    const { sync, memory } = setUp();
    sync.adopted('a');
    sync.changed('ab');
    sync.flush();
    expect(memory.get().olderDrafts).toEqual(['a', 'ab']);
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get().olderDrafts).toEqual(['ab']);
  });

  it('keeps the text if sending fails', async () => {
    const { sync, memory } = setUp(() => Promise.reject(new Error('gone')));
    sync.adopted('a');
    sync.changed('ab');
    sync.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get()).toMatchObject({ draft: 'ab', olderDrafts: ['a', 'ab'] });
  });

  it('does not send the pending text after a cancel', () => {
    const { sync, sent } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.cancel();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual(['a']);
  });

  it('stores a long pending text on cancel', () => {
    const { sync, stored } = setUp();
    const long = 'x'.repeat(100_000);
    sync.changed('a');
    sync.changed(long);
    expect(stored().draft).toBe('a');
    sync.cancel();
    expect(stored().draft).toBe(long);
  });

  it('sends a text for the chat in which it was typed', () => {
    const { sync, memory, sentByChat } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.flush();
    memory.patch({ conversationId: 'd' });
    sync.changed('x');
    vi.advanceTimersByTime(150);
    expect(sentByChat).toEqual([
      ['c', 'a'],
      ['c', 'ab'],
      ['d', 'x'],
    ]);
  });

  it('does not change the stored draft of another chat', async () => {
    const { sync, memory } = setUp();
    sync.changed('a');
    sync.changed('ab');
    memory.patch({ conversationId: 'd', draft: 'of d', olderDrafts: ['of d'] });
    vi.advanceTimersByTime(150);
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get()).toMatchObject({ draft: 'of d', olderDrafts: ['of d'] });
  });

  it('sends the host’s draft back if an older text may arrive after it', async () => {
    const { sync, sent } = setUp();
    sync.changed('typed before');
    sync.adopted('set by the host');
    expect(sent).toEqual(['typed before', 'set by the host']);
    await vi.advanceTimersByTimeAsync(1000);
    sync.adopted('set again');
    expect(sent).toHaveLength(2);
  });

  it('sends a long text less often, and does not store every keystroke', () => {
    const { sync, sent, stored } = setUp();
    const long = 'x'.repeat(400_000);
    sync.changed(long);
    sync.changed(`${long}y`);
    vi.advanceTimersByTime(1_900);
    expect(sent).toHaveLength(1);
    expect(stored().draft).toHaveLength(400_000);
    vi.advanceTimersByTime(200);
    expect(sent).toHaveLength(2);
    expect(stored().draft).toHaveLength(400_001);
  });

  it('stores chips with their text', () => {
    const { sync, changed, stored } = setUp();
    changed('abc', [{ from: 0, to: 3 }]);
    expect(stored().folds).toEqual([{ from: 0, to: 3 }]);
    sync.chipsChanged([]);
    sync.flush();
    expect(stored().folds).toEqual([]);
  });
});
