import { ENGLISH_VERBS, PIECES, SIGNS, STEMS, TONAL_WORDS, WHOLE_WORDS } from './riskyVocabulary.ts';

/**
 * Which suggestions only fill in, however Enter is set: those that would publish, destroy, or undo. What is caught by
 * mistake costs one more Enter and what is missed may cost a branch, so in doubt a text is caught: a risky word anywhere,
 * in the languages of the vocabulary, and every text in letters that none of these is written in. Let through are the
 * everyday steps ("run the tests", "commit this"), and in plain English also what only asks about such a deed ("explain
 * the reset logic") or changes code that is named after one ("fix the delete button").
 */
export function publishesOrDestroys(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replace(UNSEEN, '').trim();
  if (plain.startsWith('/')) return true;
  const folded = fold(plain);
  if (UNKNOWN_LETTER.test(folded) || MIXED_ALPHABETS.test(folded)) return true;
  if (PIECES_ANYWHERE.test(folded) || TONAL.test(plain)) return true;
  const told = withoutNames(folded.replace(HARMLESS, ' '));
  return SIGNS.some((sign) => sign.test(told)) || (told.match(WORDS) ?? []).some(isRisky);
}

/** Without accents, which many leave out, and with one letter for those that only look different. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655]/g, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
    .normalize('NFKC');
}

/** What draws nothing, or only makes a word longer, inside it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/**
 * Letters outside the alphabets that the vocabulary is written in, folded. Those that only look like one of them (small
 * capitals, "ԁ", Cherokee) are among them, and so are languages that we know no word of.
 */
const UNKNOWN_LETTER =
  /[^\P{L}a-zæœøßđðþа-яєіґђјљњћџα-ω\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Devanagari}\p{scx=Thai}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Script=Common}]/u;

/** "puѕh" with one Cyrillic letter reads like an English word. */
const MIXED_ALPHABETS =
  /\p{Script=Latin}[\p{M}\p{N}_]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{M}\p{N}_]*\p{Script=Latin}/u;

/** Latin letters are a word of their own also where another script follows without a space. */
const WORDS = /[\p{Script=Latin}\p{N}]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}\p{N}])+/gu;

const WHOLE = new Set(wordsOf(WHOLE_WORDS));
const ENGLISH = new RegExp(`^(?:${wordsOf(ENGLISH_VERBS).join('|')})(?:e|e?s|e?d|ing|ions?|ments?|als?)?$`);
const BEGINNINGS = new RegExp(`^(?:${wordsOf(STEMS).join('|')})`, 'u');
const PIECES_ANYWHERE = new RegExp(fold(PIECES.join('|')), 'u');
const TONAL = new RegExp(`(?<!\\p{L})(?:${TONAL_WORDS})(?!\\p{L})`, 'u');

function wordsOf(list: string): string[] {
  return fold(list).trim().split(/\s+/);
}

/** "redeploy", "prerelease", "dépublie" do what the word in them does; a reproduction has nothing of production. */
function isRisky(word: string): boolean {
  const forms = [word, word.replace(/^(?:re(?!produ)|un|des?|pre)/, '')];
  return forms.some((form) => WHOLE.has(form) || ENGLISH.test(form) || BEGINNINGS.test(form));
}

const HARMLESS =
  /\bdrag[\s-]and[\s-]drop\b|\bapply(?:ing)? (?:(?:the|this|that|these|those|your|all|it) )*(?:fix|fixes|suggestions?|patch|refactoring|formatting)\b/g;

/**
 * What is asked about, and what code is named after, is not done: "why did the deploy fail" without "the deploy". Only in
 * one clause of plain words: "how do we deploy - do it" and "fix it, then the deploy script" do more than they begin with.
 */
function withoutNames(text: string): string {
  if (!PLAIN_WORDS.test(text) || JOINS.test(text)) return text;
  if (ASKS.test(text)) return text.replace(ASKED_ABOUT, ' ');
  return CHANGES_CODE.test(text) ? text.replace(NAMED_AFTER, ' ') : text;
}

const PLAIN_WORDS = /^[a-z0-9'"`_]+(?:[\s./-][a-z0-9'"`_]+)*[.?!]*$/;
const JOINS = /\b(?:and|then|or|but|if|by|so|to|while|when|once|until|after|before|plus|also|do (?:it|this|that))\b/;

/**
 * A question word asks before an auxiliary only, and one that a subject follows: "where unused delete the branches" is an
 * order, and "where can drop table" may be one.
 */
const ASKS =
  /^(?:please )?(?:(?:explain|describe|summari[sz]e) (?:the|an?|our|your|its|how|what|why|where)|(?:why|how|what|where) (?:is|are|was|were|does|did))\b/;
/** One word, behind an article or at the place of the subject; a verb behind it is looked at as ever. */
const ASKED_ABOUT =
  /(?:^(?:please )?(?:why|how|what|where) [a-z]+(?: the| an?| our| your| its)?|\b(?:the|an?|our|your|its)) [a-z]+/g;

const CHANGES_CODE =
  /^(?:please )?(?:add|fix|rename|refactor|implement|improve|simplify|extract|style|validate|handle|document|update|write|cover|check(?! out)|review|look at) /;
const NAMED_AFTER =
  /(?:^(?:please )?[a-z]+|\b(?:the|an?|our|your|its|at|for|in|of)) (?!prod)[a-z]+[\s-](?:action|bug|button|callback|class|code|command|component|config|dialog|docs|documentation|endpoint|error|event|field|flag|flow|form|function|guide|handler|hook|icon|input|key|label|link|logic|menu|message|method|modal|notes|notification|option|page|parser|path|request|route|script|section|state|step|test|type|validation|view|workflow)s?\b/g;
