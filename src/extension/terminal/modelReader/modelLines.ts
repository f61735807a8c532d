import { withoutToolOutput } from '../agents/toolOutput.ts';

/** Columns. Agents indent their own text less than the output of tools. */
const OUTPUT_INDENT = 4;
/** A line of a box in OpenCode: of a tool, a dialog or the composer. */
const BOX_LINE = /^\s*┃/u;
/** A line of a box that is not indented like output. */
const DIALOG_LINE = /^\s{0,3}┃/u;

/**
 * Returns the lines that a model may read. Replaces output of tools, because output can imitate a question of the
 * agent. An output may have begun above the first line, so lines at the beginning that look like output are replaced
 * too. If all lines look like output, as in OpenCode, only a dialog at the end is kept.
 */
export function toModelLines(lines: readonly string[]): readonly string[] {
  const masked = withoutToolOutput(lines);
  const first = lines.findIndex((line) => line.trim() !== '' && !mayBeRest(line));
  const start = first === -1 ? startOfDialog(lines) : first;
  return masked.map((line, at) => (at < start && line.trim() !== '' ? '  …' : line));
}

function mayBeRest(line: string): boolean {
  return line.search(/\S/u) >= OUTPUT_INDENT || BOX_LINE.test(line);
}

/**
 * Returns the index of the first line of an OpenCode dialog at the end of the lines; without a dialog, the number of
 * lines. If all lines above a box have borders, the box may be the rest of an output, so it does not count as a dialog.
 * Output of agents other than OpenCode never counts as a dialog, because it is indented deeper.
 */
function startOfDialog(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line.trim() !== '');
  const before = lines.findLastIndex((line, at) => at <= end && !DIALOG_LINE.test(line));
  const hasBegun = lines.slice(0, before + 1).some((line) => line.trim() !== '' && !BOX_LINE.test(line));
  return hasBegun ? before + 1 : lines.length;
}

/** Whether a line of `text`, which a model returned, is on the screen only as output of a tool. */
export function isFromToolOutput(text: string, lines: readonly string[]): boolean {
  const masked = toModelLines(lines);
  const hidden = flat(lines.filter((line, at) => line !== masked[at]).join(''));
  const shown = flat(masked.join(''));
  return text.split('\n').some((line) => {
    const wanted = flat(line);
    return wanted.length >= MIN_LENGTH && hidden.includes(wanted) && !shown.includes(wanted);
  });
}

/**
 * Characters. A shorter line of the model's text, such as `1. Yes`, does not show that the text comes from masked output.
 */
const MIN_LENGTH = 8;

/** Removes spaces and borders, because agents wrap and indent output. */
function flat(text: string): string {
  return text.replaceAll(/[\s│┃⎿└]+/gu, '').toLowerCase();
}
