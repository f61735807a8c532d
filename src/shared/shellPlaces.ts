export interface ShellPlaces<Line> {
  /** The lines before the first item. */
  readonly first: readonly Line[];
  /** The lines after an item, by the id of the item. */
  readonly after: ReadonlyMap<string, readonly Line[]>;
}

/**
 * Returns the places of the lines. A line is shown after the answers to the prompt in `after`, directly before the next
 * prompt. If the prompt in `after` is on another branch, and therefore not shown, the line has no place.
 */
export function placeShellLines<Line extends { readonly after: string | null }, Item extends { readonly id: string }>(
  lines: readonly Line[],
  items: readonly Item[],
  isPrompt: (item: Item) => boolean,
): ShellPlaces<Line> {
  const after = new Map<string, Line[]>();
  const first = lines.filter((line) => line.after === null);
  for (const line of lines) {
    const start = line.after === null ? -1 : items.findIndex(({ id }) => id === line.after);
    if (start < 0) continue;
    const next = items.findIndex((item, index) => index > start && isPrompt(item));
    const last = items[(next < 0 ? items.length : next) - 1];
    if (last) after.set(last.id, [...(after.get(last.id) ?? []), line]);
  }
  return { first, after };
}
