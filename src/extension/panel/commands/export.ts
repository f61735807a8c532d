import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import { hasExport } from '../../chat/conversation/export/exportCommands.ts';
import type { SlashCommand } from './slashCommand.ts';

export const exportCommand: SlashCommand = {
  name: 'export',
  texts: commandTexts.export,
  duringAnswer: 'runs',
  run({ conversation, dialogs }, { conversationId }) {
    if (!hasExport(conversation())) return { kind: 'refused', message: commandOutcomeTexts.nothingToExport() };
    return { kind: 'done', opens: () => dialogs.exportChat(conversationId, null) };
  },
};
