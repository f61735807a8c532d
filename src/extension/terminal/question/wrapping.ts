const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
/** Minimum width of a screen, in columns. */
const MIN_WIDTH = 60;

/** The number of columns that a text takes on the screen. */
export function displayWidth(text: string): number {
  return text.length + (text.match(WIDE)?.filter((char) => char.length === 1).length ?? 0);
}

export function cutColumns(line: string, column: number): string {
  let width = 0;
  let end = 0;
  for (const char of line) {
    width += displayWidth(char) > 1 ? 2 : 1;
    if (width > column) break;
    end += char.length;
  }
  return line.slice(0, end).trimEnd();
}

/** The terminal's width in columns, estimated from the widest line. */
export function screenWidth(lines: readonly string[]): number {
  return lines.reduce((width, line) => Math.max(width, displayWidth(line)), MIN_WIDTH);
}

/** Whether the program wrapped a text after `line`: the first word of `next` did not fit. */
export function isWrapped(line: string, next: string, width: number): boolean {
  const [word = ''] = /^(?:[\x21-\u10ff]+|\S)/u.exec(next.trim()) ?? [];
  return displayWidth(line) + 1 + displayWidth(word) > width - 3;
}

/** Joins the lines of each wrapped paragraph. `isStart`: whether a line begins a paragraph. */
export function unwrap(lines: readonly string[], width: number, isStart: (line: string) => boolean): readonly string[] {
  const joined: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (
      joined.length === 0 ||
      before === undefined ||
      isStart(line) ||
      !line.trim() ||
      !before.trim() ||
      !isWrapped(before, line, width)
    )
      return void joined.push(line);
    const last = joined.pop()!;
    const isWide = displayWidth(last.slice(-1)) > 1 && displayWidth(line.trim().slice(0, 1)) > 1;
    joined.push(`${last}${isWide ? '' : ' '}${line.trim()}`);
  });
  return joined;
}
