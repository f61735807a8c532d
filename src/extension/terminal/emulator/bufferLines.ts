import type { IBuffer, IBufferCell, IBufferLine } from '@xterm/headless';
import type { Look, StyledLine } from '../lines.ts';
import { visibleText } from './visibleText.ts';

/**
 * Maximum number of rows of a line. Only programs that do not know the terminal's width write lines of several rows.
 */
const MAX_ROWS = 10;

/** A line of a program: several rows if the line was longer than the screen is wide. */
export interface BufferLine {
  readonly text: string;
  /** `length`: UTF-16 units. */
  readonly rows: readonly { readonly row: IBufferLine; readonly length: number }[];
}

/** Returns the lines from row `first` on, without trailing blank lines. */
export function linesFrom(buffer: IBuffer, first: number): readonly BufferLine[] {
  const cell = buffer.getNullCell();
  const lines: BufferLine[] = [];
  let end = 0;
  for (let at = Math.max(0, first); at < buffer.length; at += 1) {
    const row = buffer.getLine(at);
    if (!row) continue;
    const text = visibleText(row, cell);
    const above = row.isWrapped ? lines.at(-1) : undefined;
    if (above && above.rows.length < MAX_ROWS) lines[lines.length - 1] = join(above, row, text, cell);
    else lines.push({ text, rows: [{ row, length: text.length }] });
    if (text !== '') end = lines.length;
  }
  return lines.slice(0, end);
}

/** Appends a row to a line. Keeps the spaces at the end of the row above. */
function join({ text, rows }: BufferLine, row: IBufferLine, added: string, cell: IBufferCell): BufferLine {
  const last = rows.at(-1)!;
  const spaces = trailingSpaces(last.row, cell);
  return {
    text: text + ' '.repeat(spaces) + added,
    rows: [...rows.slice(0, -1), { row: last.row, length: last.length + spaces }, { row, length: added.length }],
  };
}

/**
 * Counts the written spaces at the end of a row. Skips empty cells, because the last cell of a row stays empty if a
 * wide character did not fit.
 */
function trailingSpaces(row: IBufferLine, cell: IBufferCell): number {
  let spaces = 0;
  for (let column = row.length - 1; column >= 0; column -= 1) {
    const chars = row.getCell(column, cell)?.getChars() ?? '';
    if (chars !== '' && chars !== ' ') break;
    // Width 0 means the second cell of a wide character.
    if (chars === '' && cell.getWidth() === 0) break;
    if (chars === ' ') spaces += 1;
  }
  return spaces;
}

export function toStyledLine({ text, rows }: BufferLine): StyledLine {
  const styles = rows.map(({ row, length }) => stylesOf(row, length));
  return {
    text,
    backgrounds: styles.flatMap(({ backgrounds }) => backgrounds),
    looks: styles.flatMap(({ looks }) => looks),
  };
}

function stylesOf(row: IBufferLine, length: number): Omit<StyledLine, 'text'> {
  const backgrounds: string[] = [];
  const looks: Look[] = [];
  for (let at = 0; at < row.length && looks.length < length; at += 1) {
    const cell = row.getCell(at);
    // Width 0 means the second cell of a wide character.
    if (!cell || cell.getWidth() === 0) continue;
    const key = cell.isInverse()
      ? `${cell.getFgColorMode()}:${cell.getFgColor()}:inverse`
      : `${cell.getBgColorMode()}:${cell.getBgColor()}`;
    const look = cell.isInverse() ? 'inverse' : cell.isDim() ? 'dim' : 'plain';
    for (let unit = Math.max(1, cell.getChars().length); unit > 0; unit -= 1) {
      backgrounds.push(key);
      looks.push(look);
    }
  }
  return { backgrounds, looks };
}
