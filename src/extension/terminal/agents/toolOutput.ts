/** A tool's output: `⎿` (Claude Code), `└` (Codex). Codex's tips have the same mark. */
const RESULT = /^(\s*)[⎿└](?!\s*Tip: )(?:\s|$)/u;
/** A tool call. Further lines of its command match `CONTINUED`: `  │ && npm run lint`. */
const CALL = /^\s*[⏺●•◦] \S/u;
const CONTINUED = /^(\s+)│(?:\s|$)/u;
/** A line of a box in OpenCode. The first line of a tool's box matches `BOX_CALL`. */
const BOX_LINE = /^(\s*┃)(.*)$/u;
const BOX_CALL = /^\s*(?:[#$←→✱~%⚙◇] |⎿|└)/u;

/**
 * Replaces each line of a tool's output, and each further line of its call, with an ellipsis. Output is the content of
 * files and commands, so it never contains a question of the agent. Output is indented deeper than its mark.
 */
export function withoutToolOutput(lines: readonly string[]): readonly string[] {
  const shown = withoutToolBoxes(lines);
  /** The column of the mark; undefined for lines that are not output. */
  let column: number | undefined;
  return shown.map((line, at) => {
    if (line.trim() === '') return line;
    const indent = line.search(/\S/u);
    if (column !== undefined && indent > column) return `${' '.repeat(indent)}…`;
    const before = shown[at - 1] ?? '';
    const continues = CONTINUED.test(line) && (CALL.test(before) || (column === indent && CONTINUED.test(before)));
    column = RESULT.test(line) || continues ? indent : undefined;
    return column === undefined ? line : `${line.slice(0, indent + 1)} …`;
  });
}

/** The composer and dialogs are boxes too, but their first line is not a call. */
function withoutToolBoxes(lines: readonly string[]): readonly string[] {
  let isTool: boolean | undefined;
  return lines.map((line) => {
    const [, border, text = ''] = BOX_LINE.exec(line) ?? [];
    if (border === undefined) {
      isTool = undefined;
      return line;
    }
    if (text.trim() === '') return line;
    isTool ??= BOX_CALL.test(text);
    return isTool ? `${border}  …` : line;
  });
}

/** Whether `withoutToolOutput` has replaced this line. */
export function isReplacedOutput(line: string): boolean {
  return /^\s*(?:[⎿└│┃] +)?…$/u.test(line);
}
