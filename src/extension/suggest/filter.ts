import { hasHiddenText } from './hiddenText.ts';
import {
  ACKNOWLEDGEMENT,
  ASSISTANT_ASKING,
  ASSISTANT_VOICE,
  ERRORS,
  LABEL_QUALIFIERS,
  META_OPENINGS,
  SOUND,
  THANKS_FOR,
} from './patterns.ts';
import {
  ABBREVIATIONS,
  ASSISTANT_OFFERS,
  ASSISTANT_OPENINGS,
  ASSISTANT_QUESTIONS,
  DONE,
  FILLERS,
  LABELS,
  META,
  PRAISE,
  PRAISE_EXTRAS,
  SPEAKERS,
} from './phrases.ts';
import { wordsOf } from './words.ts';

/** Why a suggestion is not shown: the twelve rules of seed 000, and two of ours. */
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
/** Code points; a text of so many is too long. */
const TOO_LONG = 100;
/** UTF-16 units from which on a text is not worth looking at more closely. */
const FAR_TOO_LONG = 1_000;

/**
 * The rule that `text`, as it would be displayed and sent, breaks; null where it may be shown. Each rule
 * keeps out what a model says instead of what a user types, and lets through words that only look like it.
 */
export function getFilterReason(text: string): FilterReason | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (text.length >= FAR_TOO_LONG) return 'too_long';
  if (hasHiddenText(text)) return 'control_chars';
  const folded = fold(trimmed);
  // A slash command is what it is, whatever its words mean.
  if (/^\/[\p{L}\p{N}]/u.test(trimmed)) return whyBadShape(text, trimmed);
  const bare = withoutEdges(folded);
  if (isWrapped(folded)) return 'meta_wrapped';
  if (DONE.has(bare)) return 'done';
  if (META.has(bare) || META_OPENINGS.some((opening) => opening.test(bare))) return 'meta_text';
  if (ERRORS.some((error) => error.test(folded))) return 'error_message';
  if (isLabelled(folded)) return 'prefixed_label';
  // Before the count of words, which would give single words of praise the wrong name.
  if (isPraise(bare)) return 'evaluative';
  if (saysNothing(folded, bare)) return 'too_few_words';
  return whyBadShape(text, trimmed) ?? (isAssistant(folded) ? 'ai_voice' : null);
}

/**
 * Lower case, compatibility forms (full-width punctuation) made plain, straight apostrophes, single spaces.
 */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307/g, 'i') // what "İ" becomes
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Without punctuation and symbols around it. */
function withoutEdges(text: string): string {
  return text.replace(/^[\p{P}\p{S}\s]+|(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/gu, '');
}

function whyBadShape(text: string, trimmed: string): FilterReason | null {
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

/** One pair of brackets around all of it; `(a) or (b)` is not. */
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

/** Made of thanks and praise from end to end; "great, now run the tests" is not. */
function isPraise(bare: string): boolean {
  if (THANKS_FOR.test(bare)) return true;
  if (bare.length >= TOO_LONG) return false;
  /** For each position that phrases from the beginning reach: whether one of them was praise. */
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

/** Behind the phrase and the punctuation that follows it, if it stands there as whole words. */
function endOfPhrase(text: string, phrase: string, position: number): number | undefined {
  if (!text.startsWith(phrase, position)) return undefined;
  const rest = text.slice(position + phrase.length);
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u.test(phrase);
  if (isSpaced && /^[\p{L}\p{M}\p{N}]/u.test(rest)) return undefined;
  return text.length - rest.replace(/^[\p{P}\p{S}\s]+/u, '').length;
}

/**
 * No word at all (a bare `/`), or only sounds and function words. One word can be a whole answer or command
 * in any language (`sim`, `run`, `2`), so there is no list of those that may pass.
 */
function saysNothing(folded: string, bare: string): boolean {
  if (/^\/(?: |$)/.test(folded)) return true;
  const words = wordsOf(bare).map(withoutEdges);
  if (words.length === 0 || FILLERS.has(bare) || SOUND.test(bare)) return true;
  return words.every((word) => FILLERS.has(word) || SOUND.test(word));
}

/** Between sentences: a terminator behind something, then more text. */
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
 * Marks of a written answer; `*.test.ts`, `**` in a path, `__init__.py` and `foo` in backticks are a user's
 * own.
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

/** The phrases at the beginning of a text, as whole words. */
function opening(phrases: ReadonlySet<string>): RegExp {
  return new RegExp(`^(?:${[...phrases].join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u');
}

const STATEMENT = opening(ASSISTANT_OPENINGS);
const QUESTION = opening(ASSISTANT_QUESTIONS);
const OFFER = opening(ASSISTANT_OFFERS);
const QUESTION_MARK = /[?؟;՞፧]["'»”’)]*$/u;

/** What an assistant says or asks. A question is the user's own unless it asks for leave, a wish or more work. */
function isAssistant(folded: string): boolean {
  const isMarked = QUESTION_MARK.test(folded);
  const said = folded.replace(ACKNOWLEDGEMENT, '');
  return [folded, said].some((text) => {
    const asked = text.replace(/^¿ ?/, '');
    if (STATEMENT.test(text) || QUESTION.test(asked) || (isMarked && OFFER.test(asked))) return true;
    return [...ASSISTANT_VOICE, ...ASSISTANT_ASKING].some((voice) => voice.test(text));
  });
}
