/** Maximum length of a compared text, in UTF-16 units. The time of a comparison is quadratic. */
const MAX_COMPARED = 1_000;

/**
 * Returns the similarity of two texts, from 0 to 1: the share of the longer text that needs no edit (Levenshtein).
 * Ignores the white space at both ends. Returns 0 if the texts differ and one is longer than `MAX_COMPARED`.
 */
export function editSimilarity(one: string, other: string): number {
  const [a, b] = [one.trim(), other.trim()];
  if (a === b) return 1;
  const longer = Math.max(a.length, b.length);
  if (longer > MAX_COMPARED) return 0;
  return 1 - distance(a, b) / longer;
}

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
