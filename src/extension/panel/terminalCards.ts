import type { TerminalCard } from '../../shared/terminalCard.ts';
import type { Disposable } from '../base/disposable.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { TerminalWatch, WatchCard } from '../terminal/terminalWatch.ts';

/** Keeps the cards of the watched terminals in the panel's state, whichever chat is shown. */
export function followTerminalCards(watch: TerminalWatch, store: ChatStore): Disposable {
  const update = (): void => {
    const terminals = watch.cards.map(toView);
    if (JSON.stringify(terminals) === JSON.stringify(store.state.terminals)) return;
    store.dispatch({ type: 'terminals-changed', terminals });
  };
  update();
  const subscriptions = [watch.onDidChange(update), store.onDidReplace(update)];
  return { dispose: () => subscriptions.forEach((each) => each.dispose()) };
}

function toView({ id, agent, terminal, since, content }: WatchCard): TerminalCard {
  return { id, agent, terminal: terminal.name, since, content: toContent(content) };
}

function toContent(content: WatchCard['content']): TerminalCard['content'] {
  if (content.kind !== 'question') return content;
  const { question, refusal } = content;
  const { choices, ...card } = question.card;
  const { revision, urgency, wording } = question;
  return { kind: 'question', revision, urgency, wording, refusal, choices: [...choices], ...card };
}
