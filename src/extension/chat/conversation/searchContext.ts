/** Characters of an excerpt before the match. */
const BEFORE = 30;
/** Characters of an excerpt. */
const LENGTH = 160;

/**
 * Returns a one-line excerpt around the first occurrence of the first word. Prefers a text that contains all words.
 * Null if one of the words does not occur in any text. `words` must be in lower case.
 */
export function findContext(texts: readonly string[], words: readonly string[]): string | null {
  const lower = texts.map((text) => text.toLowerCase());
  if (!words.every((word) => lower.some((text) => text.includes(word)))) return null;
  const index = Math.max(
    0,
    lower.findIndex((text) => words.every((word) => text.includes(word))),
  );
  const best = lower[index]?.includes(words[0] ?? '')
    ? index
    : lower.findIndex((text) => text.includes(words[0] ?? ''));
  const text = texts[best] ?? '';
  const at = Math.max(0, lower[best]?.indexOf(words[0] ?? '') ?? 0);
  return excerpt(text, originalPosition(text, at));
}

/** `lowerAt`: a position in the lower-case text, which can be longer than `text` (`İ`). */
function originalPosition(text: string, lowerAt: number): number {
  let at = 0;
  for (let length = 0; length < lowerAt && at < text.length; at += 1) length += text.charAt(at).toLowerCase().length;
  return at;
}

/** The excerpt begins at a word if there is a space in the `BEFORE` characters before `at`. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const start = from === 0 ? 0 : from + (/\s/.exec(text.slice(from, at))?.index ?? 0);
  const cut = text.slice(start, start + LENGTH);
  const line = cut.replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${start + LENGTH < text.length ? '…' : ''}`;
}
