import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState, SpeculationView } from '../../../../src/shared/chatState.ts';
import { speculationView } from '../../../support/chatItems.ts';
import type { PanelEffect, Request, SubmitEffect, SubmitResult } from '../../../../src/shared/protocol.ts';
import type { PendingImage } from '../../../../src/webview/composer/attachments.ts';
import { createUiStore } from '../../../../src/webview/composer/composerUi.ts';
import { createDraftAdoption } from '../../../../src/webview/composer/draftAdoption.ts';
import { createDraftSync } from '../../../../src/webview/composer/draftSync.ts';
import type { Chip } from '../../../../src/webview/composer/editor/chips.ts';
import { createSending } from '../../../../src/webview/composer/sending.ts';
import { createValueStore } from '../../../../src/webview/state/valueStore.ts';
import { createPanelMemory } from '../../../../src/webview/state/panelMemory.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Outcome = SubmitResult['outcome'];

/** A composer with a fake text field. The host answers when the test calls `answer`. */
function rig() {
  let text = '';
  let chips: readonly Chip[] = [];
  let shown: ChatState | null = null;
  const submits: string[] = [];
  const mentions: unknown[] = [];
  const answers: ((result: SubmitResult | Error) => void)[] = [];
  const effects: PanelEffect[] = [];
  const drafts = new Map<string, string>();
  const problem = createValueStore<string | null>(null);
  const pending = createValueStore<readonly PendingImage[]>([]);
  let endImages = (_attached: boolean): void => {};
  const imagesEnded = new Promise<boolean>((resolve) => (endImages = resolve));
  const sent: string[] = [];

  const memory = createPanelMemory({ getState: () => undefined, setState: () => undefined }, (error) =>
    expect.fail(String(error)),
  );
  const draft = createDraftSync(memory, (conversationId, draftText) => {
    drafts.set(conversationId, draftText);
    return Promise.resolve();
  });
  const editor = {
    text: () => text,
    chips: () => chips,
    setText(next: string) {
      text = next;
      if (!adoption.isAdopting) draft.changed(next, []);
    },
    clearHistory() {},
    setShellMode() {},
    removeStart(length: number, kept: readonly Chip[]) {
      chips = kept;
      editor.setText(text.slice(length));
    },
  };
  const adoption = createDraftAdoption(editor, draft, memory);
  const ui = createUiStore();
  const sending = createSending({
    panel: {
      request(request: Request) {
        if (request.type !== 'submit') throw new Error(`Unexpected request: ${request.type}.`);
        mentions.push(request.mentions);
        submits.push(
          `${request.conversationId}: ${request.text}${request.steers ? ' (steers)' : ''}${request.expects ? ` (${request.expects})` : ''}`,
        );
        return new Promise((resolve, reject) => {
          answers.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
        });
      },
      problem,
    },
    editor,
    attachments: { pending, hasAny: () => pending.get().length > 0, settled: () => imagesEnded },
    draft,
    adoption,
    ui,
    shown: () => shown,
    onEffect: (effect) => void effects.push(effect),
  });
  sending.onDidSend(() => sent.push('sent'));

  function show(conversationId: string, state: Partial<ChatState> = {}): void {
    const otherChat = shown?.conversationId !== conversationId;
    const revised = otherChat || (state.draftRevision ?? 0) !== shown?.draftRevision;
    shown = { ...createInitialChatState(conversationId), ...state };
    if (revised) adoption.adoptDraft(shown, { otherChat, startsEdit: false });
    sending.chatChanged(shown);
  }
  async function answer(result: Outcome | SubmitResult | Error): Promise<void> {
    answers.shift()?.(typeof result === 'string' ? { outcome: result } : result);
    await vi.advanceTimersByTimeAsync(0);
  }
  /** Types a whole text and presses Enter. */
  async function enter(typed: string, steers = false, expects: SubmitEffect | null = null): Promise<void> {
    editor.setText(typed);
    sending.submit(steers, expects);
    await vi.advanceTimersByTimeAsync(0);
  }
  show('a');
  return {
    show,
    answer,
    enter,
    onceSent: sending.onceSent,
    type: (typed: string) => editor.setText(typed),
    mention: (from: number, to: number) => void (chips = [...chips, { from, to, mention: `file.${from}` }]),
    /** Starts to prepare an image. Returns a function that ends the preparation. */
    beginImage() {
      pending.set([{ id: 1, name: 'cat.png' }]);
      return async (attached: boolean): Promise<void> => {
        pending.set([]);
        endImages(attached);
        await vi.advanceTimersByTimeAsync(0);
      };
    },
    text: () => text,
    hint: () => ui.get().hint,
    problem,
    chips: () => chips,
    submits,
    mentions,
    drafts,
    sent,
    effects,
  };
}

/** Edits for the prompt "add tests". */
function prepared(phase: SpeculationView['phase']): SpeculationView {
  return speculationView({ prompt: 'add tests', phase, files: ['a.ts'], added: 1 });
}

describe('a message', () => {
  it('names the effect that Enter on the suggestion is to have', async () => {
    const { enter, submits } = rig();
    await enter('add tests', false, 'apply');
    expect(submits).toEqual(['a: add tests (apply)']);
  });

  it('is removed from the input only when the host has accepted it', async () => {
    const { enter, answer, text, submits, sent } = rig();
    await enter('add tests');
    expect([text(), submits, sent]).toEqual(['add tests', ['a: add tests'], []]);
    await answer('sent');
    expect([text(), sent]).toEqual(['', ['sent']]);
  });

  it('is not sent if it is only white space', async () => {
    const { enter, submits } = rig();
    await enter('  \n');
    expect(submits).toEqual([]);
  });

  it('stays in the input if the host does not accept it, and the hint says why while the reason applies', async () => {
    const { show, enter, answer, text, hint, sent } = rig();
    show('a', { status: 'responding', editing: 'p1' });
    await enter('add tests');
    await answer('kept');
    expect([text(), hint(), sent]).toEqual(['add tests', strings.composer.keptWhileAnswering, []]);
    show('a', { editing: 'p1' });
    expect(hint()).toBe('');
  });

  it.each([
    ['after', ''],
    ['before', ''],
    ['never', 'Something has changed.'],
  ])(
    'is not accepted; the host clears the input before the reason arrives, after it or never (%s); then the hint is %j',
    async (when, hinted) => {
      const { show, enter, answer, text, hint } = rig();
      await enter('add tests');
      if (when === 'before') show('a', { draft: '', draftRevision: 1 });
      await answer({ outcome: 'kept', message: 'Something has changed.' });
      if (when === 'after') {
        expect(hint()).toBe('Something has changed.');
        show('a', { draft: '', draftRevision: 1 });
      }
      expect([text(), hint()]).toEqual([when === 'never' ? 'add tests' : '', hinted]);
    },
  );

  it('stays in the input if sending fails, and is saved as a draft', async () => {
    const { enter, answer, text, problem, drafts } = rig();
    await enter('add tests');
    await answer(new Error('The disk is full.'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([text(), drafts.get('a')]).toEqual(['add tests', 'add tests']);
    expect(problem.get()).toBe(strings.composer.notSent('The disk is full.'));
  });

  it('shows the host’s hint about a sent message until the answer has ended', async () => {
    const { show, enter, answer, hint } = rig();
    await enter('/init');
    show('a', { status: 'responding' });
    await answer({ outcome: 'sent', message: 'AGENTS.md exists.' });
    show('a', { status: 'waiting-for-confirmation' });
    expect(hint()).toBe('AGENTS.md exists.');
    show('a', { status: 'idle' });
    expect(hint()).toBe('');
  });

  it('shows a hint if sending takes long, until it is sent', async () => {
    const { enter, answer, hint } = rig();
    await enter('add tests');
    expect(hint()).toBe('');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hint()).toBe(strings.composer.sendingTakesLong);
    await answer('sent');
    expect(hint()).toBe('');
  });

  it('shows a hint if opening prepared edits takes long, until they are open', async () => {
    const { show, enter, hint } = rig();
    show('a', { approvalMode: 'default', speculation: prepared('ready') });
    await enter('add tests');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(hint()).toBe(strings.composer.openingChanges);
    show('a', { approvalMode: 'default', speculation: prepared('review') });
    expect(hint()).toBe('');
  });

  it('waits for its images, and text typed meanwhile stays in the input and the draft', async () => {
    const { beginImage, enter, type, answer, text, submits, drafts } = rig();
    const end = beginImage();
    await enter('look');
    type('look at th');
    expect(submits).toEqual([]);
    await end(true);
    expect([text(), submits]).toEqual(['look at th', ['a: look']]);
    await answer('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([text(), drafts.get('a')]).toEqual(['at th', 'at th']);
  });

  it('contains only the image if Enter was pressed without text, even if text is typed meanwhile', async () => {
    const { beginImage, enter, type, answer, text, submits, drafts } = rig();
    const end = beginImage();
    await enter('');
    type('look');
    await end(true);
    await answer('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([text(), submits, drafts.get('a')]).toEqual(['look', ['a: '], 'look']);
  });

  it('is not sent if it was changed while its image was prepared', async () => {
    const { beginImage, enter, type, text, submits } = rig();
    const end = beginImage();
    await enter('look');
    type('lo');
    await end(true);
    expect([text(), submits]).toEqual(['lo', []]);
    await enter('lo and behold');
    expect(submits).toEqual(['a: lo and behold']);
  });

  it('is not sent without an image that could not be attached', async () => {
    const { beginImage, enter, text, submits } = rig();
    const end = beginImage();
    await enter('look');
    await enter('look here');
    await end(false);
    expect([text(), submits]).toEqual(['look here', []]);
  });
});

describe('Enter while a message is being sent', () => {
  it('sends the text that was typed meanwhile as the next message', async () => {
    const { enter, answer, text, submits, sent } = rig();
    await enter('add tests');
    await enter('add tests\nand docs', true);
    expect(submits).toEqual(['a: add tests']);
    await answer('sent');
    expect([text(), submits]).toEqual(['and docs', ['a: add tests', 'a: and docs (steers)']]);
    await answer('queued');
    expect([text(), sent]).toEqual(['', ['sent', 'sent']]);
  });

  it.each(['add tests', 'add tests \n'])('sends nothing if nothing was typed meanwhile: %j', async (again) => {
    const { enter, answer, text, submits } = rig();
    await enter('add tests');
    await enter(again);
    await answer('sent');
    expect([text(), submits]).toEqual(['', ['a: add tests']]);
  });

  it('does not send text that is typed after that Enter', async () => {
    const { enter, type, answer, text, submits, drafts } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    type('add tests\nand docs\nand delete the');
    await answer('sent');
    await answer('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([text(), drafts.get('a')]).toEqual(['and delete the', 'and delete the']);
    expect(submits).toEqual(['a: add tests', 'a: and docs']);
  });

  it('sends each of several messages separately', async () => {
    const { enter, answer, text, submits } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    await enter('add tests\nand docs\nand a changelog', true);
    for (const outcome of ['sent', 'queued', 'queued'] as const) await answer(outcome);
    expect([text(), submits]).toEqual(['', ['a: add tests', 'a: and docs', 'a: and a changelog (steers)']]);
  });

  it.each(['add tests\nand do', 'add tests', '', 'something else'])(
    'sends nothing if the text has become %j',
    async (changed) => {
      const { enter, type, answer, submits } = rig();
      await enter('add tests');
      await enter('add tests\nand docs');
      type(changed);
      await answer('sent');
      expect(submits).toEqual(['a: add tests']);
    },
  );

  it('sends each message with its own mentions, and keeps the other chips', async () => {
    const { enter, mention, type, answer, chips, mentions } = rig();
    await enter('read');
    mention(5, 7);
    await enter('read @a');
    type('read @a and @b');
    mention(12, 14);
    await answer('sent');
    expect(mentions).toEqual([undefined, [{ id: 'file.5', from: 0, to: 2 }]]);
    await answer('sent');
    expect(chips()).toEqual([{ from: 4, to: 6, mention: 'file.12' }]);
  });

  it.each<[string, Outcome | Error]>([
    ['was not accepted', 'kept'],
    ['could not be sent', new Error('gone')],
  ])('sends nothing if the message %s, and both texts stay in the input', async (_, outcome) => {
    const { enter, answer, text, submits } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    await answer(outcome);
    expect([text(), submits]).toEqual(['add tests\nand docs', ['a: add tests']]);
    await enter('add tests\nand docs');
    expect(submits).toHaveLength(2);
  });

  it('sends nothing if another chat is shown before the message is sent, and keeps the text for its own chat', async () => {
    const { show, enter, answer, text, submits, drafts } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    show('b', { draft: 'of b' });
    await answer('sent');
    expect([text(), submits]).toEqual(['of b', ['a: add tests']]);
    expect(drafts.get('a')).toContain('and docs');
    expect(drafts.get('b')).toBeUndefined();
  });

  it('sends nothing if the text has moved into a new chat', async () => {
    const { show, enter, answer, text, submits, drafts } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    show('b', { draftOrigin: 'a' });
    await answer('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(submits).toEqual(['a: add tests']);
    expect(text()).toContain('and docs');
    expect(drafts.get('b')).toContain('and docs');
  });

  it('sends the next message to its own chat if another chat is shown, and keeps it if not accepted', async () => {
    const { show, enter, answer, text, submits, drafts } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    await answer('sent');
    show('b', { draftOrigin: 'a' });
    await answer('kept');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(submits).toEqual(['a: add tests', 'a: and docs']);
    expect([text(), drafts.get('b')]).toEqual(['and docs', 'and docs']);
  });

  it('does not send a text that an edit has put into the input in between', async () => {
    const { show, enter, answer, text, submits } = rig();
    await enter('add tests');
    await enter('add tests\nand docs');
    show('a', { draft: 'an earlier prompt', draftRevision: 1, editing: 'p1' });
    await answer('sent');
    expect([text(), submits]).toEqual(['an earlier prompt', ['a: add tests']]);
  });
});

describe('a command that shows a new chat', () => {
  /** Replaces a saved text with the command so quickly that the host still has the empty text between the two. */
  async function enterQuickly({ type, enter }: ReturnType<typeof rig>): Promise<void> {
    type('an old text');
    await vi.advanceTimersByTimeAsync(1_000);
    type('');
    await vi.advanceTimersByTimeAsync(10);
    await enter('/new');
  }

  it('does not become the draft of the new chat', async () => {
    const user = rig();
    await enterQuickly(user);
    user.show('b', { draftOrigin: 'a' });
    await user.answer('ran');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([user.text(), user.drafts.get('b')]).toEqual(['', '']);
  });

  it('leaves the text that was typed after it in the new chat', async () => {
    const user = rig();
    await enterQuickly(user);
    user.type('/new add tests');
    user.show('b', { draftOrigin: 'a' });
    await user.answer('ran');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([user.text(), user.drafts.get('b')]).toEqual(['add tests', 'add tests']);
  });

  it('stays in the new chat if it was not accepted', async () => {
    const user = rig();
    await enterQuickly(user);
    user.show('b', { draftOrigin: 'a' });
    await user.answer('kept');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([user.text(), user.drafts.get('b')]).toEqual(['/new', '/new']);
  });
});

describe('an action passed to onceSent', () => {
  it('runs once the message has left the input', async () => {
    const { enter, answer, onceSent } = rig();
    const done: string[] = [];
    expect(onceSent(() => done.push('at once'))).toBe(false);
    await enter('add tests');
    expect(onceSent(() => done.push('then'))).toBe(true);
    expect(done).toEqual([]);
    await answer('sent');
    expect(done).toEqual(['then']);
  });

  it('does not run if the message stays, or if text was typed after the message', async () => {
    const { enter, answer, type, onceSent } = rig();
    const done: string[] = [];
    await enter('add tests');
    onceSent(() => done.push('kept'));
    await answer('kept');
    await enter('add tests');
    onceSent(() => done.push('typed'));
    type('add tests, and');
    expect(onceSent(() => done.push('typed before'))).toBe(false);
    await answer('sent');
    expect(done).toEqual([]);
  });
});

describe('Enter while an image is being prepared', () => {
  it.each<[string, string, Partial<ChatState>]>([
    ['another chat', 'b', { draft: 'of b' }],
    ['a new chat that the text has moved into', 'b', { draft: 'look', draftOrigin: 'a' }],
    ['the same chat if an edit has begun', 'a', { draft: 'an earlier prompt', draftRevision: 1, editing: 'p1' }],
  ])('sends nothing to %s', async (_, conversationId, state) => {
    const { beginImage, show, enter, text, submits } = rig();
    const end = beginImage();
    await enter('look');
    await enter('look here');
    show(conversationId, state);
    const before = text();
    await end(true);
    expect([text(), submits]).toEqual([before, []]);
    await enter('now');
    expect(submits).toEqual([`${conversationId}: now`]);
  });
});

describe('a command', () => {
  it('is removed from the input when it has run, shows its message, and has its effect', async () => {
    const { enter, answer, text, hint, effects } = rig();
    await enter('/clear');
    await answer({ outcome: 'ran', message: 'Done.', effect: 'clear-view' });
    expect([text(), hint(), effects]).toEqual(['', 'Done.', ['clear-view']]);
  });

  it('stays in the input if it was not run, and the hint says why', async () => {
    const { enter, answer, text, hint, effects } = rig();
    await enter('/comit');
    await answer({ outcome: 'kept', message: 'There is no command /comit.' });
    expect([text(), hint(), effects]).toEqual(['/comit', 'There is no command /comit.', []]);
  });
});
