import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ChatState, SpeculationView } from '../../../src/shared/chatState.ts';
import {
  ENTER_BOUNCE_MS,
  ENTER_GUARD_MS,
  SUGGESTION_DELAY_MS,
  type FollowupState,
} from '../../../src/shared/followup.ts';
import type { Request } from '../../../src/shared/protocol.ts';
import { INITIAL_SUGGESTING, type Suggestion } from '../../../src/shared/suggesting.ts';
import { createGhostSession } from '../../../src/webview/composer/ghostSession.ts';
import type { EnterHint } from '../../../src/webview/composer/keys.ts';
import { createValueStore, type Panel } from '../../../src/webview/panel.ts';
import type { Memory } from '../../../src/webview/panelMemory.ts';
import { answerItem } from '../../support/chatItems.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const A: Suggestion = { id: 'a', text: 'run the tests', immediate: false };
const B: Suggestion = { id: 'b', text: 'commit this', immediate: false };

const PREPARED: SpeculationView = {
  id: 'p1',
  suggestionId: A.id,
  phase: 'ready',
  step: 1,
  activity: '',
  files: ['a.ts'],
  added: 1,
  removed: 0,
  model: 'tour/tour',
};

/** The suggestion's part of a composer, with a text field that only holds its text. */
function rig() {
  let text = '';
  let draws = 0;
  let drawn: { state: FollowupState; enter: (text: string) => EnterHint } | undefined;
  let chat = createInitialChatState('c');
  let images = false;
  const submitted: string[] = [];
  const reports: string[] = [];
  const said: string[] = [];
  let memory: Partial<Memory> = {};
  const panel = {
    memory: { get: () => memory, patch: (patch: Partial<Memory>) => void (memory = { ...memory, ...patch }) },
    problem: createValueStore<string | null>(null),
    send(request: Request) {
      if (request.type === 'suggestion-report') reports.push(`${request.suggestionId} ${request.report.event}`);
    },
  } as unknown as Panel;
  const editor = {
    text: () => text,
    setText: (next: string) => type(next),
    setFollowup(state: FollowupState, enter: (text: string) => EnterHint) {
      draws += 1;
      drawn = { state, enter };
    },
    hasFocus: true,
  };
  const ghost = createGhostSession({
    panel,
    editor: () => editor,
    attachments: { any: () => images },
    shown: () => chat,
    submit: () => submitted.push(text),
    onError: (error) => expect.fail(String(error)),
    updateFace: ({ keysAnnouncement }) => {
      if (keysAnnouncement) said.push(keysAnnouncement);
    },
  });
  function type(next: string): void {
    text = next;
    ghost.typed(next);
  }
  const offer = (suggestion: Suggestion | null, enter: 'submit' | 'fill' = 'submit') =>
    ghost.offer({ ...chat, suggestion, suggesting: { ...INITIAL_SUGGESTING, enter } });
  /** Other circumstances, as the host tells them. */
  const change = (patch: Partial<ChatState>) => {
    chat = { ...chat, ...patch };
    ghost.refresh();
  };
  const attach = (some: boolean) => {
    images = some;
    ghost.refresh();
  };
  /** As the composer does it, with the rule that holds at this moment. */
  const enter = async (repeat = false): Promise<void> => {
    ghost.accept('enter', ghost.mayEnterSubmit(repeat));
    await vi.advanceTimersByTimeAsync(0);
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** The word in the hint. */
  const hint = () => drawn?.enter(text).now;
  const seen = { text: () => text, drawn: () => drawn, draws: () => draws, hint };
  return { ghost, type, offer, change, attach, enter, wait, submitted, reports, said, ...seen };
}

async function shown(suggestion = A, enter: 'submit' | 'fill' = 'submit') {
  const made = rig();
  made.offer(suggestion, enter);
  await made.wait(SUGGESTION_DELAY_MS);
  return made;
}

/** With the guard over as well. */
async function calm(...given: Parameters<typeof shown>) {
  const made = await shown(...given);
  await made.wait(ENTER_GUARD_MS);
  return made;
}

describe('Enter on ghost text', () => {
  it('fills, and sends too once the guard time is over', async () => {
    const early = await shown();
    await early.wait(ENTER_GUARD_MS - 1);
    await early.enter();
    expect([early.text(), early.submitted]).toEqual([A.text, []]);
    const late = await shown();
    await late.wait(ENTER_GUARD_MS);
    await late.enter();
    expect(late.submitted).toEqual([A.text]);
  });

  it('only fills just after the focus has come back', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.focused();
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it.each<[string, Parameters<typeof shown>, boolean]>([
    ['a held key', [A], true],
    ['a step that publishes', [{ ...A, text: 'push it' }], false],
    ['the setting', [A, 'fill'], false],
  ])('only fills for %s, however long it was there', async (_, given, repeat) => {
    const { enter, wait, submitted, text } = await shown(...given);
    await wait(60_000);
    await enter(repeat);
    expect([text(), submitted]).toEqual([given[0]?.text, []]);
  });

  it('only fills just after an input method was at work', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.composing(true);
    await wait(60_000);
    ghost.composing(false);
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it('follows a setting that changes while it is shown', async () => {
    const { offer, drawn, hint, enter, wait, submitted } = await shown();
    await wait(60_000);
    offer(A, 'fill');
    expect([hint(), drawn()?.state.suggestion]).toEqual(['fill', A.text]);
    await enter();
    expect(submitted).toEqual([]);
  });
});

describe('another Enter just after one that filled', () => {
  it('is of the same press for half a second, and no longer', async () => {
    const { ghost, enter, wait, text } = await shown();
    await enter();
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(ENTER_BOUNCE_MS - 1);
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(1);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is one of its own where the text is another', async () => {
    const { ghost, enter, type, text } = await shown();
    await enter();
    type(`${text()} twice`);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is one of its own behind what filled otherwise, sent, or was another chat’s', async () => {
    const tab = await calm();
    tab.ghost.accept('tab', false);
    const sent = await calm();
    await sent.enter();
    const elsewhere = await shown();
    await elsewhere.enter();
    elsewhere.ghost.forgetFilled();
    for (const { ghost, wait, text } of [tab, sent, elsewhere]) {
      await wait(0);
      expect([text(), ghost.enterBounces(text())]).toEqual([A.text, false]);
    }
  });
});

describe('the hint', () => {
  it('says that Enter runs only what it will run', async () => {
    expect((await calm()).hint()).toBe('run');
    expect((await calm({ ...A, text: 'push it' })).hint()).toBe('fill');
    expect((await calm(A, 'fill')).hint()).toBe('fill');
  });

  it('says that Enter only fills behind a question for leave to destroy something', async () => {
    const made = rig();
    made.change({ items: [answerItem({ blocks: [{ kind: 'text', text: 'Shall I drop the old tables?' }] })] });
    made.offer({ ...A, text: 'yes' });
    await made.wait(SUGGESTION_DELAY_MS + ENTER_GUARD_MS);
    expect(made.hint()).toBe('fill');
    await made.enter();
    expect([made.text(), made.submitted]).toEqual(['yes', []]);
  });

  it.each<[string, (made: Awaited<ReturnType<typeof calm>>) => void]>([
    ['it has appeared', ({ offer }) => offer({ ...B, immediate: true })],
    ['the focus has come back', ({ ghost }) => ghost.focused()],
    [
      'an input method has let go',
      ({ ghost }) => {
        ghost.composing(true);
        ghost.composing(false);
      },
    ],
  ])('says fill just after %s, and run when that is what Enter does', async (_, happen) => {
    const made = await calm();
    happen(made);
    for (let passed = 0; passed <= ENTER_GUARD_MS; passed += 50) {
      await made.wait(passed === 0 ? 0 : 50);
      expect(made.hint()).toBe(made.ghost.mayEnterSubmit(false) ? 'run' : 'fill');
    }
    expect(made.hint()).toBe('run');
  });

  it('waits with one timer, and with none where nothing will change or nothing is to be seen', async () => {
    const made = await shown();
    made.ghost.focused();
    made.ghost.focused();
    await made.wait(0);
    expect(vi.getTimerCount()).toBe(1);
    made.ghost.composing(true);
    expect(vi.getTimerCount()).toBe(0);
    made.ghost.composing(false);
    expect(vi.getTimerCount()).toBe(1);
    made.ghost.dismiss();
    made.ghost.focused();
    await made.wait(0);
    expect(vi.getTimerCount()).toBe(0);
    await shown({ ...A, text: 'push it' });
    await shown(A, 'fill');
    await calm();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is drawn anew once for it, and not while an input method hides it', async () => {
    const { ghost, wait, draws } = await shown();
    const before = draws();
    await wait(60_000);
    expect(draws()).toBe(before + 1);
    ghost.composing(true);
    await wait(60_000);
    expect(draws()).toBe(before + 1);
  });

  it.each<[string, Partial<ChatState>]>([
    ['an answer is being made', { status: 'responding' }],
    ['an earlier prompt is being edited', { editing: 'u1' }],
  ])('says fill while %s', async (_, patch) => {
    const { change, hint } = await calm();
    change(patch);
    expect(hint()).toBe('fill');
    change({ status: 'idle', editing: null });
    expect(hint()).toBe('run');
  });

  it('says that prepared edits are shown first, where they are, and keeps room for that during the guard', async () => {
    const { change, hint, drawn, ghost, wait } = await calm();
    change({ approvalMode: 'default', suggestion: A, speculation: PREPARED });
    expect(hint()).toBe('review');
    ghost.focused();
    await wait(0);
    expect(drawn()?.enter('')).toEqual({ now: 'fill', later: 'review' });
    const others: Partial<ChatState>[] = [
      { approvalMode: 'auto-edit' },
      { approvalMode: 'default', speculation: { ...PREPARED, files: [] } },
      { speculation: { ...PREPARED, suggestionId: 'earlier' } },
      { speculation: { ...PREPARED, phase: 'running' } },
    ];
    for (const other of others) {
      await wait(ENTER_GUARD_MS);
      change(other);
      expect(hint()).toBe('run');
    }
  });

  it('says fill for as long as images are attached', async () => {
    const { attach, hint } = await calm();
    attach(true);
    expect(hint()).toBe('fill');
    attach(false);
    expect(hint()).toBe('run');
  });

  it('says that only what has been typed is sent, whatever is suggested', async () => {
    for (const made of [await calm(), await shown({ ...A, text: 'run rm' }), await calm(A, 'fill')]) {
      made.type('run');
      expect(made.hint()).toBe('send-typed');
      made.type('');
    }
  });

  it('is not drawn anew while nothing has changed', async () => {
    const { change, drawn } = await calm();
    const before = drawn();
    change({ title: 'Another title' });
    expect(drawn()).toBe(before);
  });
});

describe('races', () => {
  it('two keys at once take it once', async () => {
    const { ghost, wait, reports } = await shown();
    ghost.accept('tab', false);
    ghost.accept('enter', true);
    await wait(60_000);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('a newer one that arrives in the moment of taking does not appear over what was filled in', async () => {
    const { ghost, offer, wait, text, reports } = await shown();
    ghost.accept('tab', false);
    offer(B);
    await wait(60_000);
    expect(text()).toBe(A.text);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('one that arrives while the user types is never seen', async () => {
    const { type, offer, wait, reports } = rig();
    type('and');
    offer(A);
    await wait(60_000);
    expect(reports).toEqual([]);
  });

  it('one that is dismissed before it appears never does', async () => {
    const { ghost, offer, wait, reports } = rig();
    offer(A);
    ghost.dismiss();
    await wait(60_000);
    expect(reports).toEqual([]);
  });

  it('one of another chat is gone with it, also from its delay', async () => {
    const { ghost, offer, wait, reports, drawn } = rig();
    offer(A);
    ghost.clear();
    offer(null);
    await wait(60_000);
    expect(reports).toEqual([]);
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(drawn()?.state.suggestion).toBe(B.text);
  });

  it('a panel that was hidden shows it anew when it is back, and says so', async () => {
    const before = await shown();
    before.ghost.clear();
    const after = await shown();
    expect([before.reports, after.reports]).toEqual([['a shown'], ['a shown']]);
  });
});

describe('a screen reader', () => {
  it('hears once what the keys do, for as long as the panel remembers', async () => {
    const { offer, wait, said } = await shown();
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(said).toEqual([expect.stringMatching(/^Enter runs the suggestion\. Escape dismisses it\./)]);
  });

  it('hears nothing of the guard, also not where something else changes while it lasts', async () => {
    const { ghost, attach, wait, said } = await shown();
    expect(said).toEqual([expect.stringMatching(/^Enter runs the suggestion\./)]);
    ghost.focused();
    await wait(60_000);
    expect(said).toHaveLength(1);
    ghost.focused();
    attach(true);
    expect(said.slice(1)).toEqual(['Enter fills the suggestion in.']);
  });

  it('hears once of each other thing that Enter does, in the words of the hint', async () => {
    const { type, attach, offer, wait, said } = await shown();
    type('run');
    type('run the');
    type('');
    attach(true);
    attach(false);
    offer({ ...B, text: 'push it' });
    await wait(SUGGESTION_DELAY_MS);
    expect(said.slice(1)).toEqual(['Enter sends only what you have typed.', 'Enter fills the suggestion in.']);
  });
});

it('is there for no key while an input method hides it', async () => {
  const { ghost } = await shown();
  ghost.composing(true);
  expect(ghost.isVisible('')).toBe(false);
  ghost.composing(false);
  expect(ghost.isVisible('')).toBe(true);
});

it('appears when an input method is done, unless that has left other text', async () => {
  const { ghost, offer, type, wait, drawn, reports } = rig();
  ghost.composing(true);
  offer(A);
  await wait(60_000);
  expect(reports).toEqual([]);
  type('run');
  ghost.composing(false);
  expect([drawn()?.state.suggestion, reports]).toEqual([A.text, ['a shown']]);
});
