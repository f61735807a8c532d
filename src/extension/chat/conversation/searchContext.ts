/** Characters of an excerpt before the match. */
const BEFORE = 30;
/** Characters of an excerpt in all. */
const LENGTH = 160;

/**
 * An excerpt on one line around the first match of the first word; null unless every word is somewhere in the texts.
 * Prefers a text that contains all words. `words` are in lower case.
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

/** Begins at a word. A letter with a longer lower case shifts `at` a little, which the excerpt hides. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const start = from === 0 ? 0 : from + (/\s/.exec(text.slice(from, at))?.index ?? 0);
  const cut = text.slice(start, start + LENGTH);
  const line = cut.replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${start + LENGTH < text.length ? '…' : ''}`;
}
