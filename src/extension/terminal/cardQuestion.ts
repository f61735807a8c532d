import { splitHidden } from '../../shared/displayText.ts';
import { MAX_TERMINAL_ANSWER } from '../../shared/terminalCard.ts';
import type { ModelQuestion } from './modelReader/modelReading.ts';
import { findOnScreen } from './optionsOnScreen.ts';

/**
 * Characters (seed 003). The user must be able to read everything that a click allows, so a longer question gets no
 * buttons.
 */
export const MAX_QUESTION = 500;
/** Characters of a longer question's end that the card shows. */
const MAX_ENDING = 200;
/** Characters of an offered answer, and of its label. */
const MAX_ANSWER = 200;
const MAX_LAST_ACTION = 200;

const MAX_CHOICES = 20;

export interface AnswerChoice {
  /**
   * `type`: types `send`. `select`: moves the menu's cursor to the option whose text is `send`, then presses Enter, and
   * does not type `send`.
   */
  readonly how: 'type' | 'select';
  /** Exactly as the card shows it. One line, without hidden characters. */
  readonly send: string;
  /** Enter is sent after `send`. */
  readonly enter: boolean;
  /** What the answer means; empty if `send` is clear by itself. */
  readonly label: string;
}

export interface CardQuestion {
  /** At most `MAX_QUESTION` characters; the card makes hidden characters visible. */
  readonly text: string;
  readonly choices: readonly AnswerChoice[];
  /** The user can write an answer. */
  readonly isOpen: boolean;
  /** What the agent did last, in one line; null if unknown. */
  readonly lastAction: string | null;
  /** A part of the question is not on the screen, so the card offers no answer. */
  readonly isPartial: boolean;
  /**
   * Why a complete question has no answers. `several`: more than one option can be chosen. `color`: only an unreadable
   * color shows the selected option. `long`: the question or an answer is too long. `unclear`: the screen does not show
   * exactly what to type. Null if the card has answers or a text field, or if the question is not complete.
   */
  readonly unanswerable: 'several' | 'color' | 'long' | 'unclear' | null;
}

/**
 * The card of a question that a model has read from these lines. If any answer cannot be sent exactly as shown, is not
 * on the lines, or is too long, no answer is offered.
 */
export function toCardQuestion(question: ModelQuestion, lines: readonly string[]): CardQuestion {
  const { messageType, options, isComplete } = question;
  const text = toCardText(question.text);
  const found = isComplete && messageType !== 'open_ended' ? toChoices(text, options, messageType, lines) : [];
  const onScreen = found.flatMap((choice) => findOnScreen(choice, found, lines) ?? []);
  const hasLongAnswer = [...found, ...onScreen].some(
    ({ send, label }) => Math.max(send.length, label.length) > MAX_ANSWER,
  );
  const isSafe = onScreen.length === found.length && onScreen.every(({ send }) => isOfferable(send));
  const offered = isSafe && !hasLongAnswer ? onScreen : [];
  const isUnclear = isComplete && messageType !== 'open_ended' && offered.length === 0;
  const shown = withoutOptions(text, offered);
  // The user must not allow what the card does not show.
  const isLong = hasLongAnswer || (offered.length > 0 && shown.length > MAX_QUESTION);
  return {
    text: cutQuestion(shown),
    choices: isLong ? [] : offered,
    isOpen: isComplete && messageType === 'open_ended',
    lastAction: toOneLine(question.lastAction ?? '').slice(0, MAX_LAST_ACTION) || null,
    isPartial: !isComplete,
    unanswerable: isLong ? 'long' : isUnclear ? 'unclear' : null,
  };
}

/**
 * Whether the text is sent exactly as shown: one line of at most `max` characters, without hidden characters or white
 * space at its ends.
 */
export function isSendable(text: string, max = MAX_TERMINAL_ANSWER): boolean {
  const isPlain = splitHidden(text, 'line').every(({ hidden }) => !hidden);
  return text !== '' && text.length <= max && text.trim() === text && isPlain;
}

/**
 * Agents do not read an answer as plain text if it begins with `!` (shell command), `/` (command of the agent), `#`
 * (memory), `@` (file) or `&`.
 */
function isOfferable(answer: string): boolean {
  return isSendable(answer, MAX_ANSWER) && !/^[!/#@&]/.test(answer);
}

/** Keeps the end, because a long question usually asks there. */
export function cutQuestion(text: string): string {
  if (text.length <= MAX_QUESTION) return text;
  return `${text.slice(0, MAX_QUESTION - MAX_ENDING - 1).trimEnd()}…${text.slice(-MAX_ENDING).trimStart()}`;
}

/** Group 1 is the option's letter or number, group 2 its text. */
const OPTION = /^\s*(?:[❯>*•-]\s*)?[([]?([A-Za-z]|\d{1,2})[)\].:、．：]\s*(\S.*)$/;

function toChoices(
  text: string,
  options: readonly string[],
  type: 'choice' | 'confirmation',
  lines: readonly string[],
): AnswerChoice[] {
  if (options.length > MAX_CHOICES) return [];
  if (options.length === 0 && type === 'confirmation')
    return ['y', 'n'].map((send) => ({ how: 'type', send, enter: true, label: '' }));
  const listed = text.split('\n').flatMap(toKeyed);
  if (options.length === 0) return hasDistinctKeys(listed) ? listed : [];
  const keyed = options.flatMap((option) => {
    const own = toKeyed(option);
    return own.length > 0 ? own : listed.filter(({ label }) => label.startsWith(option.trim())).slice(0, 1);
  });
  if (keyed.length === options.length && hasDistinctKeys(keyed)) return keyed;
  if (options.some((option) => isShortened(option, lines))) return [];
  return options.map((send) => ({ how: 'type', send, enter: true, label: '' }));
}

/** How many of the last lines may contain the options of the question. */
const OPTION_LINES = 20;

/**
 * Whether the screen shows this option with a key, but the model has returned only the key or the beginning of the
 * text.
 */
function isShortened(option: string, lines: readonly string[]): boolean {
  const listed = lines.slice(-OPTION_LINES).flatMap((line) => toKeyed(line.replaceAll(/[│┃]/gu, ' ').trim()));
  if (listed.some(({ label }) => label === option)) return false;
  return listed.some(({ send, label }) => {
    const isBeginning = label.startsWith(option) && !/^[\p{L}\p{N}]/u.test(label.slice(option.length));
    return isBeginning || send.toLowerCase() === option.toLowerCase();
  });
}

function toKeyed(line: string): AnswerChoice[] {
  const [, key, label] = OPTION.exec(line) ?? [];
  return key === undefined || label === undefined
    ? []
    : [{ how: 'type', send: key, enter: true, label: toOneLine(label) }];
}

function hasDistinctKeys(choices: readonly AnswerChoice[]): boolean {
  return choices.length > 1 && new Set(choices.map(({ send }) => send.toLowerCase())).size === choices.length;
}

/** The card lists the offered options itself. Other lists stay, such as a plan. */
function withoutOptions(text: string, offered: readonly AnswerChoice[]): string {
  const isOffered = (line: string): boolean =>
    toKeyed(line).some(({ send, label }) => offered.some((each) => each.send === send && each.label.startsWith(label)));
  const lines = text.split('\n').filter((line) => !isOffered(line));
  return lines.join('\n').trim() || text;
}

/** A line such as “Reply y/n” at the end. The message format of seed 003 asks for it, but the card has buttons. */
const REPLY_LINE =
  /^[\s([（]*(?:请|您可以|可以)?(?:直接)?回[复覆答][^\n]{0,40}$|^[\s([]*(?:please\s+)?(?:reply|respond|answer)\b[^\n]{0,50}$/i;

/** Lines that separate the parts of an agent's dialog. */
const HORIZONTAL_RULES = /^\s*[╌─━═┄][\s╌─━═┄]*$/;

export function toCardText(message: string): string {
  const lines = message
    .replaceAll('\r\n', '\n')
    .trim()
    .split('\n')
    .filter((line) => !HORIZONTAL_RULES.test(line));
  while (lines.length > 1 && REPLY_LINE.test(lines.at(-1) ?? '')) {
    lines.pop();
    while (lines.at(-1)?.trim() === '') lines.pop();
  }
  return lines.join('\n');
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
