/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Words as a reader counts them: `*.test.ts` and `don't` are one each. In scripts without spaces, a Japanese particle
 * or ending belongs to the word before it.
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
