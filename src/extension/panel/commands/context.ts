import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const contextCommand: SlashCommand = {
  name: 'context',
  texts: commandTexts.context,
  duringAnswer: 'runs',
  run({ store }) {
    const { tour, items, status } = store.state;
    if (tour !== null) return { kind: 'refused', message: commandOutcomeTexts.noContextInTour() };
    // The context meter is shown after the first answer whose tokens were counted.
    const isCounted = items.some((item) => item.kind === 'answer' && (item.context?.used ?? 0) > 0);
    if (!isCounted) {
      const { nothingCounted, notYetCounted, notReported } = commandOutcomeTexts;
      if (status !== 'idle') return { kind: 'refused', message: notYetCounted() };
      const isAnswered = items.some((item) => item.kind === 'answer' && item.status === 'done');
      return { kind: 'refused', message: isAnswered ? notReported() : nothingCounted() };
    }
    return { kind: 'done', effect: 'open-context' };
  },
};
