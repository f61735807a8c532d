import type { IBufferCell, IBufferLine } from '@xterm/headless';

/**
 * Stands for a character of concealed text (SGR 8). The user cannot read such text, but a card must show that a command
 * contains it.
 */
export const CONCEALED = '\ufffd';

/**
 * Returns the text of a line, with `CONCEALED` for each character (UTF-16 unit) of concealed text except white space.
 * Overwrites `cell`.
 */
export function visibleText(line: IBufferLine | undefined, cell: IBufferCell): string {
  const text = line?.translateToString(true).trimEnd() ?? '';
  if (!line || !hasConcealed(line, text.length, cell)) return text;
  let shown = '';
  for (let column = 0; column < line.length; column += 1) {
    line.getCell(column, cell);
    // The second cell of a wide character has no text.
    const chars = cell.getChars() || (cell.getWidth() > 0 ? ' ' : '');
    shown += cell.isInvisible() === 0 || chars.trim() === '' ? chars : CONCEALED.repeat(chars.length);
  }
  return shown.trimEnd();
}

/** `length`: characters, not columns. */
function hasConcealed(line: IBufferLine, length: number, cell: IBufferCell): boolean {
  for (let column = 0, rest = length; rest > 0 && column < line.length; column += 1) {
    line.getCell(column, cell);
    if (cell.isInvisible() !== 0 && cell.getChars().trim() !== '') return true;
    if (cell.getWidth() > 0) rest -= 1;
  }
  return false;
}
