import type { SubmitEffect, SuggestionReport } from './protocol.ts';
import type { Suggestion } from './suggesting.ts';

/** Milliseconds between a suggestion's arrival and its appearance. */
export const SUGGESTION_DELAY_MS = 300;
/** For this many milliseconds after an acceptance, another acceptance is ignored. */
export const ACCEPT_DEBOUNCE_MS = 100;

/** What is visible. `suggestion` is the whole text, even if its beginning has been typed; see `ghostText`. */
export interface FollowupState {
  readonly suggestion: string | null;
  readonly isVisible: boolean;
  /** Milliseconds since the epoch; 0 if nothing is visible. */
  readonly shownAt: number;
}

export const INITIAL_FOLLOWUP_STATE: FollowupState = Object.freeze({
  suggestion: null,
  isVisible: false,
  shownAt: 0,
});

/** `typed`: the user typed the suggestion out to its last character. */
export type AcceptMethod = Extract<SuggestionReport, { event: 'accepted' }>['method'];

/** A suggestion's text, with the id that its reports carry. */
export type SuggestedText = Pick<Suggestion, 'id' | 'text'>;

/** The controller's source of time; tests use a manual one. */
export interface FollowupClock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): { dispose(): void };
}

export interface FollowupOptions {
  readonly clock: FollowupClock;
  /** Whether the composer has the focus; called when a suggestion appears. */
  isFocused(): boolean;
  onStateChange(state: FollowupState): void;
  /**
   * Called in a microtask after `accept`, with its arguments, when nothing is visible any more. Also called after the
   * suggestion was typed out in full, with `submit` null.
   */
  onAccept(text: string, method: AcceptMethod, submit: SubmitEffect | null): void;
  /**
   * Reports an event of the suggestion with this id. If the suggestion never appeared, only `hidden` is reported. A
   * withdrawal (`null`, `clear`) is not reported, because it is the caller's own action.
   */
  onReport(suggestionId: string, report: SuggestionReport): void;
  /** Called with an error that `onAccept` threw. */
  onError(error: unknown): void;
}

/**
 * Controls the visibility of one suggestion. The controller does not depend on a framework, and does not handle keys.
 *
 *     waiting ── SUGGESTION_DELAY_MS over ──────────► visible
 *     waiting ── other text, or blocked ────────────► hidden
 *     waiting ── exactly the suggestion's text ─────► filled
 *     visible ── accept, or typed out in full ──────► filled
 *     visible ── other text, hide, or blocked ──────► hidden
 *     hidden  ── composer empty and not blocked ────► visible
 *     hidden  ── exactly the suggestion's text ─────► filled
 *     filled  ── composer empty ────────────────────► visible
 *     filled  ── other text, hide, or blocked ──────► hidden
 *     any     ── dismiss, supersede, clear, null ───► (ended)
 *     any     ── another suggestion is set ─────────► (ended)
 *
 * In the phases `hidden` and `filled`, the beginning of the suggestion counts as other text too. Nothing becomes
 * visible while the controller is held. Other text hides a suggestion but does not end it, because otherwise one
 * mistyped key would destroy edits that are prepared and paid for.
 *
 * Accepting and dismissing are separate events, because only accepting uses the speculation.
 */
export interface FollowupController {
  readonly state: FollowupState;
  /**
   * Shows a suggestion after `SUGGESTION_DELAY_MS`, or at once if it is `immediate` (prepared together with the edits
   * that were just applied). If the composer has other text, the suggestion appears when the composer is empty. Null
   * ends the current suggestion at once. A suggestion is ignored if it is already set or was the last one dismissed or
   * superseded. Therefore the caller may set the same suggestion again after each change of the chat's state.
   */
  setSuggestion(suggestion: SuggestedText | null, options?: { readonly immediate?: boolean }): void;
  /**
   * Accepts the visible suggestion and calls `onAccept` in a microtask. `submit`: the effect of the submitted
   * suggestion; null, the default, to only fill the suggestion in. Does nothing and returns false if nothing is visible,
   * or within `ACCEPT_DEBOUNCE_MS` of the last acceptance, so that a key that bounces does not accept two suggestions.
   */
  accept(method: AcceptMethod, submit?: SubmitEffect | null): boolean;
  /** Ends the suggestion for good, because the user rejects it (Esc, ×). */
  dismiss(): void;
  /**
   * Call this when something other than the suggestion, such as a completion, has put the suggestion's text into the
   * composer. The suggestion does not come back.
   */
  supersede(): void;
  /**
   * Hides the suggestion until the composer is empty again, for example after a paste or when a message is sent. Does
   * nothing while the suggestion still waits to appear.
   */
  hide(): void;
  /**
   * Call this with the composer's whole text after every change, by the user or by code. The suggestion stays visible
   * while its beginning is typed, is accepted at its last character, and is hidden by any other text.
   */
  typed(composerText: string): void;
  /**
   * While blocked, no suggestion is visible, because the composer is used for something else, such as editing an
   * earlier prompt.
   */
  block(blocked: boolean): void;
  /**
   * While held, no suggestion appears; a suggestion that became due appears when the hold ends. Used while an input
   * method composes. Before the hold ends, call `typed` with the composed text.
   */
  hold(held: boolean): void;
  /**
   * Call this when another chat is shown or the composer is disposed. Ends the suggestion, and the time in which
   * another acceptance is ignored.
   */
  clear(): void;
}

type Phase = 'waiting' | 'visible' | 'hidden' | 'filled';

/** A suggestion that has not ended. */
interface Current {
  readonly suggestion: SuggestedText;
  phase: Phase;
  /** When the suggestion first became visible, in milliseconds since the epoch. */
  firstShownAt?: number;
  keystrokeReported: boolean;
}

export function createFollowupController(options: FollowupOptions): FollowupController {
  const { clock } = options;
  let state = INITIAL_FOLLOWUP_STATE;
  let current: Current | undefined;
  /** The id of the suggestion that was dismissed or superseded last. */
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

  /** Milliseconds since the suggestion first became visible. */
  function elapsed({ firstShownAt }: Current): number {
    return Math.max(0, Math.round(clock.now() - (firstShownAt ?? clock.now())));
  }

  /** Reports nothing about a suggestion that was never visible. */
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
    // If the suggestion is filled in, its acceptance has already been reported.
    if (ended && ended.phase !== 'filled') report(ended, { event, afterMs: elapsed(ended) });
  }

  function show(shown: Current): void {
    shown.phase = 'visible';
    shown.firstShownAt ??= clock.now();
    setState({ suggestion: shown.suggestion.text, isVisible: true, shownAt: clock.now() });
    report(shown, { event: 'shown', focused: options.isFocused() });
  }

  function hide(hidden: Current): void {
    const wasShownOrFilled = hidden.phase === 'visible' || hidden.phase === 'filled';
    hidden.phase = 'hidden';
    setState(INITIAL_FOLLOWUP_STATE);
    // Reported even if this controller never showed the suggestion, because the panel may have shown it before a
    // reload, and its speculation must then pause.
    if (wasShownOrFilled) options.onReport(hidden.suggestion.id, { event: 'hidden' });
  }

  /** Updates the phase to match the composer's text. Does nothing during the delay. */
  function follow(): void {
    if (!current || delay) return;
    const { text } = current.suggestion;
    const isFree = current.phase === 'waiting' || current.phase === 'visible';
    if (!blocked && (composerText === '' || (isFree && isBeginning(composerText, text)))) {
      if (current.phase !== 'visible' && !held) show(current);
    } else if (!blocked && composerText === text) fillIn(current);
    else if (current.phase !== 'hidden') hide(current);
  }

  /** Call when the composer's text is exactly the suggestion, typed or filled in. */
  function fillIn(filled: Current): void {
    if (filled.firstShownAt === undefined) filled.phase = 'filled';
    else if (filled.phase !== 'filled') recordAcceptance(filled, 'typed', null);
  }

  function recordAcceptance(accepted: Current, method: AcceptMethod, submit: SubmitEffect | null): void {
    accepted.phase = 'filled';
    setState(INITIAL_FOLLOWUP_STATE);
    lock?.dispose();
    lock = clock.setTimeout(() => (lock = undefined), ACCEPT_DEBOUNCE_MS);
    queueMicrotask(() => {
      try {
        options.onAccept(accepted.suggestion.text, method, submit);
      } catch (error) {
        options.onError(error);
      }
    });
    report(accepted, { event: 'accepted', method, afterMs: elapsed(accepted) });
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

    accept(method, submit = null) {
      if (lock || current?.phase !== 'visible') return false;
      recordAcceptance(current, method, submit);
      return true;
    },

    dismiss: () => settle('dismissed'),

    supersede: () => settle('superseded'),

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
 * The ghost text to render after the caret: the part of a visible suggestion that has not been typed; otherwise empty.
 */
export function ghostText(state: FollowupState, composerText: string): string {
  const { suggestion, isVisible } = state;
  if (!isVisible || suggestion === null || !isBeginning(composerText, suggestion)) return '';
  return suggestion.slice(composerText.length);
}

/**
 * Case-sensitive: "run" is not a beginning of "Run the tests". The typed text and the ghost text together must be
 * exactly the suggestion that is carried out in advance, and "run the tests" would differ from it.
 */
function isBeginning(text: string, suggestion: string): boolean {
  return text.length < suggestion.length && suggestion.startsWith(text);
}

/**
 * For this many milliseconds after a suggestion appears, or after `guardStartedAt` of `EnterTimes`, Enter may be meant
 * for something else.
 */
export const ENTER_GUARD_MS = 700;

/**
 * Milliseconds after an Enter that filled in the suggestion, also if that Enter submitted the suggestion. In this time,
 * another Enter is ignored if the text is unchanged, because the key bounced or was pressed twice. 500 ms is the usual
 * default for a double click. This time is longer than `ACCEPT_DEBOUNCE_MS`, which only keeps a key from accepting two
 * suggestions.
 */
export const ENTER_BOUNCE_MS = 500;

/** The times that decide whether Enter can be meant for the ghost text, in milliseconds since the epoch. */
export interface EnterTimes {
  readonly now: number;
  readonly shownAt: number;
  /** When the composer got the focus, a composition began or ended, or a diff was shown, whichever was last. */
  readonly guardStartedAt: number;
}

/** An Enter on visible ghost text. */
export interface EnterPress extends EnterTimes {
  /** The key is held down, as in `KeyboardEvent.repeat`. */
  readonly repeat: boolean;
}

/**
 * Whether Enter on ghost text sends the suggestion. If not, Enter only fills it in, and the next Enter sends as usual.
 * The most frequent complaint about other tools is that a suggestion runs by accident.
 */
export function mayEnterSubmit({ repeat, ...times }: EnterPress): boolean {
  return !repeat && enterGuardLeft(times) === 0;
}

/** Remaining milliseconds for which Enter only fills in, because it may be meant for something else. */
export function enterGuardLeft({ now, shownAt, guardStartedAt }: EnterTimes): number {
  return Math.max(0, Math.max(shownAt, guardStartedAt) + ENTER_GUARD_MS - now);
}
