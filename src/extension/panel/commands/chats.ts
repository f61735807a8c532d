import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const chatsCommand: SlashCommand = {
  name: 'chats',
  aliases: ['chat'],
  texts: commandTexts.chats,
  duringAnswer: 'runs',
  run: ({ dialogs }) => ({ kind: 'done', opens: () => dialogs.showChats() }),
};
