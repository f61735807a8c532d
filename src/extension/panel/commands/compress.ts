import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

/** The argument says what the summary must keep. */
export const compressCommand: SlashCommand = {
  name: 'compress',
  texts: commandTexts.compress,
  duringAnswer: 'refused',
  run: ({ compression }, { conversationId, argument }) => compression.begin(conversationId, argument),
};
