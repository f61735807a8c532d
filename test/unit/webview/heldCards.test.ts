import { expect, it } from 'vitest';
import type { TerminalCard } from '../../../src/shared/terminalCard.ts';
import { heldCardsAfter, NO_CARDS, shownCards, type CardEvent } from '../../../src/webview/strips/heldCards.ts';
import { terminalCard } from '../../support/chatItems.ts';

const question = (id: string, patch: Parameters<typeof terminalCard>[2] = {}): TerminalCard => ({
  ...terminalCard(id, 'decision', { isOpen: true, ...patch }),
  since: Number(id.slice(1)),
});
const problem = (id: string): TerminalCard => ({
  ...question(id),
  content: { kind: 'problem', message: 'The question has changed.', canRetry: false },
});
const cards = (...list: TerminalCard[]): CardEvent => ({ type: 'cards', cards: list });
const focused = (id: string): CardEvent => ({ type: 'focused', id });
const left = (id: string): CardEvent => ({ type: 'left', id });
const typed = (id: string, text: string): CardEvent => ({ type: 'typed', id, text });
const sent = (id: string): CardEvent => ({ type: 'sent', id });
const handled = (id: string, outcome: 'sent' | 'refused' = 'refused'): CardEvent => ({ type: 'handled', id, outcome });
const closed = (id: string): CardEvent => ({ type: 'closed', id });

const after = (events: readonly CardEvent[]) => events.reduce(heldCardsAfter, NO_CARDS);

/** Checks which cards are shown after the events; an ended card has a `†`. */
function check(events: readonly CardEvent[], expected: string): void {
  const shown = shownCards(after(events)).map(({ card, isEnded }) => (isEnded ? `${card.id}†` : card.id));
  expect(shown.join(' ')).toBe(expected);
}

it('the card of a question disappears with the question if the user does not use it', () => {
  check([cards(question('q1')), cards()], '');
  check([cards(question('q1')), focused('q1'), left('q1'), cards()], '');
  check([cards(question('q1')), typed('q1', 'a'), typed('q1', '  '), cards()], '');
});

it('the card of an ended question stays if it has the focus or typed text, until it is closed', () => {
  check([cards(question('q1')), focused('q1'), cards()], 'q1†');
  check([cards(question('q1')), typed('q1', 'half'), cards(question('q2'))], 'q2 q1†');
  check([cards(question('q1')), typed('q1', 'half'), cards(question('q2')), cards()], 'q1†');
  check([cards(question('q1')), focused('q1'), cards(), closed('q1')], '');
  expect(after([cards(question('q1')), typed('q1', 'half'), cards()]).drafts).toEqual({ q1: 'half' });
  expect(after([cards(question('q1')), typed('q1', 'half'), cards(), closed('q1')]).drafts).toEqual({});
});

it('a question that the host shows again is not an ended question', () => {
  check([cards(question('q1')), focused('q1'), cards(), cards(question('q1'))], 'q1');
});

it('the cards that offer a watch or show a problem disappear at once', () => {
  check([cards(terminalCard('o1', 'offer')), focused('o1'), cards()], '');
});

it('a card that the user has hidden disappears, even if its field has text', () => {
  check([cards(question('q1')), focused('q1'), typed('q1', 'half'), closed('q1'), cards()], '');
});

it('the card of a sent answer disappears, and the focus must move if it was on the card', () => {
  const events = [cards(question('q1')), typed('q1', 'yes'), focused('q1'), sent('q1'), cards()];
  // Until the host responds, the answer may still be refused.
  check(events, 'q1');
  check([...events, handled('q1', 'sent')], '');
  expect(after([...events, handled('q1', 'sent')]).answered).toBe('q1');
  expect(after([cards(question('q1')), sent('q1'), cards(), handled('q1', 'sent')]).answered).toBeNull();
});

it('a written answer that was not sent stays on its card, also if no other card says why', () => {
  const events = [cards(question('q1')), typed('q1', 'yes'), focused('q1'), sent('q1'), cards(), handled('q1')];
  check(events, 'q1†');
  expect(after(events)).toMatchObject({ answered: null, drafts: { q1: 'yes' }, focused: 'q1' });
  // A chosen answer has no text that could be lost with the card.
  check([cards(question('q1')), focused('q1'), sent('q1'), cards(), handled('q1')], '');
});

it('the card of a sent answer disappears even if the next question of the agent shows a refusal', () => {
  const events = [cards(question('q1')), typed('q1', 'yes'), sent('q1')];
  check([...events, cards(question('q2', { refusal: 'Not sent' })), handled('q1', 'sent')], 'q2');
});

it('a refused answer stays on its card, also if the question ends later', () => {
  const refused = cards(question('q1', { refusal: 'Not sent' }));
  const events = [cards(question('q1')), focused('q1'), typed('q1', 'yes'), sent('q1'), refused, handled('q1')];
  check(events, 'q1');
  expect(after(events)).toMatchObject({ answered: null, drafts: { q1: 'yes' }, focused: 'q1' });
  check([...events, cards()], 'q1†');
});

it('an answer that was refused because its question had been replaced stays on the ended card if it was written', () => {
  const events = [cards(question('q1')), focused('q1'), typed('q1', 'yes'), sent('q1')];
  check([...events, cards(question('q2', { refusal: 'Not sent' })), handled('q1')], 'q2 q1†');
  check([...events, cards(problem('p2')), handled('q1')], 'q1† p2');
  const replaced = after([...events, cards(question('q2')), handled('q1')]);
  expect(replaced.refused).toEqual(['q1']);
  expect(heldCardsAfter(replaced, closed('q1')).focused).toBeNull();
  expect(heldCardsAfter(heldCardsAfter(replaced, closed('q1')), cards()).refused).toEqual([]);
});

it('the card of a refused choice disappears if another card shows the refusal, and that card gets the focus', () => {
  const events = [cards(question('q1')), focused('q1'), sent('q1')];
  for (const next of [question('q2', { refusal: 'Not sent' }), problem('p2')]) {
    const expected = { focused: next.id, answered: null, ended: [] };
    check([...events, cards(next), handled('q1')], next.id);
    expect(after([...events, cards(next), handled('q1')])).toMatchObject(expected);
    // The host's response can also be the first to arrive.
    check([...events, handled('q1'), cards(next)], next.id);
    expect(after([...events, handled('q1'), cards(next)])).toMatchObject(expected);
  }
  // The focus stays where the user is.
  const elsewhere = [cards(question('q1')), sent('q1'), cards(question('q2', { refusal: 'Not sent' })), handled('q1')];
  expect(after(elsewhere)).toMatchObject({ focused: null, answered: null });
  // The refusal in another terminal does not concern this answer.
  const other = { ...question('q2', { refusal: 'Not sent' }), terminal: 'bash' };
  check([...events, cards(other), handled('q1')], 'q2');
  expect(after([...events, cards(other), handled('q1')])).toMatchObject({ focused: null, answered: 'q1' });
});

it('questions are shown above other cards, the newest first', () => {
  const offer = { ...terminalCard('o4', 'offer'), since: 4 };
  check([cards(problem('p5'), offer, question('q3'), question('q1'))], 'q3 q1 p5 o4');
  const ended = [cards(question('q3'), question('q1')), typed('q3', 'half'), cards(problem('p5'), question('q1'))];
  check(ended, 'q3† q1 p5');
});
