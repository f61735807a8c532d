import { commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const clearCommand: SlashCommand = {
  name: 'clear',
  texts: commandTexts.clear,
  duringAnswer: 'runs',
  run: () => ({ kind: 'done', effect: 'clear-view' }),
};
