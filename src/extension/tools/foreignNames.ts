import { createHash } from 'node:crypto';

/** What every provider takes for a name. */
const MAX_NAME = 64;
const HASH = 8;

/**
 * The name under which the model knows a foreign tool. It depends on the tool's own name and on nothing else, so that
 * it stays the same when other tools come and go; `taken` are our own tools' names, which never change.
 */
export function toForeignName(name: string, taken: ReadonlySet<string>): string {
  const fit = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_');
  if (fit === name && name.length <= MAX_NAME && !taken.has(name)) return name;
  // Two names may have become the same one: what they were tells them apart.
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH);
  return `${fit.slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}
