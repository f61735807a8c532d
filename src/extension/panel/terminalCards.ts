import type { TerminalCard } from '../../shared/terminalCard.ts';
import type { Disposable } from '../base/disposable.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import { repeatsAgent } from '../terminal/agentCommand.ts';
import type { TerminalWatch } from '../terminal/terminalWatch.ts';
import type { WatchCard } from '../terminal/watchedAgent.ts';

/** Shows the cards of the watched terminals in every chat. */
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
  return { id, ...toTitle(agent, terminal.name), since, content: toContent(content) };
}

/** Leaves out a terminal's name that only repeats the agent's, but keeps the terminal's number. */
function toTitle(agent: string, terminal: string): Pick<TerminalCard, 'agent' | 'terminal'> {
  const [number = ''] = / \(\d+\)$/u.exec(terminal) ?? [];
  const name = terminal.slice(0, terminal.length - number.length);
  return repeatsAgent(name, agent) ? { agent: `${agent}${number}`, terminal: '' } : { agent, terminal };
}

function toContent(content: WatchCard['content']): TerminalCard['content'] {
  if (content.kind !== 'question') return content;
  const { question, refusal } = content;
  const { choices, ...card } = question.card;
  const { revision, urgency, wording } = question;
  return { kind: 'question', revision, urgency, wording, refusal, choices: [...choices], ...card };
}
