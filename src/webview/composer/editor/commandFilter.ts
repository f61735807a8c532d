import type { CommandView } from '../../../shared/slashCommand.ts';

/**
 * The commands that match what was typed after the slash, best first: the same name, then names that begin with the
 * typed text, then aliases that begin with it, then names that contain it. Commands that match equally keep their
 * order.
 */
export function filterCommands(commands: readonly CommandView[], typed: string): readonly CommandView[] {
  if (typed === '') return commands;
  const query = typed.toLowerCase();
  const ranks: CommandView[][] = [[], [], [], []];
  for (const command of commands) ranks[rankOf(command, query)]?.push(command);
  return ranks.flat();
}

/** The rank in the list; -1 for a command that does not match. */
function rankOf({ name, aliases }: CommandView, query: string): number {
  const known = name.toLowerCase();
  if (known === query) return 0;
  if (known.startsWith(query)) return 1;
  if (aliases.some((alias) => alias.toLowerCase().startsWith(query))) return 2;
  return known.includes(query) ? 3 : -1;
}
