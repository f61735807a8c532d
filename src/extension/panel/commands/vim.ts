import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const vimCommand: SlashCommand = {
  name: 'vim',
  texts: commandTexts.vim,
  duringAnswer: 'runs',
  async run({ store, writer }) {
    const isOn = !store.state.vimMode;
    await writer.switch('vimMode', isOn);
    return { kind: 'done', message: isOn ? commandOutcomeTexts.vimOn() : commandOutcomeTexts.vimOff() };
  },
};
