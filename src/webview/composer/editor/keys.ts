import type { ChatState } from '../../../shared/chatState.ts';
import { isAcceptable } from '../../../shared/preparedEdits.ts';
import type { SubmitEffect } from '../../../shared/protocol.ts';
import { decideCommandEnter, decideEscape, decideTab, type EscapeSituation } from '../../state/keyTables.ts';
import { letterOf } from './terminalKeys.ts';

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta. */
  readonly modified: boolean;
  /** Ctrl or Meta. */
  readonly command: boolean;
  /** See `isCompletionKey`. */
  readonly completes: boolean;
  /** The key belongs to a list that is open or about to open; see `isListKey`. */
  readonly forList: boolean;
  readonly repeat: boolean;
  /** An input method handles the key. */
  readonly composing: boolean;
}

/** A key pressed alone and once, which neither a list nor an input method handles. */
export const PLAIN_PRESS: Omit<KeyPress, 'key'> = {
  shift: false,
  modified: false,
  command: false,
  completes: false,
  forList: false,
  repeat: false,
  composing: false,
};

export interface ComposerSituation {
  readonly text: string;
  /** Nothing is selected, and the caret is after the last character. */
  readonly caretAtEnd: boolean;
  /** The caret is in the first or last visual line. */
  readonly inFirstLine: boolean;
  readonly inLastLine: boolean;
  readonly ghostVisible: boolean;
  readonly translating: boolean;
  /** See `CompletionSession.state`. */
  readonly completion: 'none' | 'waiting' | 'visible';
  /** The input's whole text, as it was when a part of a completion was last added to it; null before that. */
  readonly completed: string | null;
  /** `premove.complete.tab`. */
  readonly tabCompletes: boolean;
  /**
   * `premove.suggestions.enter`, the permissions and the guard times allow Enter to send the suggestion. False if no
   * ghost text is visible, if the key is held down, or if the suggestion is a command.
   */
  readonly enterMaySubmit: boolean;
  /**
   * The suggestion or a diff has just appeared, the composer has just got the focus, or a composition just began or
   * ended.
   */
  readonly guarded: boolean;
  /** The suggestion that was last filled in or typed out; null after a send or in another chat. */
  readonly filled: string | null;
  /** Enter has just filled in this text, so another Enter may belong to the same key press. */
  readonly enterBounces: boolean;
  /** Enter or Space on another control has just moved the focus into the input. */
  readonly enterBlocked: boolean;
  readonly answering: boolean;
  /** A card waits for the user, or accepted edits wait for Apply. */
  readonly cardWaits: boolean;
  /** Esc would leave a mode of Vim, cancel an unfinished command, or end the highlighting of a search. */
  readonly vimTakesEscape: boolean;
  /** The feedback field of a card is open. */
  readonly feedbackOpen: boolean;
  readonly editing: boolean;
  /**
   * What Enter does with the edits prepared for the suggestion. `review`: opens their diff. `apply`: applies them,
   * because their diff has been shown. `apply-on-submit`: applies them without a diff, if Enter may send. `keep`: only
   * fills the suggestion in, because submitting it would send the prompt twice, run calls without a question, or
   * not apply the edits.
   */
  readonly prepared: 'none' | 'keep' | 'review' | 'apply' | 'apply-on-submit';
  /** What Enter does in the empty input, if the prepared edits are the current answer and wait for the user. */
  readonly adoptedEdits: 'none' | 'review' | 'apply';
  /** The diff of the prepared edits has been shown, so Enter on their prompt applies them. */
  readonly diffShown: boolean;
  /** Attached or being attached. */
  readonly hasImages: boolean;
  /** Esc has just been pressed, so the next Esc clears the input. */
  readonly escapedBefore: boolean;
  readonly queued: boolean;
  readonly noteShown: boolean;
  readonly shell: boolean;
}

/** `pass` leaves the key to the editor and the browser; `swallow` only stops the key. */
export type KeyIntent =
  /** `submit` is null if the suggestion is only filled in. */
  | { readonly kind: 'accept'; readonly method: 'tab' | 'right' | 'enter'; readonly submit: SubmitEffect | null }
  /** Opens the diff of the prepared edits; the suggestion stays visible. */
  | { readonly kind: 'review' }
  | { readonly kind: 'apply' }
  | { readonly kind: 'ghost-menu' }
  /** `steers`: send a queued message with the next tool results. */
  | { readonly kind: 'submit'; readonly steers: boolean }
  | {
      readonly kind:
        | 'dismiss'
        | 'cancel-edit'
        | 'edit-queued'
        | 'stop'
        | 'close-note'
        | 'announce-clear'
        | 'clear'
        | 'older'
        | 'newer';
    }
  | { readonly kind: 'complete' | 'take-completion' | 'take-word' | 'drop-completion' | 'cancel-translation' }
  | { readonly kind: 'close-feedback' }
  | { readonly kind: 'run-shell' | 'leave-shell' }
  | { readonly kind: 'swallow' | 'pass' };

const PASS: KeyIntent = { kind: 'pass' };
const SWALLOW: KeyIntent = { kind: 'swallow' };

/** What decides about Enter, besides the text and the ghost text. */
export function circumstancesOf(
  chat: Pick<ChatState, 'status' | 'editing' | 'suggestion' | 'suggesting' | 'speculation' | 'approvalMode'> | null,
  hasImages: boolean,
): Pick<
  ComposerSituation,
  'answering' | 'cardWaits' | 'editing' | 'prepared' | 'adoptedEdits' | 'diffShown' | 'hasImages'
> {
  return {
    answering: chat !== null && chat.status !== 'idle',
    cardWaits: chat?.status === 'waiting-for-confirmation',
    editing: chat !== null && chat.editing !== null,
    prepared: chat ? preparedFor(chat) : 'none',
    adoptedEdits: chat ? adoptedEditsIn(chat) : 'none',
    diffShown: chat?.speculation?.phase === 'review',
    hasImages,
  };
}

/**
 * What Enter does with the prepared edits. After the user has seen the diff, `runsUnasked` matters only if the answer
 * continues live after Apply. For `apply-on-submit`, `enterMaySubmit` already depends on `runsUnasked`.
 */
function preparedFor({
  suggestion,
  suggesting,
  speculation,
  approvalMode,
}: Pick<ChatState, 'suggestion' | 'suggesting' | 'speculation' | 'approvalMode'>): ComposerSituation['prepared'] {
  // An open diff may belong to an earlier suggestion.
  const isPrepared = speculation?.suggestionId === suggestion?.id && (speculation?.files.length ?? 0) > 0;
  if (!speculation || !isPrepared || suggesting.enter === 'fill') return 'none';
  const { phase, resumes } = speculation;
  // After Apply, the prompt is about to be in the chat, and must not be sent twice.
  if (phase === 'applying') return 'keep';
  if (phase !== 'review' && phase !== 'conflict' && !isAcceptable(speculation)) return 'none';
  if (!suggesting.appliesEdits) return 'keep';
  if (phase === 'review') return resumes && suggesting.runsUnasked ? 'keep' : 'apply';
  return phase === 'conflict' || approvalMode === 'default' ? 'review' : 'apply-on-submit';
}

export function adoptedEditsIn({
  speculation,
  status,
}: Pick<ChatState, 'speculation' | 'status'>): ComposerSituation['adoptedEdits'] {
  if (!speculation?.adopted || status !== 'waiting-for-confirmation') return 'none';
  if (speculation.phase === 'review') return 'apply';
  return isAcceptable(speculation) ? 'review' : 'none';
}

export type EnterOnGhost = 'run' | 'review' | 'apply' | 'fill' | 'send-typed';

/** `later`: after the guard times. */
export interface EnterHint {
  readonly now: EnterOnGhost;
  readonly later: EnterOnGhost;
}

/** Decides what Enter does while ghost text is visible. The hint about Enter uses the same decision. */
export function enterOnGhost(
  situation: Pick<
    ComposerSituation,
    'text' | 'enterMaySubmit' | 'guarded' | 'hasImages' | 'editing' | 'answering' | 'prepared'
  >,
): EnterOnGhost {
  const { text, enterMaySubmit, guarded, hasImages, editing, answering, prepared } = situation;
  // Only the typed text is sent: if the suggestion is "yes, add tests", the user may mean only "yes".
  if (text !== '') return 'send-typed';
  // Attached images are not sent with a suggestion. A suggestion does not replace an earlier prompt, and is not queued.
  if (hasImages || editing || answering || prepared === 'keep') return 'fill';
  // `apply` is returned while guarded too, because `decideEnter` then ignores Enter; `fill` would change the input by
  // mistake.
  if (prepared === 'apply') return 'apply';
  if (prepared === 'review' && !guarded) return 'review';
  if (!enterMaySubmit) return 'fill';
  return prepared === 'apply-on-submit' ? 'apply' : 'run';
}

export function decideKey(press: KeyPress, situation: ComposerSituation): KeyIntent {
  if (press.composing || press.forList) return PASS;
  if (situation.shell) return decideShellKey(press, situation);
  if (press.completes) return press.repeat ? SWALLOW : { kind: 'complete' };
  const plain = !press.modified && !press.shift;
  switch (press.key) {
    case 'Tab':
      return plain ? onTab(press, situation) : PASS;
    case 'ArrowRight':
      if (press.command && !press.shift && situation.completion === 'visible') return { kind: 'take-word' };
      return plain && situation.ghostVisible && situation.caretAtEnd
        ? { kind: 'accept', method: 'right', submit: null }
        : PASS;
    case 'Enter':
      return press.shift ? PASS : decideEnter(press, situation);
    case 'Escape':
      return plain ? toIntent(decideEscape(escapeSituation(situation)), situation.escapedBefore) : PASS;
    case 'F10':
      return press.shift && !press.modified && situation.ghostVisible ? { kind: 'ghost-menu' } : PASS;
    case 'ArrowUp':
      return plain && situation.inFirstLine ? decideUp(situation) : PASS;
    case 'ArrowDown':
      return plain && situation.inLastLine ? { kind: 'newer' } : PASS;
    default:
      return PASS;
  }
}

/** In shell mode, nothing is suggested, completed or sent. */
function decideShellKey(press: KeyPress, situation: ComposerSituation): KeyIntent {
  if (press.completes) return SWALLOW;
  const plain = !press.modified && !press.shift;
  switch (press.key) {
    case 'Enter':
      if (press.shift) return PASS;
      return press.repeat || situation.enterBlocked || situation.text.trim() === '' ? SWALLOW : { kind: 'run-shell' };
    case 'Escape':
      return plain ? toIntent(decideEscape(escapeSituation(situation)), situation.escapedBefore) : PASS;
    case 'ArrowUp':
      return plain && situation.inFirstLine ? { kind: 'older' } : PASS;
    case 'ArrowDown':
      return plain && situation.inLastLine ? { kind: 'newer' } : PASS;
    default:
      return PASS;
  }
}

function onTab(press: KeyPress, situation: ComposerSituation): KeyIntent {
  const { text, filled, completed, completion, caretAtEnd } = situation;
  const effect = decideTab({
    listOpen: press.forList,
    suggestionVisible: situation.ghostVisible,
    completing: completion !== 'none',
    isFilledSuggestion: filled === text,
    asksForCompletion: situation.tabCompletes,
    caretAtEnd: caretAtEnd && text.trim() !== '',
  });
  switch (effect) {
    case 'fill':
      return { kind: 'accept', method: 'tab', submit: null };
    case 'take':
      // The user waits for the completion, so the focus must not move.
      return completion === 'visible' && !press.repeat ? { kind: 'take-completion' } : SWALLOW;
    case 'ask':
      return press.repeat ? SWALLOW : { kind: 'complete' };
    case 'pick':
      return PASS;
    case 'leave':
      // The held Tab that filled in the text must not move the focus; a new press may.
      return press.repeat && (filled === text || completed === text) ? SWALLOW : PASS;
  }
}

function decideEnter(press: KeyPress, situation: ComposerSituation): KeyIntent {
  const { ghostVisible, guarded, enterBlocked } = situation;
  // The rest of a held Enter must not act on a suggestion that appears after the press.
  if (press.repeat || enterBlocked) return SWALLOW;
  const onGhost = ghostVisible ? enterOnGhost(situation) : 'send-typed';
  switch (onGhost) {
    case 'send-typed':
      if (situation.text === '' && !situation.hasImages && situation.adoptedEdits !== 'none') {
        return guarded ? SWALLOW : { kind: situation.adoptedEdits };
      }
      return isStray(situation) ? SWALLOW : { kind: 'submit', steers: steers(press, situation) };
    case 'review':
      return { kind: 'review' };
    case 'apply':
      return guarded ? SWALLOW : { kind: 'accept', method: 'enter', submit: 'apply' };
    case 'run':
      return { kind: 'accept', method: 'enter', submit: 'run' };
    case 'fill':
      return { kind: 'accept', method: 'enter', submit: null };
  }
}

function steers({ command }: KeyPress, { text, hasImages, cardWaits, answering }: ComposerSituation): boolean {
  const inputEmpty = text === '' && !hasImages;
  return command && decideCommandEnter({ cardFocused: false, cardWaits, inputEmpty, answering }) === 'steer';
}

/** Whether an Enter has nothing to send, or belongs to the previous key press. */
function isStray(situation: ComposerSituation): boolean {
  const { enterBounces, hasImages, text, filled, guarded, diffShown } = situation;
  // A bouncing Enter must not send the suggestion that it filled in.
  if (enterBounces || (text.trim() === '' && !hasImages)) return true;
  // The Enter that opened the diff must not also apply the edits.
  return diffShown && guarded && filled === text;
}

/** Queued prompts come before sent ones, because they are newer. */
function decideUp({ text, queued, editing }: ComposerSituation): KeyIntent {
  return { kind: text === '' && queued && !editing ? 'edit-queued' : 'older' };
}

function escapeSituation(situation: ComposerSituation): EscapeSituation {
  const { feedbackOpen, translating, completion, ghostVisible, editing, cardWaits, answering, noteShown, text } =
    situation;
  return {
    somethingOpen: feedbackOpen,
    vimTakesEscape: situation.vimTakesEscape,
    shell: situation.shell,
    translating,
    completing: completion !== 'none',
    suggestionVisible: ghostVisible,
    editing,
    cardWaits,
    answering,
    noteShown,
    hasText: text !== '',
  };
}

function toIntent(effect: ReturnType<typeof decideEscape>, escapedBefore: boolean): KeyIntent {
  switch (effect) {
    case 'close':
      return { kind: 'close-feedback' };
    case 'cancel':
      return { kind: 'cancel-translation' };
    case 'drop':
      return { kind: 'drop-completion' };
    case 'hide':
      return { kind: 'dismiss' };
    case 'nothing':
      return SWALLOW;
    case 'leave-vim':
      return PASS;
    case 'leave-shell':
      return { kind: effect };
    case 'clear':
      return { kind: escapedBefore ? 'clear' : 'announce-clear' };
    case 'pass':
      return PASS;
    case 'cancel-edit':
    case 'stop':
    case 'close-note':
      return { kind: effect };
  }
}

/**
 * Whether a key is Alt+C, by position, because Option+C types a character on macOS. Not with Ctrl: Windows reports
 * AltGr, which types characters, as Ctrl+Alt. Cmd+K is not used, because it begins VS Code's chords.
 */
export function isCompletionKey(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  return event.code === 'KeyC' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}

export function undoAction(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  onMac: boolean,
): 'undo' | 'redo' | null {
  const modified = onMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!modified || event.altKey) return null;
  const letter = letterOf(event);
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !event.shiftKey ? 'redo' : null;
}
