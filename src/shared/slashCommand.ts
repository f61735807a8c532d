import * as z from 'zod/mini';

/** A command that the user can type, as the `/` list shows it. */
export const commandViewSchema = z.object({
  /** Without the slash. */
  name: z.string(),
  aliases: z.array(z.string()),
  /** One line. */
  description: z.string(),
  /** What may follow the name, such as `[name]`; empty if the command takes no argument. */
  argument: z.string(),
  /** The folder of a prompt file, for display. Missing for a command of Premove. */
  folder: z.optional(z.string()),
});
export type CommandView = z.infer<typeof commandViewSchema>;

const NAME = /^\/(?:([\p{L}\p{N}][\p{L}\p{M}\p{N}_:.-]*)(?=\s|$)|\s*$)/u;

/**
 * The name of the command that a typed text begins with, without the slash; empty for a slash alone. Null for a prompt:
 * for example if the first word is a path (`/etc/hosts is wrong`), or if white space precedes the slash.
 */
export function commandNameOf(typed: string): string | null {
  const match = NAME.exec(typed);
  return match && (match[1] ?? '');
}

/**
 * Returns what a user would type to send this text. Puts a space before a text that would otherwise be a command, such
 * as the text of a prompt file that begins with a slash.
 */
export function toTyped(sent: string): string {
  return commandNameOf(sent) === null ? sent : ` ${sent}`;
}

/** All names and aliases, without the slash. */
export function namesOf(commands: readonly CommandView[]): string[] {
  return commands.flatMap(({ name, aliases }) => [name, ...aliases]);
}
