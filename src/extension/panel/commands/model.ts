import { toDisplayText } from '../../../shared/displayText.ts';
import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import { parseModelId } from '../../model/modelId.ts';
import { isTourId } from '../../model/tour/tourId.ts';
import type { SlashCommand } from './slashCommand.ts';

/**
 * Selects the model at once if the argument is the whole id of a usable model. Otherwise opens the list of models, and
 * searches it for the argument.
 */
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
    // The tour's model answers only in the tour's chats, so it cannot be the fast model.
    const isId = parseModelId(query) !== undefined && !(isFast && isTourId(query));
    if (!isId || (await models.selected(query)).kind !== 'model') {
      return { kind: 'done', opens: () => dialogs.selectModel({ isFast, query }) };
    }
    await writer.write(isFast ? 'fastModel' : 'model', query);
    // Only the fast model needs a message, because the input does not show the fast model.
    return isFast ? { kind: 'done', message: commandOutcomeTexts.fastModel(toDisplayText(query)) } : { kind: 'done' };
  },
};
