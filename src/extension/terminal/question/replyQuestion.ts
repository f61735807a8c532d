import type { Reply } from '../agents/layout.ts';
import { CONCEALED } from '../emulator/visibleText.ts';
import { trimBlank, withoutIndent } from '../lines.ts';
import type { Answer } from '../reading.ts';
import { findChoices, findInlineChoices, type Choice } from './choices.ts';
import { findKeys } from './keys.ts';
import {
  ADDRESSES,
  ASKS_WHY,
  AWAITS_ANSWER,
  CHOOSES,
  CONDITIONAL,
  COURTESY,
  OFFERS,
  ORDERS_CHOICE,
  QUOTES,
  REFERS_DOWN,
  REFERS_UP,
} from './words.ts';
import { screenWidth, unwrap } from './wrapping.ts';

export type ReplyQuestion =
  | { readonly kind: 'choice'; readonly question: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'keys';
      readonly question: string;
      readonly answers: readonly Answer[];
      /** The lines above the question, unwrapped. */
      readonly above: readonly string[];
    }
  | { readonly kind: 'open'; readonly question: string }
  | { readonly kind: 'none' }
  /**
   * The question refers to something off the screen, the text may be another program's output, or the words are
   * ambiguous.
   */
  | { readonly kind: 'unknown' };

const QUESTION_MARK = /[?？؟][)）\]*_]*$/u;
/** Japanese, Chinese and Korean questions do not need a question mark. */
const QUESTION_END = /(?:ですか|ますか|でしょうか|ましょうか|吗|呢|까요|습니까)[。.]?$/u;
/** From the first to the last quotation mark, because quotations can be nested. */
const QUOTED = /["“„«»「『`].*["”“»«」』`]/u;
export const LIST_ITEM = /^\s*(?:\d{1,2}|[A-Za-z]|[-*•])[.)）、]?\s/u;
/**
 * A line with one of several options: `- …`, `(a) …`, `Option A: …`. Does not match `1. …`, because quoted menus look
 * like that; `readList` reads such lists.
 */
const OPTION_LINE = /^\s*(?:[-*•]\s|[([]?(?:\d{1,2}|[A-Za-z])[\])]|(?:\p{L}+ )?(?:\d{1,2}|[A-Z])(?::| [-–—]) )/u;
/** Maximum number of characters of a closing text below a list, such as “Let me know.” */
const MAX_AFTER_LIST = 80;
/** Maximum number of characters of a recommendation below a list. */
const MAX_RECOMMENDATION = 200;

/** Reads how a reply ends. Only its last lines count, because earlier questions have been answered. */
export function readReplyQuestion(reply: Reply): ReplyQuestion {
  const found = readEnd(reply);
  const isCertain =
    reply.isDoubtful === undefined ||
    found.kind === 'none' ||
    (reply.isDoubtful === 'if-open' ? found.kind !== 'open' : found.kind === 'keys' && found.answers.length > 2);
  return isCertain ? found : { kind: 'unknown' };
}

function readEnd({ lines: all, hasContext }: Reply): ReplyQuestion {
  const lines = all.map((line) => line.replaceAll(CONCEALED, ' ').trimEnd());
  const text = unwrap(trimBlank(withoutIndent(lines)), screenWidth(lines), (line) => LIST_ITEM.test(line));
  const last = text.at(-1)?.trim() ?? '';
  if (!last || isQuotation(text, last)) return { kind: 'none' };
  const keys = findKeys(last);
  if (keys) {
    const above = trimBlank(text.slice(0, -1));
    const found = { kind: 'keys', answers: keys.answers } as const;
    return keys.question
      ? inContext({ ...found, question: keys.question, above }, text, hasContext)
      : inContext({ ...found, question: above.at(-1)?.trim() ?? '', above: above.slice(0, -1) }, text, hasContext);
  }
  const inline = findInlineChoices(last);
  if (inline && isQuestion(inline.question)) return { kind: 'choice', ...inline };
  return readList(text) ?? readSentence(text, last, hasContext);
}

/**
 * Whether the reply ends with a quotation. Words of `QUOTES` and a colon introduce it: in the last sentence, or
 * directly before the last paragraph or a list at the end. If a list ends the reply, the paragraph above the list
 * counts as the last paragraph.
 */
function isQuotation(text: readonly string[], last: string): boolean {
  const [, before = ''] = /^(.*)[:：]\s*\S/u.exec(lastSentence(findKeys(last)?.question || last)) ?? [];
  const lastWords = before.trim().split(/\s+/u).slice(-2).join(' ');
  const list = findChoices(text);
  const hasList = list !== undefined && trimBlank(text.slice(list.end)).length === 0;
  const above = trimBlank(hasList ? text.slice(0, list.start) : text);
  const paragraph = above.findLastIndex((line) => line.trim() === '');
  const introductions = [hasList ? above.at(-1) : undefined, trimBlank(above.slice(0, paragraph + 1)).at(-1)];
  return QUOTES.test(lastWords) || introductions.some((line) => line !== undefined && introducesQuotation(line));
}

function introducesQuotation(line: string): boolean {
  const sentence = lastSentence(line);
  return /[:：]$/u.test(sentence) && QUOTES.test(sentence) && !CHOOSES.test(sentence) && !OFFERS.test(sentence);
}

function readList(text: readonly string[]): ReplyQuestion | undefined {
  const list = findChoices(text);
  // A list of questions is not a choice.
  if (!list || list.choices.every((choice) => isQuestion(choice.text))) return undefined;
  const before = paragraphBefore(text, list.start);
  const after = trimBlank(text.slice(list.end)).join('\n').trim();
  const question = lastSentence(before);
  const isLettered = /[A-Za-z]/.test(list.choices[0]!.label);
  if (after === '' || (after.length <= MAX_AFTER_LIST && !isQuestion(after) && AWAITS_ANSWER.test(after))) {
    const asks = isQuestion(before) || (/[:：]$/u.test(question) && (CHOOSES.test(question) || OFFERS.test(question)));
    if (!asks) return undefined;
    if (isLettered || ((CHOOSES.test(question) || /[:：]$/u.test(question)) && !ASKS_WHY.test(question)))
      return { kind: 'choice', question: before, choices: list.choices };
    return { kind: 'unknown' };
  }
  if (isQuestion(after) && CHOOSES.test(after) && !after.includes('\n'))
    return { kind: 'choice', question: after, choices: list.choices };
  return asksUser(question) && namesOption(after, list.choices) ? { kind: 'unknown' } : undefined;
}

/** Whether a short text below a list recommends an option: “I would take option 2.” */
function namesOption(after: string, choices: readonly Choice[]): boolean {
  if (after.length > MAX_RECOMMENDATION || after.includes('\n')) return false;
  const words = new Set(after.match(/[\p{L}\d]+/gu));
  return choices.some(({ label }) => /[\dA-Z]/u.test(label) && words.has(label));
}

function readSentence(text: readonly string[], last: string, hasContext: boolean): ReplyQuestion {
  if (isQuestion(last)) {
    const question = lastSentence(last);
    if (COURTESY.test(question)) return { kind: 'none' };
    if (REFERS_DOWN.test(question)) return { kind: 'unknown' };
    return inContext({ kind: 'open', question: lastQuestions(text) }, text, hasContext);
  }
  return readIndirect(text, last, hasContext);
}

/** Returns the consecutive questions at the end. In an item of a list, sentences can follow the question. */
function lastQuestions(text: readonly string[]): string {
  const lines = text.filter((line) => line.trim() !== '');
  const asks = (line: string): boolean =>
    isQuestion(line) || (LIST_ITEM.test(line) && sentences(line).some(isQuestion));
  const before = lines.findLastIndex((line) => !asks(line));
  return lines
    .slice(before + 1)
    .map((line) => line.trim())
    .join('\n');
}

/** Reads a reply that ends with a request, or with a sentence after its question. */
function readIndirect(text: readonly string[], last: string, hasContext: boolean): ReplyQuestion {
  const spoken = sentences(last.replace(QUOTED, ''));
  const [asked, awaits] = [spoken.at(-2) ?? '', spoken.at(-1) ?? ''];
  if (COURTESY.test(last)) return { kind: 'none' };
  const asksToAnswer = AWAITS_ANSWER.test(awaits) && !CONDITIONAL.test(awaits);
  if (asksToAnswer && isQuestion(asked) && !ASKS_WHY.test(asked))
    return inContext({ kind: 'open', question: last }, text, hasContext);
  const isAsking = spoken.some(asksUser) || asksAboveOptions(text);
  return asksToAnswer || isAsking || ORDERS_CHOICE.test(lastSentence(last)) ? { kind: 'unknown' } : { kind: 'none' };
}

/** Whether the reply ends with a question, its options, and at most a short text below them. */
function asksAboveOptions(text: readonly string[]): boolean {
  const at = text.findLastIndex((line) => asksUser(lastSentence(line)));
  if (at < 0) return false;
  const below = text.slice(at + 1);
  const others = below.filter((line) => !OPTION_LINE.test(line));
  return others.length < below.length && others.join('').trim().length <= MAX_AFTER_LIST;
}

function asksUser(sentence: string): boolean {
  const isForUser = ADDRESSES.test(sentence) || CHOOSES.test(sentence);
  return isQuestion(sentence) && isForUser && !ASKS_WHY.test(sentence) && !COURTESY.test(sentence);
}

function inContext(
  found: Extract<ReplyQuestion, { kind: 'keys' | 'open' }>,
  text: readonly string[],
  hasContext: boolean,
): ReplyQuestion {
  const isSelfContained =
    hasContext || text.filter((line) => line.trim() !== '').length > 1 || sentences(found.question).length > 1;
  return !isSelfContained && REFERS_UP.test(found.question) ? { kind: 'unknown' } : found;
}

function isQuestion(text: string): boolean {
  const end = text.trimEnd().slice(-40);
  return QUESTION_MARK.test(end) || QUESTION_END.test(end);
}

function paragraphBefore(text: readonly string[], end: number): string {
  const above = trimBlank(text.slice(0, end));
  const start = above.findLastIndex((line) => line.trim() === '') + 1;
  return above
    .slice(start)
    .map((line) => line.trim())
    .join('\n');
}

function lastSentence(text: string): string {
  return sentences(text).at(-1) ?? '';
}

function sentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?](?=\s)|[。！？؟\n])/u)
    .map((part) => part.trim())
    .filter(Boolean);
}
