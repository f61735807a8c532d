import { expect, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState, SpeculationView } from '../../../../src/shared/chatState.ts';
import { speculationView } from '../../../support/chatItems.ts';
import { ENTER_GUARD_MS, SUGGESTION_DELAY_MS, type FollowupState } from '../../../../src/shared/followup.ts';
import type { Request } from '../../../../src/shared/protocol.ts';
import { INITIAL_SUGGESTING, type Suggesting, type Suggestion } from '../../../../src/shared/suggesting.ts';
import { createGhostSession } from '../../../../src/webview/composer/ghostSession.ts';
import type { EnterHint } from '../../../../src/webview/composer/editor/keys.ts';
import type { PreparedEnter } from '../../../../src/webview/composer/editor/preparedEnter.ts';
import type { Panel } from '../../../../src/webview/state/panel.ts';
import { createValueStore } from '../../../../src/webview/state/valueStore.ts';
import type { Memory } from '../../../../src/webview/state/panelMemory.ts';

export const A: Suggestion = { id: 'a', text: 'run the tests', immediate: false };
export const B: Suggestion = { id: 'b', text: 'commit this', immediate: false };

/** A speculation of a suggestion, ready to be applied. */
export const preparedFor = (suggestionId: string): SpeculationView =>
  speculationView({ suggestionId, phase: 'ready', files: ['a.ts'], added: 1 });

/** A ghost session with a fake text field that only holds a text. */
export function rig() {
  let text = '';
  let renders = 0;
  let preparedHint: PreparedEnter = 'none';
  /** The announcement of the keys that is shown now. */
  let keys = '';
  let rendered: { state: FollowupState; enter: (text: string) => EnterHint } | undefined;
  let chat = createInitialChatState('c');
  let images = false;
  const submitted: string[] = [];
  const reports: string[] = [];
  const announced: string[] = [];
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
      renders += 1;
      rendered = { state, enter };
    },
    setPreparedHint: (hint: PreparedEnter) => (preparedHint = hint),
    hasFocus: true,
  };
  const ghost = createGhostSession({
    panel,
    editor,
    attachments: { hasAny: () => images },
    shown: () => chat,
    submit: (expects) => submitted.push(`${text} (${expects})`),
    onError: (error) => expect.fail(String(error)),
    updateUi: ({ keysAnnouncement }) => {
      keys = keysAnnouncement ?? keys;
      if (keysAnnouncement) announced.push(keysAnnouncement);
    },
  });
  function type(next: string): void {
    text = next;
    ghost.typed(next);
  }
  const offer = (suggestion: Suggestion | null, suggesting: Partial<Suggesting> = {}) =>
    ghost.offer({ ...chat, suggestion, suggesting: { ...INITIAL_SUGGESTING, ...suggesting } });
  /** Changes the chat's state, as a delta from the host does. */
  const change = (patch: Partial<ChatState>) => {
    chat = { ...chat, ...patch };
    ghost.refresh();
  };
  const attach = (some: boolean) => {
    images = some;
    ghost.refresh();
  };
  /** A completion begins or ends. */
  const block = (now: boolean): void => {
    ghost.completionChanged({ isActive: now, completed: null });
  };
  /** Accepts with Enter as the composer does: the session decides whether Enter also submits. */
  const enter = async (repeat = false): Promise<void> => {
    ghost.accept('enter', ghost.mayEnterSubmit(repeat) ? 'run' : null);
    await vi.advanceTimersByTimeAsync(0);
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** The effect of Enter that the hint shows now. */
  const hint = () => rendered?.enter(text).now;
  const seen = {
    text: () => text,
    rendered: () => rendered,
    renders: () => renders,
    hint,
    preparedHint: () => preparedHint,
    keys: () => keys,
  };
  return { ghost, type, offer, change, attach, block, enter, wait, submitted, reports, announced, ...seen };
}

/** Offers a suggestion and waits until it is visible. */
export async function shown(suggestion = A, suggesting: Partial<Suggesting> = {}) {
  const made = rig();
  made.offer(suggestion, suggesting);
  await made.wait(SUGGESTION_DELAY_MS);
  return made;
}

/** Offers a suggestion and waits until it is visible and the guard time is over. */
export async function calm(...given: Parameters<typeof shown>) {
  const made = await shown(...given);
  await made.wait(ENTER_GUARD_MS);
  return made;
}
