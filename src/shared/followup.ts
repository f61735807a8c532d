import type { SuggestionReport } from './protocol.ts';
import { asksToPublishOrDestroy } from './riskyQuestion.ts';
import { publishesOrDestroys } from './riskyWords.ts';
import type { Suggestion } from './suggesting.ts';

/**
 * The life of one suggestion on screen, for any surface: delay, ghost text, and one of three different ends
 * (accepted, dismissed, superseded). Taking accepting for dismissing is what kept an earlier system from ever
 * using a speculation. Knows no framework and no keys; seed 000, FollowupController.
 */

/** Milliseconds between a suggestion's arrival and its appearance (seed 001, constants). */
export const SUGGESTION_DELAY_MS = 300;
/** Milliseconds after an acceptance in which another one is ignored (seed 001, constants). */
export const ACCEPT_DEBOUNCE_MS = 100;

/** Seed 000. `suggestion` is the whole text also while its beginning has been typed; see `ghostText`. */
export interface FollowupState {
  readonly suggestion: string | null;
  readonly isVisible: boolean;
  /** Milliseconds since the epoch; 0 where nothing is visible. */
  readonly shownAt: number;
}

export const INITIAL_FOLLOWUP_STATE: FollowupState = Object.freeze({
  suggestion: null,
  isVisible: false,
  shownAt: 0,
});

/** `typed`: the user typed the suggestion out to its last character. */
export type AcceptMethod = Extract<SuggestionReport, { event: 'accepted' }>['method'];

/** What is suggested; its id tells reports of one suggestion from those of another. */
export type SuggestedText = Pick<Suggestion, 'id' | 'text'>;

/** Time as the controller sees it; tests turn it by hand. */
export interface FollowupClock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): { dispose(): void };
}

export interface FollowupOptions {
  readonly clock: FollowupClock;
  /** Whether the composer has the focus, asked when a suggestion appears. */
  isFocused(): boolean;
  onStateChange(state: FollowupState): void;
  /** In a microtask after `accept`, with the state already cleared. `submit` is what `accept` was given. */
  onAccept(text: string, method: AcceptMethod, submit: boolean): void;
  /**
   * What happened to a suggestion that was shown, by its id. One that never appeared is never reported, and
   * neither is one that was taken back (`null`, `clear`): whoever took it back knows.
   */
  onReport(suggestionId: string, report: SuggestionReport): void;
  /** What `onAccept` threw. */
  onError(error: unknown): void;
}

export interface FollowupController {
  readonly state: FollowupState;
  /**
   * Shows a suggestion after `SUGGESTION_DELAY_MS`, or at once with `immediate` (a pipelined one). Null
   * clears at once. A suggestion whose id is already waiting, visible or settled changes nothing, so a
   * snapshot may repeat it.
   */
  setSuggestion(suggestion: SuggestedText | null, options?: { readonly immediate?: boolean }): void;
  /**
   * Takes the visible suggestion: clears it and calls `onAccept` in a microtask. `submit` is true for Enter
   * unless told otherwise (see `mayEnterSubmit`). False, and nothing happens, where nothing is visible or
   * within `ACCEPT_DEBOUNCE_MS` of the last acceptance: a key that bounces takes one suggestion, not two.
   */
  accept(method: AcceptMethod, options?: { readonly submit?: boolean }): boolean;
  /** Esc, a paste: the user does not want it. */
  dismiss(): void;
  /**
   * To be told the composer's whole text after every change, whoever made it. The suggestion's own beginning
   * keeps it, its last character accepts it, any other text dismisses it, or drops it unseen while it waits.
   */
  typed(composerText: string): void;
  /**
   * While held, as an input method is at work, no suggestion appears; one that was due by then appears when it is over.
   * To be told after the text that it has left.
   */
  hold(held: boolean): void;
  /** Forgets everything, timers and lock included; the chat was switched or the surface goes away. */
  clear(): void;
}

export function createFollowupController(options: FollowupOptions): FollowupController {
  const { clock } = options;
  let state = INITIAL_FOLLOWUP_STATE;
  /** The suggestion that waits or is visible. */
  let current: SuggestedText | undefined;
  let settledId: string | undefined;
  let delay: { dispose(): void } | undefined;
  let lock: { dispose(): void } | undefined;
  let held = false;
  /** The delay has run out while held. */
  let due = false;
  let composerText = '';
  let keystrokeReported = false;

  function setState(next: FollowupState): void {
    if (next === state) return;
    state = next;
    options.onStateChange(state);
  }

  function elapsed(): number {
    return Math.max(0, Math.round(clock.now() - state.shownAt));
  }

  /** Takes the current suggestion away; what it was is returned if the user could see it. */
  function take(): { suggestion: SuggestedText; afterMs: number } | undefined {
    delay?.dispose();
    delay = undefined;
    due = false;
    const taken = current && state.isVisible ? { suggestion: current, afterMs: elapsed() } : undefined;
    if (current) settledId = current.id;
    current = undefined;
    setState(INITIAL_FOLLOWUP_STATE);
    return taken;
  }

  function settle(event: 'dismissed' | 'superseded'): void {
    const taken = take();
    if (taken) options.onReport(taken.suggestion.id, { event, afterMs: taken.afterMs });
  }

  function show(suggestion: SuggestedText): void {
    delay = undefined;
    due = held;
    if (held) return;
    keystrokeReported = false;
    setState({ suggestion: suggestion.text, isVisible: true, shownAt: clock.now() });
    options.onReport(suggestion.id, { event: 'shown', focused: options.isFocused() });
  }

  function accept(method: AcceptMethod, submit: boolean): boolean {
    // What has been typed out was taken by no key that could bounce; it is what the user wants in any case.
    if ((lock && method !== 'typed') || !state.isVisible) return false;
    const taken = take();
    if (!taken) return false;
    const { suggestion, afterMs } = taken;
    lock?.dispose();
    lock = clock.setTimeout(() => (lock = undefined), ACCEPT_DEBOUNCE_MS);
    queueMicrotask(() => {
      try {
        options.onAccept(suggestion.text, method, submit);
      } catch (error) {
        options.onError(error);
      }
    });
    options.onReport(suggestion.id, { event: 'accepted', method, afterMs });
    return true;
  }

  return {
    get state() {
      return state;
    },

    setSuggestion(suggestion, { immediate = false } = {}) {
      if (!suggestion) {
        take();
        return;
      }
      if (suggestion.id === current?.id || suggestion.id === settledId) return;
      settle('superseded');
      if (!isBeginning(composerText, suggestion.text)) return;
      current = suggestion;
      if (immediate) show(suggestion);
      else delay = clock.setTimeout(() => show(suggestion), SUGGESTION_DELAY_MS);
    },

    accept: (method, { submit = method === 'enter' } = {}) => accept(method, submit),

    dismiss: () => settle('dismissed'),

    typed(text) {
      const changed = text !== composerText;
      composerText = text;
      if (!changed || !current) return;
      if (state.isVisible && !keystrokeReported) {
        keystrokeReported = true;
        options.onReport(current.id, { event: 'first-keystroke', afterMs: elapsed() });
      }
      if (isBeginning(text, current.text)) return;
      if (text !== current.text || !accept('typed', false)) settle('dismissed');
    },

    hold(next) {
      held = next;
      if (!held && due && current) show(current);
    },

    clear() {
      take();
      lock?.dispose();
      lock = undefined;
    },
  };
}

/**
 * What to draw behind the caret: the part of a visible suggestion that has not been typed; empty for nothing.
 */
export function ghostText(state: FollowupState, composerText: string): string {
  const { suggestion, isVisible } = state;
  if (!isVisible || suggestion === null || !isBeginning(composerText, suggestion)) return '';
  return suggestion.slice(composerText.length);
}

/**
 * To the letter, case included: "run" typed where "Run the tests" is suggested has no rest, because neither "Run the
 * tests" nor "run the tests" would be both what is displayed and what was suggested, and carried out ahead.
 */
function isBeginning(text: string, suggestion: string): boolean {
  return text.length < suggestion.length && suggestion.startsWith(text);
}

/**
 * Milliseconds after a suggestion's appearance, or after focus came back, in which Enter may be meant for
 * elsewhere.
 */
export const ENTER_GUARD_MS = 700;

/**
 * Milliseconds after an Enter that only filled the suggestion in, in which another one belongs to the same press, as a
 * key that bounces or a hand that presses twice, and does nothing while the text is what was filled in. Half a second is
 * what systems take for a double click by default. Longer than the lock, which keeps a key from taking two suggestions.
 */
export const ENTER_BOUNCE_MS = 500;

/** When Enter began to be meant for ghost text; milliseconds since the epoch. */
export interface EnterTimes {
  readonly now: number;
  readonly shownAt: number;
  /** When keys last began to be meant for the composer. */
  readonly focusedAt: number;
}

/** An Enter on visible ghost text. */
export interface EnterPress extends EnterTimes {
  /** The key was held down, as `KeyboardEvent.repeat`. */
  readonly repeat: boolean;
  /** The suggestion. */
  readonly text: string;
  /** What it follows. */
  readonly answer: string;
}

/**
 * Whether Enter on ghost text sends it; otherwise it only fills, and the next Enter sends as always. Running
 * a suggestion by accident is what users of other tools complain about most.
 */
export function mayEnterSubmit({ repeat, text, answer, ...times }: EnterPress): boolean {
  return !repeat && enterGuardLeft(times) === 0 && enterEverSubmits(text, answer);
}

/** Milliseconds for which Enter still only fills, because it may be meant for elsewhere. */
export function enterGuardLeft({ now, shownAt, focusedAt }: EnterTimes): number {
  return Math.max(0, Math.max(shownAt, focusedAt) + ENTER_GUARD_MS - now);
}

/**
 * Whether Enter may send this text behind this answer once the guard is over; a hint must not promise what never happens.
 */
export function enterEverSubmits(text: string, answer: string): boolean {
  return !publishesOrDestroys(text) && !asksToPublishOrDestroy(answer);
}
