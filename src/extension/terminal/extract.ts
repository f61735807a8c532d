import { isCutCall } from './agents/hiddenLines.ts';
import type { Layout } from './agents/layout.ts';
import { locatePlain } from './agents/plain.ts';
import { PROFILES } from './agents/profiles.ts';
import { isReplacedOutput, withoutToolOutput } from './agents/toolOutput.ts';
import { cutQuestion, MAX_QUESTION } from './cardQuestion.ts';
import { trimBlank, withoutIndent } from './lines.ts';
import type { Choice } from './question/choices.ts';
import type { Menu } from './question/menu.ts';
import { namesSubject } from './question/permission.ts';
import { contextOf } from './question/questionContext.ts';
import { readReplyQuestion } from './question/replyQuestion.ts';
import type { AgentName, Answer, DialogMenu, TerminalReading } from './reading.ts';

/** Maximum number of characters read from a line. Without a limit, a very long hostile line would cost much time. */
const MAX_LINE = 1500;

/**
 * Reads an agent's screen by fixed rules, without a model (seed 003). Processing takes precedence over a question, and
 * a question over idle. `lines`: the last lines of a `TerminalScreen`, oldest first.
 *
 * Two results differ from seed 003. Section 6.2: the question keeps the agent's words, without a fingerprint or a line
 * about how to reply, because the card has buttons. Section 6.3: a question whose context is not on the screen is
 * `unknown`, so that a model reads more lines.
 */
export function readScreen(lines: readonly string[]): TerminalReading {
  const { layout, agent } = locate(lines);
  return layout ? { ...toReading(layout), ...(agent && { agent }) } : { state: 'unknown' };
}

/** The last reply, without status lines. Undefined in a dialog, while the agent works, or without a reply. */
export function readReply(lines: readonly string[]): readonly string[] | undefined {
  const { layout } = locate(lines);
  return layout?.kind === 'composer' ? layout.reply?.lines : undefined;
}

function locate(lines: readonly string[]): { readonly layout: Layout | undefined; readonly agent?: AgentName } {
  const trimmed = lines.map((line) => shorten(line.trimEnd()));
  const shown = withoutToolOutput(trimmed.slice(0, trimmed.findLastIndex((line) => line !== '') + 1));
  for (const profile of PROFILES) {
    const layout = profile.locate(shown);
    if (layout) return { layout, agent: profile.name };
  }
  return { layout: locatePlain(shown) };
}

/** Cuts the middle of a very long line. Keeps the end, because it can be a question. */
function shorten(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE / 2)}…${line.slice(-MAX_LINE / 2)}` : line;
}

function toReading(layout: Layout): TerminalReading {
  if (layout.kind === 'working') return { state: 'processing' };
  if (layout.kind === 'dialog') return fromDialog(layout);
  const question = layout.reply ? readReplyQuestion(layout.reply) : ({ kind: 'none' } as const);
  switch (question.kind) {
    case 'none':
      return { state: 'idle' };
    case 'unknown':
      return { state: 'unknown' };
    case 'choice':
      return {
        ...choice(question.question, question.choices, toTyped(question.choices)),
        ...(question.question.length > MAX_QUESTION && { isCut: true }),
      };
    case 'keys': {
      const above = contextOf(question.question, question.above);
      if (above === undefined) return { state: 'unknown' };
      const { text, isCut } = below(above, question.question);
      return {
        ...choice(text, [], question.answers),
        ...(isCut && { isCut }),
        // More than two keys, such as `y/n/a/p`, are a choice.
        ...(question.answers.length > 2
          ? { messageType: 'choice', options: question.answers.map(({ label }) => label) }
          : { messageType: 'confirmation' }),
      };
    }
    case 'open':
      return {
        state: 'has_question',
        messageType: 'open_ended',
        message: cutQuestion(question.question),
        question: question.question,
      };
  }
}

/** Joins the question to the text above it. Cuts the end of that text, so that the question stays. */
function below(above: string, question: string): { readonly text: string; readonly isCut: boolean } {
  if (above === '') return { text: question, isCut: question.length > MAX_QUESTION };
  const room = Math.max(0, MAX_QUESTION - question.length - 1);
  return { text: `${cutEnd(above, room)}\n${question}`, isCut: above.length > room };
}

/**
 * Returns `unknown` if the dialog seems to contain output of a tool. Also returns `unknown` if the dialog is completely
 * visible, but neither the dialog nor the call above it says what an answer allows (seed 003, 3.2). A partly visible
 * dialog gets no answers.
 */
function fromDialog({ context, menu, call, isPartial }: Extract<Layout, { kind: 'dialog' }>): TerminalReading {
  const first = context.findIndex((line) => line.trim() !== '' && !isReplacedOutput(line));
  // Removes only the shared indentation, because the rest may be a part of a command.
  const lines = withoutIndent(trimBlank(first < 0 ? [] : context.slice(first))).map((line) => line.trimEnd());
  if (lines.length === 0 || lines.some((line) => isReplacedOutput(line))) return { state: 'unknown' };
  const isNamed = lines.some((line) => namesSubject(line));
  if (!isNamed && call === undefined && !isPartial) return { state: 'unknown' };
  const question = lines.at(-1)!.trim();
  const before = [...(isNamed ? [] : [call]), ...lines.slice(0, -1)].filter(Boolean).join('\n');
  const { text, isCut } = below(before, question);
  if (isPartial || (!isNamed && isCutCall(call ?? '')))
    return { ...choice(text, menu.choices, undefined), isPartial: true };
  const dialog = toMenu(menu);
  return {
    ...choice(text, menu.choices, toKeys(menu)),
    ...(isCut && { isCut }),
    ...(dialog && { menu: dialog }),
  };
}

function choice(question: string, choices: readonly Choice[], answers: readonly Answer[] | undefined): TerminalReading {
  const options = choices.map(({ mark, text }) => (mark ? `${mark} ${text}` : text));
  return {
    state: 'has_question',
    messageType: 'choice',
    message: cutQuestion([question, ...options].join('\n')),
    question: cutQuestion(question),
    ...(choices.length > 0 && { options: choices.map(({ text }) => text) }),
    ...(answers && { answers }),
  };
}

function toTyped(choices: readonly Choice[]): readonly Answer[] {
  return choices.map(({ label, text }) => ({ label: text, keys: label, enter: true }));
}

/**
 * The keys that choose each option. Undefined if more than one option can be chosen, or if the options have no labels
 * and the cursor is unknown.
 */
function toKeys({ choices, cursor, isMultiple }: Menu): readonly Answer[] | undefined {
  if (isMultiple) return undefined;
  if (choices.every(({ label }) => label !== ''))
    return choices.map(({ label, text }) => ({ label: text, keys: label, enter: false }));
  if (cursor < 0) return undefined;
  return choices.map(({ text }, at) => ({ label: text, keys: moves(at - cursor), enter: true }));
}

function toMenu({ choices, cursor, isMultiple }: Menu): DialogMenu | undefined {
  if (isMultiple) return { kind: 'several' };
  if (choices.every(({ label }) => label !== '')) return undefined;
  return cursor < 0 ? { kind: 'color' } : { kind: 'cursor', at: cursor };
}

function moves(steps: number): string {
  return (steps > 0 ? '\x1b[B' : '\x1b[A').repeat(Math.abs(steps));
}

function cutEnd(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, Math.max(0, max - 1))}…` : text;
}
