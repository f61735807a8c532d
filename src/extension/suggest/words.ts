/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The words of a text as a reader counts them: what spaces separate, `*.test.ts` and `don't` being one, and
 * in scripts without spaces the words of the dictionary, a Japanese particle or ending belonging to the word
 * before. What holds neither letter nor digit is no word.
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
