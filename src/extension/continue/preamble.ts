import { PREAMBLES } from './preamblePhrases.ts';

/** Characters. A longer preamble is not recognized, so that text is not held back for long. */
const MAX_PREAMBLE = 200;

const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Characters that may precede a preamble. */
const LEADING = /[\s*_([（【¡]/;
/** Characters that may stand between the words of a preamble. */
const BETWEEN = /[\s,.!;'’،、，。！–—-]/;
/** The end of a preamble: marks, or the end of the line. */
const END = /^[ \t\u00a0\u202f]*(?:[:：.…。！!।*_)\]）】]+|(?=\r?\n))/;

/** Without spaces and punctuation, in lower case. */
const PHRASES = PREAMBLES.flatMap(({ acknowledgements, announcements, afterAcknowledgement }) => {
  const whole = toPhrases(announcements);
  const announced = [...whole, ...toPhrases(afterAcknowledgement)];
  return [...whole, ...toPhrases(acknowledgements).flatMap((begin) => announced.map((phrase) => begin + phrase))];
});

/**
 * A preamble is a sentence at the beginning of a model's text that only announces what follows. The length includes the
 * white space after it, but not the indentation of the next line. Returns 0 if there is no preamble, and undefined if
 * that depends on later text. `isWhole`: no text will follow.
 */
export function preambleLength(text: string, isWhole: boolean): number | undefined {
  const head = text.slice(0, MAX_PREAMBLE);
  const isLast = isWhole || text.length >= MAX_PREAMBLE;
  let phrases = PHRASES;
  let words = '';
  for (const { 0: character, index } of head.matchAll(/./gsu)) {
    if (!LETTER.test(character)) {
      if (!(words === '' ? LEADING : BETWEEN).test(character)) return 0;
      continue;
    }
    words += character.toLowerCase();
    phrases = phrases.filter((phrase) => phrase.startsWith(words));
    if (phrases.length === 0) return 0;
    if (!phrases.includes(words)) continue;
    const after = index + character.length;
    const [end] = END.exec(head.slice(after)) ?? [];
    if (end !== undefined || (after === head.length && isLast))
      return withSpace(head, after + (end ?? '').length, isLast);
  }
  return isLast ? 0 : undefined;
}

function withSpace(text: string, end: number, isLast: boolean): number | undefined {
  const rest = text.slice(end);
  const content = rest.trimStart();
  if (content === '' && !isLast) return undefined;
  const space = rest.slice(0, rest.length - content.length);
  return end + (space.includes('\n') ? space.lastIndexOf('\n') + 1 : space.length);
}

function toPhrases(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .filter((phrase) => phrase !== '');
}
