import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const reviewCommand: SlashCommand = {
  name: 'review',
  texts: commandTexts.review,
  duringAnswer: 'runs',
  run: ({ changes }, { conversationId }) => ({
    kind: 'done',
    opens: () => changes.change({ type: 'change-files', conversationId, itemId: '', action: 'review-chat' }),
  }),
};
