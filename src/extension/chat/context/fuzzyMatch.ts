/**
 * Scores how well a path matches a query; undefined if it does not match. A path with the whole query in its file name
 * scores highest, then a path with the whole query elsewhere, then a path with the query's characters in order. A match
 * at the start of a word scores higher. If two paths match equally, the shorter path wins.
 */
export function fuzzyScore(query: string, path: string): number | undefined {
  if (query === '') return 0;
  const wanted = query.toLowerCase();
  const text = path.toLowerCase();
  const nameStart = text.lastIndexOf('/') + 1;
  const inName = text.indexOf(wanted, nameStart);
  if (inName >= 0)
    return 3_000 + (isWordStart(path, inName) ? 500 : 0) + (inName === nameStart ? 500 : 0) - text.length;
  const whole = text.indexOf(wanted);
  if (whole >= 0) return 2_000 + (isWordStart(path, whole) ? 300 : 0) - text.length;
  const scattered = scatteredScore(wanted, text, path);
  return scattered === undefined ? undefined : scattered - text.length;
}

function scatteredScore(wanted: string, text: string, path: string): number | undefined {
  let score = 0;
  let at = -1;
  for (const char of wanted) {
    const next = text.indexOf(char, at + 1);
    if (next < 0) return undefined;
    score += next === at + 1 ? 20 : isWordStart(path, next) ? 15 : 0;
    at = next;
  }
  return score;
}

function isWordStart(path: string, index: number): boolean {
  const before = path.charAt(index - 1);
  return index === 0 || /[/._\- ]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(path.charAt(index)));
}
