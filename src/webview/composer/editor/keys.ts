import type { ChatState } from '../../../shared/chatState.ts';
import { letterOf } from './terminalKeys.ts';

/** A key as it was pressed in the composer. */
export interface KeyPress {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta. */
  readonly modified: boolean;
  /** Ctrl or Meta. */
  readonly command: boolean;
  /** The key is held down. */
  readonly repeat: boolean;
  /** An input method is at work; the key is its own. */
  readonly composing: boolean;
}

export interface ComposerSituation {
  readonly text: string;
  /** Nothing selected, caret behind the last character. */
  readonly caretAtEnd: boolean;
  /** The caret is in the first, or last, line as it is drawn. */
  readonly inFirstLine: boolean;
  readonly inLastLine: boolean;
  readonly ghostVisible: boolean;
  /** The setting, the permissions and the guard times let Enter send the suggestion; false where no ghost is visible. */
  readonly enterMaySubmit: boolean;
  /** Keys began to be meant for the composer only just now. */
  readonly guarded: boolean;
  /** The suggestion that was filled in last, if the text came from one. */
  readonly filled: string | null;
  /** An Enter has filled this text in just now, and another one may be of the same press. */
  readonly enterBounces: boolean;
  readonly answering: boolean;
  /** The answer waits for the user: a card asks. */
  readonly asked: boolean;
  /** An earlier message is being edited. */
  readonly editing: boolean;
  /** What Enter does with the edits that are prepared for the suggestion: it opens their diff, or applies what was shown. */
  readonly prepared: 'none' | 'review' | 'apply';
  /** A diff of prepared edits has been shown, and Enter on the text they were prepared for applies them. */
  readonly diffShown: boolean;
  /** Images go with the text, or without one. */
  readonly hasImages: boolean;
  /** Esc has been pressed a moment ago, and the next one clears. */
  readonly clearArmed: boolean;
  /** There is a queue. */
  readonly queued: boolean;
}

/** What a key does. `pass` leaves it to the editor and the browser, `swallow` does nothing and goes no further. */
export type KeyIntent =
  | { readonly kind: 'accept'; readonly method: 'tab' | 'right' | 'enter'; readonly submit: boolean }
  /** Opens the diff of the prepared edits; the suggestion stays where it is. */
  | { readonly kind: 'review' }
  /** Opens the menu of the suggestion. */
  | { readonly kind: 'ghost-menu' }
  /** `steers`: where it is queued, it goes with the next results of calls. */
  | { readonly kind: 'submit'; readonly steers: boolean }
  | { readonly kind: 'dismiss' | 'cancel-edit' | 'edit-queued' | 'stop' | 'arm-clear' | 'clear' | 'older' | 'newer' }
  /** Closes the feedback field of a card that asks, and does nothing else. */
  | { readonly kind: 'close-feedback' }
  | { readonly kind: 'swallow' | 'pass' };

const PASS: KeyIntent = { kind: 'pass' };
const SWALLOW: KeyIntent = { kind: 'swallow' };

/** What beside text and suggestion decides what Enter does. */
export function circumstancesOf(
  chat: Pick<ChatState, 'status' | 'editing' | 'suggestion' | 'suggesting' | 'speculation' | 'approvalMode'> | null,
  hasImages: boolean,
): Pick<ComposerSituation, 'answering' | 'asked' | 'editing' | 'prepared' | 'diffShown' | 'hasImages'> {
  return {
    answering: chat !== null && chat.status !== 'idle',
    asked: chat?.status === 'waiting-for-confirmation',
    editing: chat !== null && chat.editing !== null,
    prepared: chat ? preparedFor(chat) : 'none',
    diffShown: chat?.speculation?.phase === 'review',
    hasImages,
  };
}

/** Also if Enter never sends a suggestion at once: edits are only shown or applied here, and nothing else runs. */
function preparedFor({
  suggestion,
  suggesting,
  speculation,
  approvalMode,
}: Pick<ChatState, 'suggestion' | 'suggesting' | 'speculation' | 'approvalMode'>): ComposerSituation['prepared'] {
  // A diff that is still open may be of an earlier suggestion.
  const isPrepared = speculation?.suggestionId === suggestion?.id && (speculation?.files.length ?? 0) > 0;
  if (!isPrepared || suggesting.enter === 'fill') return 'none';
  if (speculation?.phase === 'review') return 'apply';
  return speculation?.phase === 'ready' && approvalMode === 'default' ? 'review' : 'none';
}

/** What Enter does while ghost text is visible. */
export type EnterOnGhost = 'run' | 'review' | 'apply' | 'fill' | 'send-typed';

/** What the hint says of Enter, and what it will say once the guard times are over. */
export interface EnterHint {
  readonly now: EnterOnGhost;
  readonly later: EnterOnGhost;
}

/** Decides what the key does, and what the hint says of it. */
export function enterOnGhost(
  situation: Pick<
    ComposerSituation,
    'text' | 'enterMaySubmit' | 'guarded' | 'hasImages' | 'editing' | 'answering' | 'prepared'
  >,
): EnterOnGhost {
  const { text, enterMaySubmit, guarded, hasImages, editing, answering, prepared } = situation;
  // Words that were never typed do not go along with those that were: "yes" is an answer, whatever the suggestion goes
  // on to say.
  if (text !== '') return 'send-typed';
  // Images were attached for a prompt of the user's own; a suggestion does not run off with them. Nor does it go into
  // the place of an earlier prompt, or behind an answer that is still being made.
  if (hasImages || editing || answering) return 'fill';
  // Also while guarded, when it does nothing yet: filled in, the suggestion would no longer be where the user looks.
  if (prepared === 'apply') return 'apply';
  if (prepared === 'review' && !guarded) return 'review';
  return enterMaySubmit ? 'run' : 'fill';
}

/** Seed 000, keyboard interaction, and seed 002, input handling. Whoever handles the intent stops the event. */
export function decideKey(press: KeyPress, situation: ComposerSituation): KeyIntent {
  if (press.composing) return PASS;
  const plain = !press.modified && !press.shift;
  switch (press.key) {
    case 'Tab':
      return plain ? decideTab(press, situation) : PASS;
    case 'ArrowRight':
      return plain && situation.ghostVisible && situation.caretAtEnd
        ? { kind: 'accept', method: 'right', submit: false }
        : PASS;
    case 'Enter':
      return press.shift ? PASS : decideEnter(press, situation);
    case 'Escape':
      return plain ? decideEscape(situation) : PASS;
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

function decideTab(press: KeyPress, { ghostVisible, filled, text }: ComposerSituation): KeyIntent {
  if (ghostVisible) return { kind: 'accept', method: 'tab', submit: false };
  // The key that has filled it in, held a little long, must not carry the focus away; pressed again it is meant to.
  return press.repeat && filled !== null && filled === text ? SWALLOW : PASS;
}

function decideEnter(press: KeyPress, situation: ComposerSituation): KeyIntent {
  const { ghostVisible, guarded } = situation;
  const onGhost = ghostVisible ? enterOnGhost(situation) : 'send-typed';
  switch (onGhost) {
    case 'send-typed':
      return isStray(press, situation) ? SWALLOW : { kind: 'submit', steers: press.command };
    case 'review':
      return press.repeat ? SWALLOW : { kind: 'review' };
    case 'apply':
      return press.repeat || guarded ? SWALLOW : { kind: 'accept', method: 'enter', submit: true };
    case 'run':
    case 'fill':
      return { kind: 'accept', method: 'enter', submit: onGhost === 'run' && !press.repeat };
  }
}

/** Whether an Enter has nothing to send, or belongs to the press before it. */
function isStray(press: KeyPress, situation: ComposerSituation): boolean {
  const { enterBounces, hasImages, text, filled, guarded, diffShown } = situation;
  // An Enter that is held or bounces has filled the suggestion in; what follows of the same press must not send it.
  if (press.repeat || enterBounces || (text.trim() === '' && !hasImages)) return true;
  // The Enter that opened the diff must not apply it as well.
  return diffShown && guarded && filled === text;
}

/** What was said last comes first: what is queued, then what was sent. */
function decideUp({ text, queued, editing }: ComposerSituation): KeyIntent {
  return { kind: text === '' && queued && !editing ? 'edit-queued' : 'older' };
}

function decideEscape({ ghostVisible, editing, answering, asked, text, clearArmed }: ComposerSituation): KeyIntent {
  if (ghostVisible) return { kind: 'dismiss' };
  if (editing) return { kind: 'cancel-edit' };
  if (asked) return { kind: 'close-feedback' };
  if (answering) return { kind: 'stop' };
  if (text === '') return PASS;
  return { kind: clearArmed ? 'clear' : 'arm-clear' };
}

/** What a key has to do with undoing, or null. */
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
