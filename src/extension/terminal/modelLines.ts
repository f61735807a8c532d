import { withoutToolOutput } from './agents/toolOutput.ts';

/** Number of columns from which a line can be output of a tool: agents indent their own text less. */
const OUTPUT_INDENT = 4;
/** A line of a box. */
const BOX_LINE = /^\s*┃/u;

/**
 * The lines of a terminal that a model may read: each line of a tool's output is replaced with an ellipsis, because output
 * can imitate a question of the agent. If the first lines look like the rest of an output that began above them, they are
 * replaced too.
 */
export function toModelLines(lines: readonly string[]): readonly string[] {
  const masked = withoutToolOutput(lines);
  const start = lines.findIndex((line) => line.trim() !== '' && !mayBeRest(line));
  return masked.map((line, at) => (at < start && line.trim() !== '' ? '  …' : line));
}

function mayBeRest(line: string): boolean {
  return line.search(/\S/u) >= OUTPUT_INDENT || BOX_LINE.test(line);
}

/** Whether a text that a model returned is on the screen only in lines that the model should not have read. */
export function isFromToolOutput(text: string, lines: readonly string[]): boolean {
  const masked = toModelLines(lines);
  const hidden = flat(lines.filter((line, at) => line !== masked[at]).join(''));
  const shown = flat(masked.join(''));
  return text.split('\n').some((line) => {
    const wanted = flat(line);
    return wanted.length >= MIN_LENGTH && hidden.includes(wanted) && !shown.includes(wanted);
  });
}

/** Shorter lines, such as an option `1. Yes`, say nothing about where they come from. */
const MIN_LENGTH = 8;

/** Ignores the layout, because agents wrap and indent output. */
function flat(text: string): string {
  return text.replaceAll(/[\s│┃⎿└]+/gu, '').toLowerCase();
}
