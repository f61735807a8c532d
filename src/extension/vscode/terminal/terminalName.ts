/**
 * The name of the terminal at this index. Further terminals of one name get a number: `node`, `node (2)`.
 */
export function numberedName(names: readonly string[], index: number): string {
  const name = names[index] ?? '';
  const count = names.slice(0, index + 1).filter((each) => each === name).length;
  return count > 1 ? `${name} (${count})` : name;
}
