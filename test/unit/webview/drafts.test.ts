import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSync } from '../../../src/webview/composer/draftSync.ts';
import { chooseDraft, createPanelMemory, type Memory } from '../../../src/webview/panelMemory.ts';

const MEMORY: Memory = {
  conversationId: 'c',
  draft: 'hello w',
  draftRevision: 3,
  olderDrafts: ['hel', 'hello'],
  scroll: null,
};

describe('the draft after a revival', () => {
  const cases: [title: string, memory: Partial<Memory>, host: string, chosen: string][] = [
    ['is the webview’s where the host holds what it acknowledged', {}, 'hel', 'hello w'],
    ['is the webview’s where the host got what was on its way', {}, 'hello', 'hello w'],
    ['is the host’s where the webview’s memory is the older one', {}, 'hello world', 'hello world'],
    ['is the host’s where a submit has cleared it', {}, '', ''],
    ['is the host’s in another chat', { conversationId: 'other' }, 'hel', 'hel'],
    ['is the host’s where the host has set it since', { draftRevision: 2 }, 'hel', 'hel'],
  ];
  it.each(cases)('%s', (_title, memory, host, chosen) => {
    expect(chooseDraft({ ...MEMORY, ...memory }, { conversationId: 'c', draft: host, draftRevision: 3 })).toBe(chosen);
  });

  it('does not trust a memory of another shape', () => {
    const memory = createPanelMemory({ getState: () => ({ draft: 5 }), setState: () => undefined });
    expect(memory.get().draft).toBe('');
  });
});

describe('keeping the draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(send: (text: string) => Promise<unknown> = () => Promise.resolve()) {
    let stored: unknown;
    const sent: string[] = [];
    const memory = createPanelMemory({ getState: () => undefined, setState: (state) => (stored = state) });
    const sync = createDraftSync(memory, (text) => {
      sent.push(text);
      return send(text);
    });
    return { sync, sent, memory, stored: () => stored as Memory };
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
});
