import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Does not show a note, because the line under the answer shows what was restored, and offers *Redo*. */
export const undoCommand: SlashCommand = {
  name: 'undo',
  texts: commandTexts.undo,
  duringAnswer: 'refused',
  async run({ store, actions }, { conversationId }) {
    const last = store.state.items.findLast((item) => item.kind === 'answer' && item.changes?.state === 'applied');
    if (!last) return { kind: 'refused', message: commandOutcomeTexts.nothingToUndo() };
    await actions.changeFiles(conversationId, last.id, 'undo');
    return { kind: 'done' };
  },
};
