import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const reviewCommand: SlashCommand = {
  name: 'review',
  texts: commandTexts.review,
  duringAnswer: 'runs',
  run: ({ changes }, { conversationId }) => changes.reviewOfChat(conversationId),
};
