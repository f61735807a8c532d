/** Appends a number if an earlier terminal has the same name: `node (2)`. */
export function numberedName(names: readonly string[], index: number): string {
  const name = names[index] ?? '';
  const count = names.slice(0, index + 1).filter((each) => each === name).length;
  return count > 1 ? `${name} (${count})` : name;
}
