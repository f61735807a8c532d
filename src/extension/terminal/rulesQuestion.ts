import { cut, isSendable, withoutReplyLine, type AnswerChoice, type CardQuestion } from './cardQuestion.ts';
import type { TerminalReading } from './reading.ts';

/** The card of a question that the rules have read; undefined if the rules read none. */
export function toRulesQuestion({
  state,
  messageType,
  message,
  question,
  answers = [],
}: TerminalReading): CardQuestion | undefined {
  const text = withoutReplyLine(question ?? message ?? '');
  if (state !== 'has_question' || text.trim() === '') return undefined;
  const choices = answers.map(({ label, keys, enter }): AnswerChoice => {
    const isSame = label.toLowerCase() === keys.toLowerCase();
    return { send: keys, enter, label: isSame ? '' : label };
  });
  return {
    text: cut(text),
    choices: choices.every(({ send }) => isSendable(send)) ? choices : [],
    isOpen: messageType === 'open_ended',
    lastAction: null,
    isPartial: false,
  };
}

/** Whether two cards show the same question with the same answers. */
export function isSameCard(left: CardQuestion, right: CardQuestion | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
