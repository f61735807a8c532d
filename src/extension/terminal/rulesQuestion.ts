import { cutQuestion, isSendable, toCardText, type AnswerChoice, type CardQuestion } from './cardQuestion.ts';
import type { TerminalReading } from './reading.ts';

/**
 * The card of a question that `readScreen` has read; undefined if it has read no question. `cursor`: the index of the
 * option at the menu's cursor; undefined if the cursor could not be read.
 */
export function toRulesQuestion(reading: TerminalReading, cursor?: number): CardQuestion | undefined {
  const { state, messageType, message, question, menu } = reading;
  // A card with only a part of the question gets no choices: the user must not allow what the card does not show.
  const { isPartial = false, isCut = false } = reading;
  // If the user can choose more than one option, the card has no buttons, so its text lists the options.
  const text = toCardText((menu?.kind === 'several' ? message : question) ?? message ?? '');
  if (state !== 'has_question' || text.trim() === '') return undefined;
  const choices = isPartial || isCut ? [] : toChoices(reading, cursor);
  const isOpen = messageType === 'open_ended';
  const hasReason = !isPartial && !isOpen && choices.length === 0;
  const unanswerable = hasReason ? (isCut ? 'long' : toUnanswerable(reading, cursor)) : null;
  return { text: cutQuestion(text), choices, isOpen, lastAction: null, isPartial, unanswerable };
}

function toUnanswerable({ menu }: TerminalReading, cursor: number | undefined): CardQuestion['unanswerable'] {
  if (menu?.kind === 'several') return 'several';
  return menu && cursor === undefined ? 'color' : 'unclear';
}

function toChoices({ answers = [], options = [], menu }: TerminalReading, cursor: number | undefined): AnswerChoice[] {
  const isKnown = cursor !== undefined && new Set(options).size === options.length;
  const choices = menu ? (isKnown ? options.map(toSelected) : []) : answers.map(toTyped);
  // A button must send exactly what it shows.
  return choices.every(({ send }) => isSendable(send)) ? choices : [];
}

function toSelected(option: string): AnswerChoice {
  return { how: 'select', send: option, enter: true, label: '' };
}

function toTyped({ label, keys, enter }: { label: string; keys: string; enter: boolean }): AnswerChoice {
  const isSame = label.toLowerCase() === keys.toLowerCase();
  return { how: 'type', send: keys, enter, label: isSame ? '' : label };
}

export function isSameCard(left: CardQuestion, right: CardQuestion | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
