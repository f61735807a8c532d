import { toDisplayText } from '../../../shared/displayText.ts';
import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import { parseModelId } from '../../model/modelId.ts';
import { isTourId } from '../../model/tour/tourId.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Selects the model if the argument is the whole id of a usable model. Otherwise searches the list of models. */
export const modelCommand: SlashCommand = {
  name: 'model',
  texts: commandTexts.model,
  duringAnswer: 'runs',
  async run({ dialogs, models, writer }, { argument }) {
    const words = argument.split(/\s+/).filter((word) => word !== '');
    const isFast = words.includes('--fast');
    const unknown = words.find((word) => word.startsWith('--') && word !== '--fast');
    if (unknown !== undefined) {
      return { kind: 'refused', message: commandOutcomeTexts.unknownModelOption(toDisplayText(unknown)) };
    }
    const query = words.filter((word) => word !== '--fast').join(' ');
    // The tour's model answers only in the tour's chats.
    const isId = parseModelId(query) !== undefined && !(isFast && isTourId(query));
    if (!isId || (await models.selected(query)).kind !== 'model') {
      return { kind: 'done', opens: () => dialogs.selectModel({ isFast, query }) };
    }
    await writer.write(isFast ? 'fastModel' : 'model', query);
    // Only the fast model needs a message, because the input does not show it.
    return isFast ? { kind: 'done', message: commandOutcomeTexts.fastModel(toDisplayText(query)) } : { kind: 'done' };
  },
};
