export interface QuestionIdentity {
  /** A model's name for the question, checked by `toFingerprint`; null if there is none. */
  readonly fingerprint: string | null;
  readonly text: string;
  readonly options: readonly string[];
}

const MAX_FINGERPRINT = 80;
/** Words that do not identify a question, because many questions have them or a model copies them from the prompt. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...['semantic', 'fingerprint', 'question', 'the', 'a', 'an', 'or', 'and', 'of', 'to', 'user', 'agent', 'choice'],
  ...['option', 'options', 'answer', 'confirm', 'confirmation', 'open', 'ended', 'yes', 'no', 'select', 'input'],
]);

/** Returns null unless the fingerprint is in kebab-case, with at least two different words outside `EMPTY_WORDS`. */
export function toFingerprint(value: string): string | null {
  const fingerprint = value.trim();
  if (fingerprint.length > MAX_FINGERPRINT || !/^[a-z\d]+(?:-[a-z\d]+){1,11}$/.test(fingerprint)) return null;
  const words = fingerprint.split('-').filter((word) => /[a-z]{2}/.test(word) && !EMPTY_WORDS.has(word));
  return new Set(words).size >= 2 ? fingerprint : null;
}

/** Minimum similarity, from 0 to 1, of two wordings of the same question. */
const SIMILAR = 0.7;

/**
 * Whether two questions ask the same thing, possibly in other words. Numbers, paths and code must be equal, because
 * only they distinguish "Delete a.ts?" from "Delete b.ts?".
 */
export function isSameQuestion(left: QuestionIdentity, right: QuestionIdentity): boolean {
  const [a, b] = [normalize(left.text), normalize(right.text)];
  if (a.names !== b.names) return false;
  if (left.options.length > 0 && right.options.length > 0 && left.options.length !== right.options.length) return false;
  if (left.fingerprint !== null && left.fingerprint === right.fingerprint) return true;
  return similarity(a.prose, b.prose) >= SIMILAR;
}

function normalize(text: string): { readonly prose: string; readonly names: string } {
  const words = text
    .toLowerCase()
    .split('\n')
    // Removes the label of an option: `A)`, `1.`.
    .map((line) => line.trimStart().replace(/^(?:[❯>*•-]\s*)?(?:[a-z]|\d{1,2})[).:]\s/, ' '))
    .join('\n')
    .replaceAll(/[[(]y(?:es)?\/no?[\])]/g, ' ')
    .split(/\s+/)
    .map(trimMarks)
    .filter(Boolean);
  const names = words.filter((word) => /\d|[/\\_$@~`=<>]|\p{L}\.\p{L}|^-/u.test(word));
  return {
    prose: words.filter((word) => !names.includes(word)).join(' '),
    names: [...new Set(names)].sort().join(' '),
  };
}

function trimMarks(word: string): string {
  const characters = [...word];
  const first = characters.findIndex((character) => /[\p{L}\p{N}@/~.$-]/u.test(character));
  const last = characters.findLastIndex((character) => /[\p{L}\p{N}/]/u.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/** Dice's coefficient of pairs of characters, which works without spaces, as in Chinese. */
function similarity(left: string, right: string): number {
  if (left === right) return 1;
  const [a, b] = [pairsOf(left), pairsOf(right)];
  const total = a.length + b.length;
  if (total === 0) return 0;
  const unmatched = new Map<string, number>();
  for (const pair of a) unmatched.set(pair, (unmatched.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of b) {
    const count = unmatched.get(pair) ?? 0;
    if (count === 0) continue;
    unmatched.set(pair, count - 1);
    common += 1;
  }
  return (2 * common) / total;
}

function pairsOf(text: string): string[] {
  const characters = [...text.replaceAll(/\s+/g, '')];
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}
