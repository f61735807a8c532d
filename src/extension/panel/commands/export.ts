import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const exportCommand: SlashCommand = {
  name: 'export',
  texts: commandTexts.export,
  duringAnswer: 'runs',
  run: ({ dialogs }, { conversationId }) => ({
    kind: 'done',
    opens: () => dialogs.exportChat(conversationId, null),
  }),
};
