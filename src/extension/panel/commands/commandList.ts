import { chatsCommand } from './chats.ts';
import { clearCommand } from './clear.ts';
import { compressCommand } from './compress.ts';
import { contextCommand } from './context.ts';
import { costCommand } from './cost.ts';
import { exportCommand } from './export.ts';
import { helpCommand } from './help.ts';
import { initCommand } from './init.ts';
import { initPermissionsCommand } from './initPermissions.ts';
import { mcpCommand } from './mcp.ts';
import { memoryCommand } from './memory.ts';
import { modeCommand } from './mode.ts';
import { modelCommand } from './model.ts';
import { newCommand } from './new.ts';
import { restoreCommand } from './restore.ts';
import { reviewCommand } from './review.ts';
import type { SlashCommand } from './slashCommand.ts';
import { undoCommand } from './undo.ts';
import { vimCommand } from './vim.ts';

/** In the order of the `/` list: by name. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  chatsCommand,
  clearCommand,
  compressCommand,
  contextCommand,
  costCommand,
  exportCommand,
  helpCommand,
  initCommand,
  initPermissionsCommand,
  mcpCommand,
  memoryCommand,
  modeCommand,
  modelCommand,
  newCommand,
  restoreCommand,
  reviewCommand,
  undoCommand,
  vimCommand,
];

/** Whether a name without the slash is the name or an alias of a built-in command. Ignores case. */
export function isBuiltInCommand(name: string): boolean {
  const wanted = name.toLowerCase();
  return SLASH_COMMANDS.some((command) => command.name === wanted || command.aliases?.includes(wanted));
}
