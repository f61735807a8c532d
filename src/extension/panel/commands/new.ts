import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const newCommand: SlashCommand = {
  name: 'new',
  texts: commandTexts.new,
  duringAnswer: 'runs',
  async run({ actions }) {
    await actions.newChat();
    return { kind: 'done' };
  },
};
