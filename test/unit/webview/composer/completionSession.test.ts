import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import type { CompletionResult, Request } from '../../../../src/shared/protocol.ts';
import { createCompletionSession, PAUSE_MS } from '../../../../src/webview/composer/completionSession.ts';
import { createUiStore } from '../../../../src/webview/composer/composerUi.ts';
import { createValueStore } from '../../../../src/webview/state/valueStore.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type CompletionMessage = { readonly id: string; readonly text: string };

/** A completion session with a fake text field. `stream` and `respond` act as the host. */
function rig({ text = 'Write a ', state = {} }: { text?: string; state?: Partial<ChatState> } = {}) {
  const chat = { ...createInitialChatState('c'), ...state };
  const requests: Request[] = [];
  const cancelled: string[] = [];
  const inserted: string[] = [];
  const ui = createUiStore();
  const isShown = createValueStore(true);
  const editor = {
    text: () => text,
    caret: text.length as number | null,
    caretAtEnd: true,
    hasFocus: true,
    composing: false,
    listOpen: false,
    endSelection() {
      editor.caret ??= text.length;
    },
    insert(more: string) {
      inserted.push(more);
      type(text.slice(0, editor.caret ?? 0) + more + text.slice(editor.caret ?? 0), (editor.caret ?? 0) + more.length);
    },
    gray: '',
    setCompletion: (gray: string) => void (editor.gray = gray),
  };
  const ghost = { visible: false, superseded: 0, block: { isActive: false, completed: null as string | null } };
  let listener: (message: CompletionMessage) => void = () => {};
  let resolve: (result: CompletionResult) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const session = createCompletionSession({
    panel: {
      request(request) {
        requests.push(request);
        return new Promise<unknown>((fulfil, fail) => ([resolve, reject] = [fulfil, fail]));
      },
      send: (request) => {
        if (request.type === 'cancel-completion') cancelled.push(request.id);
      },
      onCompletion(given) {
        listener = given;
        return () => {};
      },
      shown: isShown,
    },
    editor,
    ghost: {
      isVisible: () => ghost.visible,
      hide: () => void (ghost.visible = false),
      supersede: () => void (ghost.superseded += 1),
      completionChanged: (block) => void (ghost.block = block),
    },
    ui,
    shown: () => chat,
  });
  function type(next: string, caret = next.length): void {
    text = next;
    editor.caret = caret;
    editor.caretAtEnd = caret === next.length;
    session.typed(true);
  }
  const lastId = (): string => {
    const last = requests.at(-1);
    return last?.type === 'complete-input' ? last.id : '';
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    session,
    editor,
    ghost,
    ui,
    isShown,
    requests,
    cancelled,
    inserted,
    type,
    text: () => text,
    stream: (part: string, id = lastId()) => listener({ id, text: part }),
    async respond(result: CompletionResult) {
      resolve(result);
      await settle();
    },
    async failWith(message: string) {
      reject(new Error(message));
      await settle();
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

/** A user who has asked for a completion, which has arrived. */
async function completed(text: string, given: Parameters<typeof rig>[0] = {}) {
  const user = rig(given);
  user.session.ask();
  user.stream(text);
  await user.respond({ kind: 'done', text });
  return user;
}

describe('a completion that the user asks for', () => {
  it('is requested with the text before and after the caret, and streams in', async () => {
    const user = rig({ text: 'Write a  now' });
    user.editor.caret = 8;
    user.session.ask();
    expect(user.requests).toMatchObject([
      { type: 'complete-input', conversationId: 'c', before: 'Write a ', after: ' now' },
    ]);
    expect([user.session.state, user.ui.get().completing]).toEqual(['waiting', true]);
    expect(user.ui.get().announcement).toBe(strings.completion.waiting);
    user.stream('te');
    expect([user.session.state, user.editor.gray]).toEqual(['visible', 'te']);
    await user.respond({ kind: 'done', text: 'test' });
    expect([user.editor.gray, user.ui.get().completing]).toEqual(['test', false]);
    expect(user.ui.get().announcement).toMatch(/^Completion: test\. Tab takes it/);
  });

  it('is taken as one change', async () => {
    const user = await completed('test for it');
    user.session.take();
    expect([user.text(), user.inserted]).toEqual(['Write a test for it', ['test for it']]);
    expect([user.session.state, user.editor.gray, user.ui.get().announcement]).toEqual(['none', '', '']);
    expect(user.cancelled).toEqual([]);
  });

  it('is taken word by word', async () => {
    const user = await completed('test for it');
    user.session.takeWord();
    expect([user.text(), user.editor.gray]).toEqual(['Write a test', ' for it']);
    user.session.takeWord();
    expect([user.text(), user.editor.gray]).toEqual(['Write a test for', ' it']);
  });

  it('continues to arrive after its first part was taken', async () => {
    const user = rig();
    user.session.ask();
    user.stream('test');
    user.session.take();
    expect([user.text(), user.session.state]).toEqual(['Write a test', 'waiting']);
    await user.respond({ kind: 'done', text: 'test for it' });
    expect(user.editor.gray).toBe(' for it');
  });

  it('keeps its rest while its next characters are typed', async () => {
    const user = await completed('test for it');
    user.type('Write a t');
    user.type('Write a te');
    expect(user.editor.gray).toBe('st for it');
    user.type('Write a tex');
    expect([user.editor.gray, user.session.state]).toEqual(['', 'none']);
  });

  it('is dropped if other text is typed before its first part has arrived, and its request ends', () => {
    const user = rig();
    user.session.ask();
    user.type('Write a x');
    expect(user.cancelled).toHaveLength(1);
    user.stream('test');
    expect(user.editor.gray).toBe('');
  });

  it.each<[string, (user: ReturnType<typeof rig>) => void]>([
    ['Esc', ({ session }) => session.drop()],
    [
      'a moved caret',
      ({ editor, session }) => {
        editor.caret = 3;
        session.caretMoved();
      },
    ],
    ['a hidden view', ({ isShown }) => isShown.set(false)],
    ['disposing the composer', ({ session }) => session.dispose()],
  ])('is dropped by %s, and its request ends', (_, act) => {
    const user = rig();
    user.session.ask();
    user.stream('te');
    act(user);
    expect([user.editor.gray, user.cancelled.length, user.ui.get().completing]).toEqual(['', 1, false]);
  });

  it('is replaced if the user asks again', () => {
    const user = rig();
    user.session.ask();
    user.stream('te');
    user.session.ask();
    expect([user.editor.gray, user.requests.length, user.cancelled.length]).toEqual(['', 2, 1]);
  });

  it('does not change during a composition, and continues the composed text at the end of the composition', async () => {
    const user = await completed('テスト');
    user.editor.composing = true;
    user.type('Write a て');
    expect(user.editor.gray).toBe('テスト');
    user.editor.composing = false;
    user.type('Write a テ');
    expect(user.editor.gray).toBe('スト');
  });

  it('is not requested for an empty input: a hint says what to do', () => {
    const user = rig({ text: ' \n' });
    user.session.ask();
    expect([user.requests, user.ui.get().hint]).toEqual([[], strings.completion.empty]);
  });

  it('says in the hint why it failed', async () => {
    const refused = rig();
    refused.session.ask();
    await refused.respond({ kind: 'failed', message: 'Set a key.' });
    expect([refused.ui.get().hint, refused.session.state]).toEqual(['Set a key.', 'none']);
    const broken = rig();
    broken.session.ask();
    await broken.failWith('Broken.');
    expect(broken.ui.get().hint).toBe('Broken.');
  });

  it('shows nothing if it fails after it was dropped', async () => {
    const user = rig();
    user.session.ask();
    user.session.drop();
    await user.respond({ kind: 'failed', message: 'Set a key.' });
    expect(user.ui.get().hint).toBe('');
  });
});

describe('a completion and a suggestion', () => {
  const SUGGESTION = { id: 's', text: 'run the tests', immediate: false };
  const given = { text: 'run ', state: { suggestion: SUGGESTION } };

  it('are never visible together', () => {
    const user = rig(given);
    user.ghost.visible = true;
    user.session.ask();
    expect(user.ghost.visible).toBe(false);
    expect(user.ghost.block.isActive).toBe(true);
    user.session.drop();
    expect(user.ghost.block.isActive).toBe(false);
  });

  it('are different even if their texts are equal: taking the completion ends the suggestion', async () => {
    const user = await completed('the tests', given);
    user.session.take();
    expect(user.text()).toBe(SUGGESTION.text);
    expect(user.ghost.block.completed).toBe(SUGGESTION.text);
    expect(user.ghost.superseded).toBe(1);
  });
});

describe('a pause in typing', () => {
  const ON = { text: 'Write a test', state: { completing: { onTab: false, onPause: true } } };

  it('asks for a completion if the user wants that', async () => {
    const user = rig(ON);
    user.type('Write a test f');
    await user.wait(PAUSE_MS - 1);
    expect(user.requests).toEqual([]);
    await user.wait(1);
    expect(user.requests).toHaveLength(1);
    expect([user.session.state, user.ui.get().completing]).toEqual(['none', false]);
    user.stream('or it');
    expect(user.session.state).toBe('visible');
  });

  it.each<[string, (user: ReturnType<typeof rig>) => void]>([
    ['the text is short', ({ type }) => type('Write')],
    ['the caret is inside the text', ({ type }) => type('Write a test f', 3)],
    ['the input has lost the focus', ({ editor }) => void (editor.hasFocus = false)],
    ['an input method composes', ({ editor }) => void (editor.composing = true)],
    ['the list is open', ({ editor }) => void (editor.listOpen = true)],
    ['a suggestion is visible', ({ ghost }) => void (ghost.visible = true)],
  ])('asks for nothing if %s', async (_, act) => {
    const user = rig(ON);
    user.type('Write a test f');
    act(user);
    await user.wait(2 * PAUSE_MS);
    expect(user.requests).toEqual([]);
  });

  it('asks for nothing after a completion was taken or dropped, or if the setting is off', async () => {
    const taken = await completed(' for it', ON);
    taken.session.take();
    await taken.wait(2 * PAUSE_MS);
    expect(taken.requests).toHaveLength(1);
    const dropped = await completed(' for it', ON);
    dropped.session.drop();
    await dropped.wait(2 * PAUSE_MS);
    expect(dropped.requests).toHaveLength(1);
    const off = rig({ text: 'Write a test' });
    off.type('Write a test f');
    await off.wait(2 * PAUSE_MS);
    expect(off.requests).toEqual([]);
  });

  it('does not report a failed completion', async () => {
    const user = rig(ON);
    user.type('Write a test f');
    await user.wait(PAUSE_MS);
    await user.respond({ kind: 'failed', message: 'Set a key.' });
    expect(user.ui.get().hint).toBe('');
  });
});
