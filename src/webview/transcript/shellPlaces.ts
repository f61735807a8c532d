import type { ShellLineView } from '../../shared/shellLine.ts';
import type { TranscriptItem } from '../../shared/transcriptItem.ts';

export interface ShellPlaces {
  /** The lines before the first item. */
  readonly first: readonly ShellLineView[];
  /** The lines after an item, by its id. */
  readonly after: ReadonlyMap<string, readonly ShellLineView[]>;
}

/**
 * Returns the places of the shell lines. A line that follows a prompt is shown before the next prompt, after everything
 * in between. A line that follows no prompt is shown before the first item. A line of another branch has no place,
 * because its prompt is not shown.
 */
export function placeShellLines(lines: readonly ShellLineView[], items: readonly TranscriptItem[]): ShellPlaces {
  const after = new Map<string, ShellLineView[]>();
  const first = lines.filter((line) => line.after === null);
  for (const line of lines) {
    const start = line.after === null ? -1 : items.findIndex(({ id }) => id === line.after);
    if (start < 0) continue;
    const next = items.findIndex((item, index) => index > start && item.kind === 'user');
    const last = items[(next < 0 ? items.length : next) - 1];
    if (last) after.set(last.id, [...(after.get(last.id) ?? []), line]);
  }
  return { first, after };
}
