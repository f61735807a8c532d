import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { ENTER_GUARD_MS, SUGGESTION_DELAY_MS, type FollowupState } from '../../../src/shared/followup.ts';
import type { Request } from '../../../src/shared/protocol.ts';
import { INITIAL_SUGGESTING, type Suggestion } from '../../../src/shared/suggesting.ts';
import { createGhostSession } from '../../../src/webview/composer/ghostSession.ts';
import { createValueStore, type Panel } from '../../../src/webview/panel.ts';
import type { Memory } from '../../../src/webview/panelMemory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const A: Suggestion = { id: 'a', text: 'run the tests', immediate: false };
const B: Suggestion = { id: 'b', text: 'commit this', immediate: false };

/** The suggestion's part of a composer, with a text field that only holds its text. */
function rig() {
  let text = '';
  let drawn: { state: FollowupState; runs: boolean } | undefined;
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
    setFollowup: (state: FollowupState, runs: boolean) => void (drawn = { state, runs }),
    hasFocus: true,
  };
  const ghost = createGhostSession({
    panel,
    editor: () => editor,
    submit: () => submitted.push(text),
    onError: (error) => expect.fail(String(error)),
    updateFace: ({ keysAnnouncement }) => {
      if (keysAnnouncement !== '') said.push(keysAnnouncement);
    },
  });
  function type(next: string): void {
    text = next;
    ghost.typed(next);
  }
  const offer = (suggestion: Suggestion | null, enter: 'submit' | 'fill' = 'submit') =>
    ghost.offer({ ...createInitialChatState('c'), suggestion, suggesting: { ...INITIAL_SUGGESTING, enter } });
  /** As the composer does it, with the rule that holds at this moment. */
  const enter = async (repeat = false): Promise<void> => {
    ghost.accept('enter', ghost.mayEnterSubmit(repeat));
    await vi.advanceTimersByTimeAsync(0);
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { ghost, type, offer, enter, wait, submitted, reports, said, text: () => text, drawn: () => drawn };
}

async function shown(suggestion = A, enter: 'submit' | 'fill' = 'submit') {
  const made = rig();
  made.offer(suggestion, enter);
  await made.wait(SUGGESTION_DELAY_MS);
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

  it('is promised in the hint only where it will send', async () => {
    expect((await shown()).drawn()?.runs).toBe(true);
    expect((await shown({ ...A, text: 'push it' })).drawn()?.runs).toBe(false);
    expect((await shown(A, 'fill')).drawn()?.runs).toBe(false);
  });

  it('follows a setting that changes while it is shown', async () => {
    const { offer, drawn, enter, wait, submitted } = await shown();
    await wait(60_000);
    offer(A, 'fill');
    expect(drawn()).toMatchObject({ runs: false, state: { suggestion: A.text } });
    await enter();
    expect(submitted).toEqual([]);
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

it('says once what the keys do, for as long as the panel remembers', async () => {
  const { offer, wait, said } = await shown();
  offer(B);
  await wait(SUGGESTION_DELAY_MS);
  expect(said).toEqual([expect.stringContaining('Enter sends')]);
});
