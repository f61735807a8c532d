import { toDisplayText } from '../../../shared/displayText.ts';
import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import { parseModelId } from '../../model/modelId.ts';
import { isTourId } from '../../model/tour/tourId.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Selects the model at once if the argument is the whole id of a usable model. Otherwise searches the list of models. */
export const modelCommand: SlashCommand = {
  name: 'model',
  texts: commandTexts.model,
  duringAnswer: 'runs',
  async run({ dialogs, models, writer }, { argument }) {
    const words = argument.split(/\s+/).filter((word) => word !== '');
    const isFast = words.includes('--fast');
    const query = words.filter((word) => word !== '--fast').join(' ');
    // The tour's model answers in chats of its own only.
    const isId = parseModelId(query) !== undefined && !(isFast && isTourId(query));
    if (!isId || (await models.selected(query)).kind !== 'model') {
      return { kind: 'done', opens: () => dialogs.selectModel({ isFast, query }) };
    }
    await writer.write(isFast ? 'fastModel' : 'model', query);
    // The input shows the chat's model, but not the fast one.
    return isFast ? { kind: 'done', message: commandOutcomeTexts.fastModel(toDisplayText(query)) } : { kind: 'done' };
  },
};
