import { toHashedName, toWireName } from '../model/toolNames.ts';

/**
 * Returns the name under which the model knows an external tool. The name depends only on the tool's own name, so that
 * it stays the same when other external tools come and go. `taken`: the built-in tools' names, which never change.
 */
export function toExternalName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? toHashedName(name) : toWireName(name);
}
