/** The mark of a tool's output: `⎿` (Claude Code), `└` (Codex). Codex's tips have the same mark. */
const RESULT = /^(\s*)[⎿└](?!\s*Tip: )(?:\s|$)/u;
/** A mark of a call, which a command can continue below: `  │ && npm run lint`. */
const CALL = /^\s*[⏺●•◦] \S/u;
const CONTINUED = /^(\s+)│(?:\s|$)/u;
/** OpenCode's box of a tool: the first line is a heading or the call. */
const BOX_LINE = /^(\s*┃)(.*)$/u;
const BOX_CALL = /^\s*(?:[#$←→✱~%⚙◇] |⎿|└)/u;

/**
 * Replaces the output of tools by an ellipsis, line by line. Output is the content of files and commands, so nothing in
 * it is a question or a dialog of the agent. Output reaches from its mark to the next line that is not indented deeper.
 */
export function withoutToolOutput(lines: readonly string[]): readonly string[] {
  const shown = withoutToolBoxes(lines);
  /** The column of the mark; undefined outside of output. */
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

/** The composer is a box too, but it does not begin with a call. A dialog begins with its own heading. */
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
export function isToolOutput(line: string): boolean {
  return /^\s*(?:[⎿└│┃] +)?…$/u.test(line);
}
