import type { CommandView } from '../../../shared/slashCommand.ts';

/** Returns the commands that match, the best match first. Commands that match equally keep their order. */
export function filterCommands(commands: readonly CommandView[], typed: string): readonly CommandView[] {
  if (typed === '') return commands;
  const query = typed.toLowerCase();
  const ranks: CommandView[][] = [[], [], [], [], []];
  for (const command of commands) ranks[rankOf(command, query)]?.push(command);
  return ranks.flat();
}

/** The alias by which `filterCommands` has found the command; undefined if the name matches. */
export function matchedAlias(command: CommandView, typed: string): string | undefined {
  const query = typed.toLowerCase();
  const rank = rankOf(command, query);
  return rank === SAME_ALIAS || rank === ALIAS ? aliasFor(command, query) : undefined;
}

const SAME_ALIAS = 2;
const ALIAS = 4;

/** The rank of a command; -1 if the command does not match. */
function rankOf(command: CommandView, query: string): number {
  const known = command.name.toLowerCase();
  if (known === query) return 0;
  if (known.startsWith(query)) return 1;
  const alias = aliasFor(command, query);
  if (alias?.toLowerCase() === query) return SAME_ALIAS;
  if (known.includes(query)) return 3;
  return alias === undefined ? -1 : ALIAS;
}

function aliasFor({ aliases }: CommandView, query: string): string | undefined {
  const found = aliases.filter((alias) => alias.toLowerCase().startsWith(query));
  return found.find((alias) => alias.toLowerCase() === query) ?? found[0];
}
