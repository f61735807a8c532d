/** The slash commands that the input knows, without the slash. */
export const SLASH_COMMANDS: readonly string[] = [];

/**
 * Whether `text` begins with a command that does not exist, which would be sent as plain text. Seed 000 takes "/review"
 * over from an answer's hint; in its program that is a command. A path ("/etc/hosts is wrong") is not a command.
 */
export function namesUnknownCommand(text: string, commands: readonly string[]): boolean {
  const name = /^\/([\p{L}\p{N}][\p{L}\p{N}_:.-]*)(?=\s|$)/u.exec(text)?.[1];
  return name !== undefined && !commands.includes(name);
}
