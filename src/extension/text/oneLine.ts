/** Returns the words of a text on one line, for a row. */
export function oneLine(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}
