import type { NoteSection } from '../../../shared/note.ts';
import type { Amount } from '../../../shared/transcriptItem.ts';
import { commandTexts, costTexts } from '../../base/texts/commandTexts.ts';
import { chatSpending } from '../../chat/conversation/chatSpending.ts';
import type { BackgroundCost } from '../../background/usage.ts';
import { INTERNAL_PROMPT_IDS, type InternalPromptId } from '../../model/chatModel.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Names each kind of background request by its internal id, as in logs. */
export const costCommand: SlashCommand = {
  name: 'cost',
  aliases: ['stats'],
  texts: commandTexts.cost,
  duringAnswer: 'runs',
  run({ backgroundOfWindow, conversation, store, showNote }) {
    const { total, background } = chatSpending(conversation());
    const kinds = INTERNAL_PROMPT_IDS.flatMap((id) => toRow(id, background[id]));
    // A terminal belongs to the window, not to a chat.
    const terminals = toRow('terminal_watch', backgroundOfWindow().terminal_watch);
    const answers = kinds.reduce((left, { amount }) => subtract(left, amount), total);
    const rows = [
      { name: costTexts.answers(), detail: '', amount: answers },
      ...kinds,
      { name: costTexts.total(), detail: '', amount: total },
    ];
    const isNothing = total.dollars + total.tokens === 0;
    const sections: NoteSection[] = [
      { heading: costTexts.thisChat(), ...(isNothing ? { text: costTexts.nothing(), rows: [] } : { text: '', rows }) },
      ...(terminals.length > 0 ? [{ heading: costTexts.thisWindow(), text: '', rows: terminals }] : []),
      {
        heading: '',
        text: '',
        rows: [{ name: costTexts.today(), detail: '', amount: store.state.spending.today }],
      },
    ];
    showNote({ title: costTexts.title(), sections });
    return { kind: 'done' };
  },
};

function toRow(name: InternalPromptId, cost: BackgroundCost | undefined) {
  if (!cost) return [];
  const amount = { dollars: cost.dollars, tokens: cost.unpricedTokens };
  return [{ name, detail: costTexts.requests(cost.requests), amount }];
}

/** A negative or very small result counts as 0, because sums of fractions are not exact. */
function subtract(whole: Amount, part: Amount): Amount {
  const dollars = whole.dollars - part.dollars;
  return { dollars: dollars < 1e-9 ? 0 : dollars, tokens: Math.max(0, whole.tokens - part.tokens) };
}
