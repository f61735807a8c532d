import { toHashedName, toWireName } from '../model/toolNames.ts';

/**
 * The name under which the model knows an external tool. It depends on the tool's own name and on nothing else, so that
 * it stays the same when other tools come and go; `taken` are our own tools' names, which never change.
 */
export function toExternalName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? toHashedName(name) : toWireName(name);
}
