import { withoutToolOutput } from '../agents/toolOutput.ts';

/** A line that is indented by at least this many columns can be output of a tool. Agents indent their own text less. */
const OUTPUT_INDENT = 4;
/** A line of a box in OpenCode. Tools, dialogs and the composer have such boxes. */
const BOX_LINE = /^\s*┃/u;

/**
 * Returns the lines of a terminal that a model may read. Output of tools is replaced as in `withoutToolOutput`, because
 * output can imitate a question of the agent. First lines that look like the rest of an output that began above them are
 * replaced too, unless all lines look like this, as in dialogs of OpenCode.
 */
export function toModelLines(lines: readonly string[]): readonly string[] {
  const masked = withoutToolOutput(lines);
  const start = lines.findIndex((line) => line.trim() !== '' && !mayBeRest(line));
  return masked.map((line, at) => (at < start && line.trim() !== '' ? '  …' : line));
}

function mayBeRest(line: string): boolean {
  return line.search(/\S/u) >= OUTPUT_INDENT || BOX_LINE.test(line);
}

/** Whether any line of `text`, which a model returned, is on the screen only as output of a tool. */
export function isFromToolOutput(text: string, lines: readonly string[]): boolean {
  const masked = toModelLines(lines);
  const hidden = flat(lines.filter((line, at) => line !== masked[at]).join(''));
  const shown = flat(masked.join(''));
  return text.split('\n').some((line) => {
    const wanted = flat(line);
    return wanted.length >= MIN_LENGTH && hidden.includes(wanted) && !shown.includes(wanted);
  });
}

/** Minimum number of characters of a line that is checked. Shorter lines, such as `1. Yes`, can come from anywhere. */
const MIN_LENGTH = 8;

/** Removes spaces and borders, because agents wrap and indent output. */
function flat(text: string): string {
  return text.replaceAll(/[\s│┃⎿└]+/gu, '').toLowerCase();
}
