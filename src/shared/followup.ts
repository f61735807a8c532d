import type { SubmitEffect, SuggestionReport } from './protocol.ts';
import type { Suggestion } from './suggesting.ts';

/** Milliseconds between a suggestion's arrival and its appearance. */
export const SUGGESTION_DELAY_MS = 300;
/** Milliseconds after an acceptance in which another acceptance is ignored. */
export const ACCEPT_DEBOUNCE_MS = 100;

/** `suggestion` is the whole text, even if its beginning has been typed; see `ghostText`. */
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

export type SuggestedText = Pick<Suggestion, 'id' | 'text'>;

export interface FollowupClock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): { dispose(): void };
}

export interface FollowupOptions {
  readonly clock: FollowupClock;
  /** Whether the composer has the focus. */
  isFocused(): boolean;
  onStateChange(state: FollowupState): void;
  /**
   * Called in a microtask after an acceptance, with the arguments of `accept`, when nothing is visible any more. If the
   * suggestion was typed out in full, `submit` is null.
   */
  onAccept(text: string, method: AcceptMethod, submit: SubmitEffect | null): void;
  /**
   * If the suggestion never appeared, only `hidden` is reported. A withdrawal (`null`, `clear`) is not reported,
   * because it is the caller's own action.
   */
  onReport(suggestionId: string, report: SuggestionReport): void;
  /** Called with an error that `onAccept` threw. */
  onError(error: unknown): void;
}

/**
 * Controls the visibility of one suggestion. Depends on no framework, and handles no keys.
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
 * visible while the controller is held. Other text does not end a suggestion, because otherwise one mistyped key would
 * destroy prepared edits.
 */
export interface FollowupController {
  readonly state: FollowupState;
  /**
   * Shows a suggestion after the delay, or at once if it is `immediate` (prepared together with the edits that were
   * just applied). Null ends the current suggestion. A suggestion that is already set, or was dismissed or superseded
   * last, is ignored, so the caller may set it repeatedly.
   */
  setSuggestion(suggestion: SuggestedText | null, options?: { readonly immediate?: boolean }): void;
  /**
   * Accepts the visible suggestion. `submit` is null to only fill it in. Returns false if nothing is visible, or
   * shortly after the last acceptance, so that a bouncing key does not accept two suggestions.
   */
  accept(method: AcceptMethod, submit?: SubmitEffect | null): boolean;
  /** Ends the suggestion for good, because the user rejects it (Esc, ×). */
  dismiss(): void;
  /**
   * Ends the suggestion for good. Call this when something else, such as a completion, has put the suggestion's text
   * into the composer.
   */
  supersede(): void;
  /** Hides the suggestion until the composer is empty again, unless the suggestion still waits to appear. */
  hide(): void;
  /** Call this with the composer's whole text after every change, by the user or by code. */
  typed(composerText: string): void;
  /** While blocked, no suggestion is visible, because the composer is used for something else. */
  block(blocked: boolean): void;
  /**
   * While held, no suggestion appears; used while an input method composes. Before the hold ends, call `typed` with the
   * composed text.
   */
  hold(held: boolean): void;
  /** Call this when another chat is shown or the composer is disposed. */
  clear(): void;
}

type Phase = 'waiting' | 'visible' | 'hidden' | 'filled';

interface Current {
  readonly suggestion: SuggestedText;
  phase: Phase;
  /** Milliseconds since the epoch. */
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

  /** In milliseconds. */
  function elapsed({ firstShownAt }: Current): number {
    return Math.max(0, Math.round(clock.now() - (firstShownAt ?? clock.now())));
  }

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
    // The acceptance of a filled-in suggestion has already been reported.
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
    // Reported even if this controller never showed the suggestion: the panel may have shown it before a reload, and
    // its speculation must pause.
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

  /** Call when the composer's text is exactly the suggestion. */
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

/** The part of a visible suggestion that has not been typed; otherwise empty. */
export function ghostText(state: FollowupState, composerText: string): string {
  const { suggestion, isVisible } = state;
  if (!isVisible || suggestion === null || !isBeginning(composerText, suggestion)) return '';
  return suggestion.slice(composerText.length);
}

/**
 * Case-sensitive, because the typed text and the ghost text together must be exactly the suggestion that is carried out
 * in advance.
 */
function isBeginning(text: string, suggestion: string): boolean {
  return text.length < suggestion.length && suggestion.startsWith(text);
}

/**
 * Milliseconds after a suggestion appears, or after `guardStartedAt`, in which Enter may be meant for something else.
 */
export const ENTER_GUARD_MS = 700;

/**
 * Milliseconds after an Enter that filled in the suggestion. Another Enter in this time is ignored if the text is
 * unchanged, because the key bounced or was pressed twice. 500 ms is the usual default for a double click.
 */
export const ENTER_BOUNCE_MS = 500;

/** The times that decide what Enter does on ghost text, in milliseconds since the epoch. */
export interface EnterTimes {
  readonly now: number;
  readonly shownAt: number;
  /** When the composer got the focus, a composition began or ended, or a diff was shown, whichever was last. */
  readonly guardStartedAt: number;
}

export interface EnterPress extends EnterTimes {
  /** As in `KeyboardEvent.repeat`. */
  readonly repeat: boolean;
}

/**
 * Whether Enter may send the suggestion. If not, Enter only fills the suggestion in. The most frequent complaint about
 * other tools is that a suggestion runs by accident.
 */
export function mayEnterSubmit({ repeat, ...times }: EnterPress): boolean {
  return !repeat && enterGuardLeft(times) === 0;
}

/** Milliseconds for which Enter still only fills in. */
export function enterGuardLeft({ now, shownAt, guardStartedAt }: EnterTimes): number {
  return Math.max(0, Math.max(shownAt, guardStartedAt) + ENTER_GUARD_MS - now);
}
