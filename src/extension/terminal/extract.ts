import { findChoices, findInlineChoices, findKeys, type Choice } from './choices.ts';
import { isDecoration, isProcessing } from './noise.ts';
import type { Answer, TerminalReading } from './reading.ts';
import { maskTypedText } from './typedText.ts';

/** Lines from the end that can hold the status of the agent. */
const STATUS_LINES = 12;
const MAX_MESSAGE = 500;

const PROMPT = /^\s*[│┃|]?\s*[❯›>$](?:[ \u00a0]|$)/u;
const OPTION_AT_CURSOR = /^\s*[❯›>]\s*(?:\d{1,2}|[A-Za-z])[.)]\s/u;
/** The start of an agent's reply, or of a tool call. */
const REPLY = /^\s*[⏺●•]\s/u;
const ENDS_IN_QUESTION = /[?？؟][\s"'”’»」)）\]*_`]*$/u;
/** The question is about something that stands above it. */
const REFERS_UP = /这个|上面|以上|以下|\b(?:this|these|above|following)\b/iu;

/**
 * Reads the screen of an agent without a model (seed 003): processing before a question before idle. The lines are
 * those of `TerminalScreen.readLines`.
 */
export function readScreen(lines: readonly string[]): TerminalReading {
  const shown = maskTypedText(lines).filter((line) => !isDecoration(line));
  const prompt = shown.findLastIndex((line) => PROMPT.test(line) && !OPTION_AT_CURSOR.test(line));
  if (shown.slice(-STATUS_LINES).some(isProcessing)) return { state: 'processing' };
  const isLast = prompt >= 0 && prompt >= shown.length - 4;
  const body = isLast ? shown.slice(0, prompt) : shown;
  const question = readQuestion(body, isLast);
  if (question) return question;
  return { state: isLast ? 'idle' : 'unknown' };
}

function readQuestion(body: readonly string[], atPrompt: boolean): TerminalReading | undefined {
  const start = Math.max(
    0,
    body.findLastIndex((line) => REPLY.test(line)),
  );
  const reply = body.slice(start).map((line) => line.replace(REPLY, ''));
  const last = reply.at(-1)?.trim() ?? '';
  const inline = findInlineChoices(last);
  if (inline && ENDS_IN_QUESTION.test(inline.before)) return choice(inline.before, inline.choices, false);
  const keys = findKeys(last);
  if (keys) return confirmation(reply, start, keys);
  const list = findChoices(reply);
  if (list && list.end >= reply.length - 2) {
    const question = reply
      .slice(Math.max(0, list.start - 4), list.start)
      .join('\n')
      .trim();
    if (question && (list.hasCursor || ENDS_IN_QUESTION.test(question)))
      return choice(question, list.choices, list.hasCursor);
  }
  if (atPrompt && ENDS_IN_QUESTION.test(last))
    return { state: 'has_question', messageType: 'open_ended', message: cut(last), question: last };
  return undefined;
}

function choice(question: string, choices: readonly Choice[], hasCursor: boolean): TerminalReading {
  return {
    state: 'has_question',
    messageType: 'choice',
    message: cut([question, ...choices.map(({ label, text }) => `${label}) ${text}`)].join('\n')),
    question,
    options: choices.map(({ text }) => text),
    answers: choices.map(({ label, text }) => ({ label: text, keys: label, enter: !hasCursor })),
  };
}

function confirmation(reply: readonly string[], start: number, answers: readonly Answer[]): TerminalReading {
  const question = reply.slice(-4).join('\n').trim();
  if (reply.length === 1 && start === 0 && REFERS_UP.test(question)) return { state: 'unknown' };
  return { state: 'has_question', messageType: 'confirmation', message: cut(question), question, answers };
}

function cut(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text;
}
