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

describe('the draft after a revival', () => {
  const HOST = { conversationId: 'c', draft: 'hel', draftRevision: 3, draftOrigin: null };
  type Host = { conversationId: string; draft: string; draftRevision: number; draftOrigin: string | null };
  const cases: [title: string, memory: Partial<Memory>, host: Partial<Host>, chosen: string][] = [
    ['is the webview’s where the host holds what it acknowledged', {}, {}, 'hello w'],
    ['is the webview’s where the host got what was on its way', {}, { draft: 'hello' }, 'hello w'],
    ['is the host’s where the webview’s memory is the older one', {}, { draft: 'hello world' }, 'hello world'],
    ['is the host’s where a submit has cleared it', {}, { draft: '' }, ''],
    ['is the host’s in another chat', { conversationId: 'other' }, {}, 'hel'],
    ['is the host’s where the host has set it since', { draftRevision: 2 }, {}, 'hel'],
    [
      'is the webview’s where it came along into a new chat while it was typed',
      {},
      { conversationId: 'new', draftOrigin: 'c', draftRevision: 0 },
      'hello w',
    ],
    [
      'is the host’s in a new chat that it came along into from a third one',
      {},
      { conversationId: 'new', draftOrigin: 'third' },
      'hel',
    ],
    [
      'is the host’s in a new chat where it knows a later text',
      {},
      { conversationId: 'new', draftOrigin: 'c', draft: 'hello world' },
      'hello world',
    ],
  ];
  it.each(cases)('%s', (_title, memory, host, chosen) => {
    expect(chooseDraft({ ...MEMORY, ...memory }, { ...HOST, ...host })).toBe(chosen);
  });

  it('tells long texts apart', () => {
    const long = 'x'.repeat(100_000);
    const memory = { ...MEMORY, olderDrafts: [draftKey(long)] };
    expect(chooseDraft(memory, { ...HOST, draft: long })).toBe('hello w');
    expect(chooseDraft(memory, { ...HOST, draft: `${long.slice(1)}y` })).toBe(`${long.slice(1)}y`);
    expect(draftKey(long).length).toBeLessThan(50);
  });

  it('does not trust a memory of another shape', () => {
    const memory = createPanelMemory({ getState: () => ({ draft: 5 }), setState: () => undefined }, fail);
    expect(memory.get().draft).toBe('');
  });

  it('is held where VS Code cannot keep it, and that is said', () => {
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

describe('keeping the draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(send: (text: string) => Promise<unknown> = () => Promise.resolve()) {
    let stored: unknown;
    const sent: string[] = [];
    const told: [conversationId: string, text: string][] = [];
    const memory = createPanelMemory({ getState: () => undefined, setState: (state) => (stored = state) }, fail);
    memory.patch({ conversationId: 'c' });
    const { changed, adopted, ...rest } = createDraftSync(memory, (conversationId, text) => {
      sent.push(text);
      told.push([conversationId, text]);
      return send(text);
    });
    const sync = {
      ...rest,
      changed: (text: string) => changed(text, []),
      adopted: (text: string) => adopted(text, []),
    };
    return { sync, changed, sent, told, memory, stored: () => stored as Memory };
  }

  it('keeps every keystroke at once', () => {
    const { sync, stored } = setUp();
    sync.changed('a');
    sync.changed('ab');
    expect(stored().draft).toBe('ab');
  });

  it('tells the host the first keystroke at once and the others every 150 ms', () => {
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

  it('tells what waits when the panel is left', () => {
    const { sync, sent } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.flush();
    sync.flush();
    expect(sent).toEqual(['a', 'ab']);
  });

  it('keeps what is typed while a message is being sent, whichever chat the host shows next', async () => {
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

  it('keeps it also where the host has acknowledged it before the message was taken', async () => {
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

  it('remembers what the host may hold until the host says what it holds', async () => {
    const { sync, memory } = setUp();
    sync.adopted('a');
    sync.changed('ab');
    sync.flush();
    expect(memory.get().olderDrafts).toEqual(['a', 'ab']);
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get().olderDrafts).toEqual(['ab']);
  });

  it('keeps the text where the host could not be told', async () => {
    const { sync, memory } = setUp(() => Promise.reject(new Error('gone')));
    sync.adopted('a');
    sync.changed('ab');
    sync.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get()).toMatchObject({ draft: 'ab', olderDrafts: ['a', 'ab'] });
  });

  it('tells nothing after a submit', () => {
    const { sync, sent } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.cancel();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual(['a']);
  });

  it('keeps what a submit says as well, until it is answered', () => {
    const { sync, stored } = setUp();
    const long = 'x'.repeat(100_000);
    sync.changed('a');
    sync.changed(long);
    expect(stored().draft).toBe('a');
    sync.cancel();
    expect(stored().draft).toBe(long);
  });

  it('tells a text as the draft of the chat it was typed in, whichever is shown by then', () => {
    const { sync, memory, told } = setUp();
    sync.changed('a');
    sync.changed('ab');
    sync.flush();
    memory.patch({ conversationId: 'd' });
    sync.changed('x');
    vi.advanceTimersByTime(150);
    expect(told).toEqual([
      ['c', 'a'],
      ['c', 'ab'],
      ['d', 'x'],
    ]);
  });

  it('leaves the memory of another chat alone', async () => {
    const { sync, memory } = setUp();
    sync.changed('a');
    sync.changed('ab');
    memory.patch({ conversationId: 'd', draft: 'of d', olderDrafts: ['of d'] });
    vi.advanceTimersByTime(150);
    await vi.advanceTimersByTimeAsync(0);
    expect(memory.get()).toMatchObject({ draft: 'of d', olderDrafts: ['of d'] });
  });

  it('tells again what the host has set where an older text may arrive behind it', async () => {
    const { sync, sent } = setUp();
    sync.changed('typed before');
    sync.adopted('set by the host');
    expect(sent).toEqual(['typed before', 'set by the host']);
    await vi.advanceTimersByTimeAsync(1000);
    sync.adopted('set again');
    expect(sent).toHaveLength(2);
  });

  it('tells a long text less often, and does not keep every keystroke of it', () => {
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

  it('keeps chips with the text they belong to', () => {
    const { sync, changed, stored } = setUp();
    changed('abc', [{ from: 0, to: 3 }]);
    expect(stored().folds).toEqual([{ from: 0, to: 3 }]);
    sync.chipsChanged([]);
    sync.flush();
    expect(stored().folds).toEqual([]);
  });
});
