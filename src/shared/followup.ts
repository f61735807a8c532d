import type { SuggestionReport } from './protocol.ts';
import type { Suggestion } from './suggesting.ts';

/**
 * The life of one suggestion on screen, for any surface. Taking accepting for dismissing is what kept an earlier system
 * from ever using a speculation. Knows no framework and no keys; seed 000, FollowupController.
 *
 *     set ──► waiting ──delay──► visible ──accept, or typed out──► filled
 *                │                │   ▲                              │
 *                │        other text  composer empty again      text changes
 *                │                ▼   │                              │
 *                └─text in the way──► hidden ◄───────────────────────┘
 *
 * From every state, `dismiss` (Esc, ×), null and another suggestion end it. Hiding does not end it: seed 000 dismisses
 * what the user types over, but one mistyped key would then destroy edits that are prepared and paid for.
 */

/** Milliseconds between a suggestion's arrival and its appearance (seed 001, constants). */
export const SUGGESTION_DELAY_MS = 300;
/** Milliseconds after an acceptance in which another one is ignored (seed 001, constants). */
export const ACCEPT_DEBOUNCE_MS = 100;

/** Seed 000. What is visible: `suggestion` is the whole text also while its beginning has been typed; see `ghostText`. */
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
  /** In a microtask after `accept`, with nothing visible any more. `submit` is what `accept` was given. */
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
   * Shows a suggestion after `SUGGESTION_DELAY_MS`, or at once with `immediate` (a pipelined one), or when the composer
   * is empty again. Null clears at once. A suggestion whose id is already here or dismissed changes nothing, so a
   * snapshot may repeat it.
   */
  setSuggestion(suggestion: SuggestedText | null, options?: { readonly immediate?: boolean }): void;
  /**
   * Takes the visible suggestion and calls `onAccept` in a microtask. `submit` is true for Enter unless told otherwise
   * (see `mayEnterSubmit`). False, and nothing happens, if nothing is visible or within `ACCEPT_DEBOUNCE_MS` of the last
   * acceptance: a key that bounces takes one suggestion, not two.
   */
  accept(method: AcceptMethod, options?: { readonly submit?: boolean }): boolean;
  /** Esc, ×: the user does not want it, and it does not come back. */
  dismiss(): void;
  /** A paste, a message that is sent: the suggestion is out of the way until the composer is empty again. */
  hide(): void;
  /**
   * To be told the composer's whole text after every change, whoever made it. The suggestion's own beginning keeps it,
   * its last character accepts it, any other text hides it.
   */
  typed(composerText: string): void;
  /** While the composer serves something else, such as an edit of an earlier prompt, nothing is visible. */
  block(blocked: boolean): void;
  /**
   * While held, as an input method is at work, no suggestion appears; one that was due by then appears when it is over.
   * To be told after the text that it has left.
   */
  hold(held: boolean): void;
  /** Forgets everything, timers and lock included; the chat was switched or the surface goes away. */
  clear(): void;
}

type Phase = 'waiting' | 'visible' | 'hidden' | 'filled';

/** A suggestion that has not come to its end. */
interface Current {
  readonly suggestion: SuggestedText;
  phase: Phase;
  /** When it was first visible, in milliseconds since the epoch. */
  firstShownAt?: number;
  keystrokeReported: boolean;
}

export function createFollowupController(options: FollowupOptions): FollowupController {
  const { clock } = options;
  let state = INITIAL_FOLLOWUP_STATE;
  let current: Current | undefined;
  let settledId: string | undefined;
  let delay: { dispose(): void } | undefined;
  let lock: { dispose(): void } | undefined;
  let held = false;
  let blocked = false;
  let composerText = '';

  function setState(next: FollowupState): void {
    if (next === state) return;
    state = next;
    options.onStateChange(state);
  }

  /** Milliseconds since the user could first see it. */
  function elapsed({ firstShownAt }: Current): number {
    return Math.max(0, Math.round(clock.now() - (firstShownAt ?? clock.now())));
  }

  /** Reports nothing about a suggestion that the user has never seen. */
  function report(about: Current, what: SuggestionReport): void {
    if (about.firstShownAt !== undefined) options.onReport(about.suggestion.id, what);
  }

  function end(): Current | undefined {
    const ended = current;
    delay?.dispose();
    delay = undefined;
    current = undefined;
    setState(INITIAL_FOLLOWUP_STATE);
    return ended;
  }

  function settle(event: 'dismissed' | 'superseded'): void {
    const ended = end();
    if (ended) settledId = ended.suggestion.id;
    // A suggestion that was taken has been reported before.
    if (ended && ended.phase !== 'filled') report(ended, { event, afterMs: elapsed(ended) });
  }

  function show(shown: Current): void {
    shown.phase = 'visible';
    shown.firstShownAt ??= clock.now();
    setState({ suggestion: shown.suggestion.text, isVisible: true, shownAt: clock.now() });
    report(shown, { event: 'shown', focused: options.isFocused() });
  }

  function hide(hidden: Current): void {
    const wasWanted = hidden.phase === 'visible' || hidden.phase === 'filled';
    hidden.phase = 'hidden';
    setState(INITIAL_FOLLOWUP_STATE);
    // Also if only an earlier instance of the surface showed it: its speculation has to pause.
    if (wasWanted) options.onReport(hidden.suggestion.id, { event: 'hidden' });
  }

  /** Brings the phase in line with the composer; `delay` keeps a suggestion that waits where it is. */
  function follow(): void {
    if (!current || delay) return;
    const { text } = current.suggestion;
    const isFree = current.phase === 'waiting' || current.phase === 'visible';
    if (!blocked && (composerText === '' || (isFree && isBeginning(composerText, text)))) {
      if (current.phase !== 'visible' && !held) show(current);
    } else if (!blocked && composerText === text) fillIn(current);
    else if (current.phase !== 'hidden') hide(current);
  }

  /** The composer holds exactly the suggestion, typed or filled in. */
  function fillIn(filled: Current): void {
    if (filled.firstShownAt === undefined) filled.phase = 'filled';
    else if (filled.phase !== 'filled') take(filled, 'typed', false);
  }

  function take(taken: Current, method: AcceptMethod, submit: boolean): void {
    taken.phase = 'filled';
    setState(INITIAL_FOLLOWUP_STATE);
    lock?.dispose();
    lock = clock.setTimeout(() => (lock = undefined), ACCEPT_DEBOUNCE_MS);
    queueMicrotask(() => {
      try {
        options.onAccept(taken.suggestion.text, method, submit);
      } catch (error) {
        options.onError(error);
      }
    });
    report(taken, { event: 'accepted', method, afterMs: elapsed(taken) });
  }

  return {
    get state() {
      return state;
    },

    setSuggestion(suggestion, { immediate = false } = {}) {
      if (!suggestion) {
        end();
        return;
      }
      if (suggestion.id === current?.suggestion.id || suggestion.id === settledId) return;
      settle('superseded');
      current = { suggestion, phase: 'waiting', keystrokeReported: false };
      if (!immediate) {
        delay = clock.setTimeout(() => {
          delay = undefined;
          follow();
        }, SUGGESTION_DELAY_MS);
      }
      follow();
    },

    accept(method, { submit = method === 'enter' } = {}) {
      if (lock || current?.phase !== 'visible') return false;
      take(current, method, submit);
      return true;
    },

    dismiss: () => settle('dismissed'),

    hide() {
      if (current && current.phase !== 'waiting') hide(current);
    },

    typed(text) {
      const changed = text !== composerText;
      composerText = text;
      if (!changed || !current) return;
      if (current.phase === 'visible' && !current.keystrokeReported) {
        current.keystrokeReported = true;
        report(current, { event: 'first-keystroke', afterMs: elapsed(current) });
      }
      follow();
    },

    block(next) {
      if (next === blocked) return;
      blocked = next;
      follow();
    },

    hold(next) {
      if (next === held) return;
      held = next;
      if (!held) follow();
    },

    clear() {
      end();
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
}

/**
 * Whether Enter on ghost text sends it; otherwise it only fills, and the next Enter sends as always. Running
 * a suggestion by accident is what users of other tools complain about most.
 */
export function mayEnterSubmit({ repeat, ...times }: EnterPress): boolean {
  return !repeat && enterGuardLeft(times) === 0;
}

/** Milliseconds for which Enter still only fills, because it may be meant for elsewhere. */
export function enterGuardLeft({ now, shownAt, focusedAt }: EnterTimes): number {
  return Math.max(0, Math.max(shownAt, focusedAt) + ENTER_GUARD_MS - now);
}
