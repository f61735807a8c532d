/** Scripts that do not put spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Returns the words of a text as a reader counts them. Spaces separate words, so `*.test.ts` and `don't` are one word
 * each. In scripts without spaces, `Intl.Segmenter` finds the words, and a Japanese particle or ending belongs to the
 * word before it. A token without a letter or digit is not a word.
 */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).flatMap((token) => {
    if (!/[\p{L}\p{N}]/u.test(token)) return [];
    return UNSPACED.test(token) ? segment(token) : [token];
  });
}

function segment(token: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(token)) {
    if (!isWordLike) continue;
    const last = words.length - 1;
    if (last >= 0 && /^\p{Script=Hiragana}+$/u.test(segment)) words[last] += segment;
    else words.push(segment);
  }
  return words;
}
