import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import { toTitle } from '../../chat/conversation/title.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Lets the user choose a message to go back to, and shows what a restore would change. */
export const restoreCommand: SlashCommand = {
  name: 'restore',
  aliases: ['rewind'],
  texts: commandTexts.restore,
  duringAnswer: 'refused',
  run({ store, conversation, dialogs, checkpoints }, { conversationId }) {
    const { items, tour } = store.state;
    if (tour !== null) return { kind: 'refused', message: commandOutcomeTexts.noCheckpointsInTour() };
    const prompts = items.flatMap((item) => (item.kind === 'user' && !item.steers ? [item] : []));
    if (prompts.length === 0) return { kind: 'refused', message: commandOutcomeTexts.noCheckpoints() };
    const choices = prompts.map(({ id, text }) => ({
      id,
      prompt: toTitle(text),
      at: conversation().node(id)?.at ?? 0,
    }));
    const choose = async (): Promise<void> => {
      const itemId = await dialogs.chooseCheckpoint(choices.reverse());
      if (itemId === undefined) return;
      await checkpoints.handle({ type: 'checkpoint', conversationId, itemId, action: 'ask-chat' });
    };
    return { kind: 'done', opens: choose };
  },
};
