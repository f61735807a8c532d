import type { ChatState } from '../../shared/chatState.ts';
import type { ChatEvent } from '../../shared/protocol.ts';
import { callsOf, type AnswerStatus } from '../../shared/transcriptItem.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import { Emitter } from '../base/emitter.ts';
import type { PanelVisibility } from '../suggest/panelVisibility.ts';

/** The setting `premove.notifications`. */
export type NotificationLevel = 'off' | 'waiting' | 'all';

export type AttentionEvent =
  /** Approvals or questions began to wait; `count` is the result of `countWaiting`. */
  | { readonly kind: 'waiting'; readonly count: number }
  | { readonly kind: 'done'; readonly end: AnswerEnd }
  /**
   * An agent asks for a decision. `terminal` and `question` are untrusted: pass them through `toDisplayText` or
   * `toEnding` before you show them.
   */
  | { readonly kind: 'terminal'; readonly agent: string; readonly terminal: string; readonly question: string };

/** `unfinished`: only the user can continue the answer. */
export type AnswerEnd = 'finished' | 'unfinished';

/**
 * `terminals`: only agents in terminals wait for the user. `notices`: the only cards are offers and problems of
 * terminals.
 */
export type AttentionBadge =
  | { readonly kind: 'waiting' | 'terminals' | 'notices'; readonly count: number }
  | { readonly kind: 'done'; readonly end: AnswerEnd };

export interface AttentionState {
  /** Cards of the chat that wait for the user. */
  readonly waiting: number;
  /** Agents in terminals that ask. */
  readonly terminals: number;
  /** Other cards about terminals: offers and problems. */
  readonly notices: number;
  /** How the last answer ended; null after the user has seen the end, or while an answer runs. */
  readonly unseenEnd: AnswerEnd | null;
}

/** Null while the panel is visible or nothing needs the user. */
export function badgeFor(state: AttentionState, visible: boolean): AttentionBadge | null {
  const { waiting, terminals, notices, unseenEnd } = state;
  if (visible) return null;
  if (waiting > 0) return { kind: 'waiting', count: waiting + terminals };
  if (terminals > 0) return { kind: 'terminals', count: terminals };
  if (unseenEnd !== null) return { kind: 'done', end: unseenEnd };
  return notices > 0 ? { kind: 'notices', count: notices } : null;
}

/** Whether to show a notification. In a focused window, the user sees the panel or its badge without a notification. */
export function isWorthNotifying(event: AttentionEvent, focused: boolean, level: NotificationLevel): boolean {
  if (focused || level === 'off') return false;
  return level === 'all' || event.kind !== 'done';
}

/** The number of waiting cards in the last answer. One card may ask about several edits. */
export function countWaiting({
  items,
  status,
  speculation,
}: Pick<ChatState, 'items' | 'status' | 'speculation'>): number {
  const last = items.at(-1);
  if (status !== 'waiting-for-confirmation' || last?.kind !== 'answer') return 0;
  if (speculation?.adopted) return 1;
  const waiting = callsOf(last.blocks).filter(
    (call) => call.status === 'awaiting-approval' || call.status === 'awaiting-answer',
  );
  return new Set(waiting.map((call) => call.approval?.group ?? call.callId)).size;
}

/**
 * How the last answer ended. Null if it is missing, runs, was stopped or interrupted, or if the queue continues after
 * it.
 */
export function endOfPrompt(state: Pick<ChatState, 'items' | 'queue' | 'queuePaused'>): AnswerEnd | null {
  const last = state.items.at(-1);
  if (last?.kind !== 'answer') return null;
  const continues = last.status === 'done' && !state.queuePaused && state.queue.some(({ removed }) => !removed);
  return continues ? null : ENDS[last.status];
}

const ENDS: Readonly<Record<AnswerStatus, AnswerEnd | null>> = {
  streaming: null,
  done: 'finished',
  stopped: null,
  interrupted: null,
  'turn-limit': 'unfinished',
  loop: 'unfinished',
  'cut-off': 'unfinished',
  'only-thinking': 'unfinished',
  'context-full': 'unfinished',
  refused: 'unfinished',
  failed: 'unfinished',
};

export interface AttentionOptions {
  readonly store: Pick<ChatStore, 'state' | 'onDidChange' | 'onDidReplace'>;
  readonly visibility: Pick<PanelVisibility, 'isVisible' | 'onDidChangeVisible'>;
  readonly isWindowFocused: () => boolean;
  readonly level: () => NotificationLevel;
  /** Called once per event that is worth a notification. Must not wait for the user. */
  readonly notify: (event: AttentionEvent, chatTitle: string) => void;
}

/** After these events, `countWaiting` is called again. */
const CHANGES_WAITING: ReadonlySet<ChatEvent['type']> = new Set([
  'status-changed',
  'tool-call-update',
  'agent-call-update',
]);

/** Keeps a badge while the panel is hidden, and notifies the user while the window is not focused. */
export class Attention {
  private readonly options: AttentionOptions;
  private readonly changed = new Emitter<AttentionBadge | null>();
  private state: AttentionState = { waiting: 0, terminals: 0, notices: 0, unseenEnd: null };
  /** The ids of the terminal cards that have asked for attention. Each card asks only once. */
  private readonly notified = new Set<string>();
  private status: ChatState['status'];
  private shown: AttentionBadge | null = null;

  readonly onDidChangeBadge = this.changed.event;

  constructor(options: AttentionOptions) {
    this.options = options;
    const { store, visibility } = options;
    this.status = store.state.status;
    store.onDidChange(({ type }) => {
      if (CHANGES_WAITING.has(type)) this.follow();
      if (type === 'terminals-changed') this.followTerminals();
    });
    store.onDidReplace(() => {
      this.status = store.state.status;
      this.set({ ...this.state, waiting: countWaiting(store.state), unseenEnd: null });
    });
    visibility.onDidChangeVisible(() => this.set({ ...this.state, ...(visibility.isVisible && { unseenEnd: null }) }));
  }

  get badge(): AttentionBadge | null {
    return this.shown;
  }

  private follow(): void {
    const { store, visibility } = this.options;
    const { status } = store.state;
    const hasEnded = this.status !== 'idle' && status === 'idle';
    this.status = status;
    const waiting = countWaiting(store.state);
    const beginsToWait = waiting > 0 && this.state.waiting === 0;
    const end = hasEnded ? endOfPrompt(store.state) : null;
    const unseenEnd = status === 'idle' && !visibility.isVisible ? (end ?? this.state.unseenEnd) : null;
    this.set({ ...this.state, waiting, unseenEnd });
    if (beginsToWait) this.notify({ kind: 'waiting', count: waiting });
    if (end) this.notify({ kind: 'done', end });
  }

  private followTerminals(): void {
    const { terminals } = this.options.store.state;
    const asking = terminals.filter(({ content }) => content.kind === 'question').length;
    this.set({ ...this.state, terminals: asking, notices: terminals.length - asking });
    for (const { id, agent, terminal, content } of terminals) {
      if (content.kind !== 'question' || content.urgency !== 'decision' || this.notified.has(id)) continue;
      this.notified.add(id);
      this.notify({ kind: 'terminal', agent, terminal, question: content.text });
    }
  }

  private notify(event: AttentionEvent): void {
    const { isWindowFocused, level, notify, store } = this.options;
    if (isWorthNotifying(event, isWindowFocused(), level())) notify(event, store.state.title);
  }

  private set(state: AttentionState): void {
    this.state = state;
    const badge = badgeFor(state, this.options.visibility.isVisible);
    if (JSON.stringify(badge) === JSON.stringify(this.shown)) return;
    this.shown = badge;
    this.changed.fire(badge);
  }
}
