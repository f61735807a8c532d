/** Returns the first lines within `maxCharacters`, and their number. A longer first line is cut. */
export function capLines(lines: readonly string[], maxCharacters: number): { text: string; count: number } {
  let length = 0;
  let count = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > maxCharacters && count > 0) break;
    count += 1;
  }
  return { text: lines.slice(0, count).join('\n').slice(0, maxCharacters), count };
}

/** "1 line", "2 lines". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
