/** Characters of an excerpt before what was found, and in all. */
const BEFORE = 30;
const LENGTH = 160;

/**
 * The words around the first place where one of `words` stands, on one line; null unless every word stands somewhere in
 * the texts. A text that has them all is preferred. `words` are in lower case.
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
  return excerpt(text, at);
}

/** Begins at a word. Where a letter's lower case is longer, `at` is off by a little, which the excerpt hides. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const start = from === 0 ? 0 : from + (/\s/.exec(text.slice(from, at))?.index ?? 0);
  const cut = text.slice(start, start + LENGTH);
  const line = cut.replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${start + LENGTH < text.length ? '…' : ''}`;
}
