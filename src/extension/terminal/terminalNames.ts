import type { WatchableTerminal } from '../ports/terminals.ts';

/**
 * A name for each terminal, by its id. If terminals have the same name, all but the one that was opened first get a
 * number: “node”, “node (2)”.
 */
export function toDistinctNames(terminals: Iterable<WatchableTerminal>): ReadonlyMap<string, string> {
  const byId = new Map([...terminals].map((terminal) => [terminal.id, terminal]));
  const sorted = [...byId.values()].sort((a, b) => a.position() - b.position());
  const taken = new Set(sorted.map(({ name }) => name));
  const named = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name } of sorted) {
    let distinct = name;
    for (let number = 2; named.has(name) && taken.has(distinct); number += 1) distinct = `${name} (${number})`;
    named.add(name);
    taken.add(distinct);
    names.set(id, distinct);
  }
  return names;
}
