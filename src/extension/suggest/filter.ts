import { hasHiddenText } from './hiddenText.ts';
import { ASSISTANT_ASKING, ASSISTANT_VOICE, ERROR_FORMS, LABEL_QUALIFIERS, META_FORMS, SOUND } from './patterns.ts';
import {
  ABBREVIATIONS,
  ACKNOWLEDGEMENTS,
  ASSISTANT_OFFERS,
  ASSISTANT_OPENINGS,
  ASSISTANT_QUESTIONS,
  DONE,
  ERROR_OPENINGS,
  ERROR_WORD_EXTRAS,
  ERROR_WORDS,
  ERRORS,
  FILLERS,
  LABELS,
  META,
  PRAISE,
  PRAISE_EXTRAS,
  SPEAKERS,
  THANKS_FOR,
} from './phrases.ts';
import { wordsOf } from './words.ts';

export type FilterReason =
  | 'empty'
  | 'control_chars'
  | 'done'
  | 'meta_text'
  | 'meta_wrapped'
  | 'error_message'
  | 'prefixed_label'
  | 'too_few_words'
  | 'too_many_words'
  | 'too_long'
  | 'multiple_sentences'
  | 'has_formatting'
  | 'evaluative'
  | 'ai_voice';

const MAX_WORDS = 12;
/** Code points; a text of this length is too long. */
const TOO_LONG = 100;
/** UTF-16 units; a text of this length is rejected without further checks. */
const FAR_TOO_LONG = 1_000;

/**
 * Null if the suggestion may be shown. `text` is exactly what would be shown and sent. Most rules exclude texts of an
 * assistant.
 */
export function getFilterReason(text: string): FilterReason | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (text.length >= FAR_TOO_LONG) return 'too_long';
  if (hasHiddenText(text)) return 'control_chars';
  const folded = fold(trimmed);
  // Only rules about length and form apply to a slash command.
  if (/^\/[\p{L}\p{N}]/u.test(trimmed)) return findShapeProblem(text, trimmed);
  const bare = withoutEdges(folded);
  if (isWrapped(folded)) return 'meta_wrapped';
  if (DONE.has(bare)) return 'done';
  if (META.has(bare) || META_FORMS.some((form) => form.test(bare))) return 'meta_text';
  if (isError(folded)) return 'error_message';
  if (isLabelled(folded)) return 'prefixed_label';
  // Checked before `saysNothing`, which would report "I like it" as too few words.
  if (isPraise(bare)) return 'evaluative';
  if (saysNothing(folded, bare)) return 'too_few_words';
  return findShapeProblem(text, trimmed) ?? (isAssistant(folded) ? 'ai_voice' : null);
}

/**
 * Returns the text in lower case and NFKC (which makes full-width punctuation plain), with straight apostrophes and
 * single spaces.
 */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307/g, 'i') // "İ" in lower case is an "i" with this dot.
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutEdges(text: string): string {
  return text.replace(/^[\p{P}\p{S}\s]+|(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/gu, '');
}

function findShapeProblem(text: string, trimmed: string): FilterReason | null {
  if (wordsOf(trimmed).length > MAX_WORDS) return 'too_many_words';
  if ([...trimmed].length >= TOO_LONG) return 'too_long';
  if (hasSentenceBreak(trimmed)) return 'multiple_sentences';
  if (/[\n\r\u2028\u2029]/.test(text) || MARKDOWN.some((markdown) => markdown.test(trimmed))) return 'has_formatting';
  return null;
}

const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '【': '】',
  '〔': '〕',
  '《': '》',
  '〈': '〉',
};

/** Whether one pair of brackets encloses the whole text; false for `(a) or (b)`. */
function isWrapped(text: string): boolean {
  const body = text.replace(/(?<![.!。])[.!。]+$/, '');
  const open = body.charAt(0);
  const close = CLOSING[open];
  if (close === undefined || !body.endsWith(close)) return false;
  let depth = 0;
  for (let index = 0; index < body.length; index += 1) {
    if (body[index] === open) depth += 1;
    else if (body[index] === close) depth -= 1;
    if (depth === 0) return index === body.length - 1;
  }
  return false;
}

function isLabelled(folded: string): boolean {
  const match = /^([^:]{1,40}?) ?(:(?!:|\/\/)| [-–—] )(.?)/u.exec(folded);
  if (!match) return false;
  const [, before = '', separator = '', after = ''] = match;
  const label = withoutEdges(before)
    .replace(LABEL_QUALIFIERS, '')
    .replace(/ #?\d+$/, '');
  if (LABELS.has(label)) return true;
  return SPEAKERS.has(label) && separator === ':' && !/[a-z0-9_]/.test(after);
}

/** Whether the text begins with thanks for something, or is only praise or thanks; false for "thanks, now commit". */
function isPraise(bare: string): boolean {
  if (THANKS.test(bare)) return true;
  if (bare.length >= TOO_LONG) return false;
  /**
   * By position: whether the text before the position consists of phrases of which at least one is praise. Undefined if
   * the text before the position does not consist of phrases.
   */
  const reached: (boolean | undefined)[] = [false];
  for (let position = 0; position < bare.length; position += 1) {
    const praised = reached[position];
    if (praised === undefined) continue;
    for (const [phrases, isPraise] of [
      [PRAISE, true],
      [PRAISE_EXTRAS, false],
    ] as const) {
      for (const phrase of phrases) {
        const end = endOfPhrase(bare, phrase, position);
        if (end !== undefined) reached[end] = reached[end] || praised || isPraise;
      }
    }
  }
  return reached[bare.length] === true;
}

/**
 * The position after the phrase and its punctuation. Undefined if the phrase is not at `position`, or if the phrase
 * ends within a word.
 */
function endOfPhrase(text: string, phrase: string, position: number): number | undefined {
  if (!text.startsWith(phrase, position)) return undefined;
  const rest = text.slice(position + phrase.length);
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u.test(phrase);
  if (isSpaced && /^[\p{L}\p{M}\p{N}]/u.test(rest)) return undefined;
  return text.length - rest.replace(/^[\p{P}\p{S}\s]+/u, '').length;
}

/**
 * Whether the text has no word (a bare `/`), or only sounds and `FILLERS`. Any other single word says something,
 * because in any language one word can be a whole answer or command (`sim`, `run`, `2`).
 */
function saysNothing(folded: string, bare: string): boolean {
  if (/^\/(?: |$)/.test(folded)) return true;
  const words = wordsOf(bare).map(withoutEdges);
  if (words.length === 0 || FILLERS.has(bare) || SOUND.test(bare)) return true;
  return words.every((word) => FILLERS.has(word) || SOUND.test(word));
}

/** The end of a sentence, if more text follows. */
const SENTENCE_BREAKS = [
  /[。！？｡][”’」』）)"']*\s*[\p{L}\p{N}]/u,
  /(?<=\p{Script=Han})[.!?](?=\p{Script=Han})/u,
  /(?<=\S)[!?؟۔।॥։።]+["'»”’)\]]*\s+["'«“‘(¿¡]*[\p{L}\p{N}/]/u,
];

function hasSentenceBreak(text: string): boolean {
  if (SENTENCE_BREAKS.some((sentenceBreak) => sentenceBreak.test(text))) return true;
  return [...text.matchAll(/(?<=[^\s.…])(\.+|…)["'»”’)\]]*\s+["'«“‘(]*([\p{L}\p{N}/])/gu)].some((match) => {
    const [, dots = '', next = ''] = match;
    if (dots !== '.') return /\p{Lu}/u.test(next);
    const before = text.slice(0, match.index).toLowerCase();
    const word = /(?<!\S)\S*$/.exec(before)?.[0] ?? '';
    const isListNumber = /^\d+$/.test(before);
    const isInitial = /(?:^|[^\p{L}])\p{L}$/u.test(word);
    return !isListNumber && !isInitial && !ABBREVIATIONS.has(word);
  });
}

/**
 * Markup of a written answer, and quotes or backticks around the whole text. `*.test.ts`, `__init__.py`, and names in
 * backticks among other words are ordinary user text.
 */
const MARKDOWN = [
  /\*\*(?=[^\s*/.])[^*]*[^\s*/]\*\*/,
  /(?:^|\s)__[^\s_][^_]*\s[^_]*__(?:\s|$)/,
  /```/,
  /^(?:#{1,6}|[-*+•‣>])\s/,
  /^\|.*\|$/,
  /\[[^\]]+\]\([^)\s]+\)/,
  /^<(\p{L}+)[^>]*>.*<\/\1>$/u,
  /^`[^`]+`[.!]?$/,
  /^\*\p{L}[^*]*[\p{L}\p{N}.!]\*$/u,
  /^_\p{L}[^_]*[\p{L}.!]_$/u,
  /^(?:"[^"]+"|'[^']+'|“[^”]+”|‘[^’]+’|„[^“”]+[“”]|«[^»]+»|「[^」]+」|『[^』]+』)$/,
];

function anyOf(phrases: ReadonlySet<string>): string {
  return `(?:${[...phrases].join('|')})`;
}

const THANKS = new RegExp(`^${anyOf(THANKS_FOR)} ?\\p{L}`, 'u');
const ACKNOWLEDGEMENT = new RegExp(`^${anyOf(ACKNOWLEDGEMENTS)} *(?:[,.!:;—、。]+ *|$)`, 'u');

const ERROR_PATTERNS = [
  ...ERROR_FORMS,
  new RegExp(`^(?:[45]\\d\\d )?${anyOf(ERRORS)} *(?:[:.,([—–]|$)`, 'u'),
  new RegExp(`^(?:api[ -]?)?${anyOf(ERROR_WORDS)}(?: ${anyOf(ERROR_WORD_EXTRAS)})* *(?:\\d{3} *)?:`, 'u'),
  new RegExp(`^${anyOf(ERROR_OPENINGS)}`, 'u'),
];

function isError(folded: string): boolean {
  return ERROR_PATTERNS.some((pattern) => pattern.test(folded));
}

/** Matches one of the phrases, as whole words, at the start. */
function toOpeningPattern(phrases: ReadonlySet<string>): RegExp {
  return new RegExp(`^${anyOf(phrases)}(?![\\p{L}\\p{M}\\p{N}])`, 'u');
}

const STATEMENT = toOpeningPattern(ASSISTANT_OPENINGS);
const QUESTION = toOpeningPattern(ASSISTANT_QUESTIONS);
const OFFER = toOpeningPattern(ASSISTANT_OFFERS);
const QUESTION_MARK = /[?؟;՞፧]["'»”’)]*$/u;

/**
 * Whether the text is an assistant's statement or question. A question is the user's own unless it asks for permission,
 * a preference or more work.
 */
function isAssistant(folded: string): boolean {
  const isMarked = QUESTION_MARK.test(folded);
  const withoutAcknowledgement = folded.replace(ACKNOWLEDGEMENT, '');
  return [folded, withoutAcknowledgement].some((text) => {
    const asked = text.replace(/^¿ ?/, '');
    if (STATEMENT.test(text) || QUESTION.test(asked) || (isMarked && OFFER.test(asked))) return true;
    return [...ASSISTANT_VOICE, ...ASSISTANT_ASKING].some((voice) => voice.test(text));
  });
}
