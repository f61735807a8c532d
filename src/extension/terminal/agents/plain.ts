import { countText, trimBlank } from '../lines.ts';
import { ANIMATION, INTERRUPT, isDecoration, RUNNING, STATUS_WORD } from '../noise.ts';
import { findChoices, findInlineChoices } from '../question/choices.ts';
import { findKeys } from '../question/keys.ts';
import { cursorColumn, findMenu } from '../question/menu.ts';
import { hasHiddenLines } from './hiddenLines.ts';
import type { Composer, Layout, Reply } from './layout.ts';

/** On the last line: `❯` (Claude Code), `›` and `$` (Codex), `>` (OpenCode). */
const EMPTY_PROMPT = /^\s*[❯›>$]$/u;
const TYPED_PROMPT = /^\s*[❯›>] \S/u;
/** May be the prompt of Codex or of a shell. */
const TYPED_DOLLAR = /^\s*\$ \S/u;
/** A line with a command that was run, or with a prompt that was sent. */
const SENT = /^\s*(?:[❯›>$#%]|>>>|\S+@\S+[:~].*[$#]) \S/u;
const REPLY = /^\s*[⏺●•] /u;
const HELP = /^\s*$|\b(?:esc|enter|tab|return)\b|[↑↓]/iu;
/** Lines of a reply without a mark. A longer text counts as a program's output. */
const MAX_UNMARKED = 30;
const MAX_DIALOG_CONTEXT = 12;
/** The maximum column of a dialog's cursor. The output of tools is indented more. */
const MAX_CURSOR_COLUMN = 3;

/** Reads a screen that no profile recognizes, by the general rules of seed 003 (1). */
export function locatePlain(lines: readonly string[]): Layout | undefined {
  // Leaves out decoration below the prompt, such as a progress bar or a logo.
  const shown = trimBlank(lines.slice(0, lines.findLastIndex((line) => !isDecoration(line)) + 1));
  const composer = findPlainComposer(shown);
  const body = trimBlank(shown.slice(0, composer?.start ?? shown.length));
  if (isWorking(body.at(-1) ?? '')) return { kind: 'working' };
  if (composer) return { kind: 'composer', reply: plainReply(body, shown[composer.start]!.trim()) };
  return findPlainDialog(shown) ?? findBareQuestion(shown);
}

function isWorking(last: string): boolean {
  return (
    [ANIMATION, STATUS_WORD, RUNNING].some((pattern) => pattern.test(last)) ||
    (/\)$/.test(last) && INTERRUPT.test(last))
  );
}

/** Undefined if the text above the prompt counts as a command's output. */
function plainReply(body: readonly string[], prompt: string): Reply | undefined {
  const mark = lastMark(body);
  const sent = body.findLastIndex((line) => SENT.test(line));
  if (mark > sent) return toReply(body, mark);
  if (sent >= 0 || body.length > MAX_UNMARKED) return undefined;
  return { ...toReply(body, 0), isDoubtful: prompt.startsWith('$') ? 'unless-keys' : 'if-open' };
}

function toReply(body: readonly string[], start: number): Reply {
  const lines = body.slice(start).map((line) => line.replace(REPLY, ''));
  return { lines, hasContext: countText(body.slice(0, start)) > 0 };
}

/**
 * The index of the last mark of a reply. A mark directly below a command does not count, because it is output of the
 * command.
 */
function lastMark(lines: readonly string[]): number {
  return lines.findLastIndex((line, at) => REPLY.test(line) && !SENT.test(lines[at - 1] ?? ''));
}

function findPlainDialog(shown: readonly string[]): Layout | undefined {
  const menu = findMenu(shown);
  if (!menu || menu.cursor < 0 || !trimBlank(shown.slice(menu.end)).every((line) => HELP.test(line))) return undefined;
  if (cursorColumn(shown, menu) > MAX_CURSOR_COLUMN) return undefined;
  const above = shown.slice(0, menu.start);
  // A menu below an unindented command is output of the command; an indented command is part of the dialog.
  if (above.findLastIndex((line) => /^\S/u.test(line) && SENT.test(line)) > lastMark(above)) return undefined;
  const start = Math.max(0, menu.start - MAX_DIALOG_CONTEXT);
  const context = trimBlank(shown.slice(start, menu.start));
  if (!/[?？:：]$/u.test(context.at(-1) ?? '')) return undefined;
  // Without a mark, nothing shows where a longer dialog begins.
  const isPartial = hasHiddenLines(shown.slice(start)) || (start > 0 && lastMark(context) < 0);
  return { kind: 'dialog', context, menu, isPartial };
}

/**
 * Reads a screen without a prompt. Without a mark, only forms that are typical of agents count, because all kinds of
 * programs ask `[Y/n]`.
 */
function findBareQuestion(shown: readonly string[]): Layout | undefined {
  const mark = lastMark(shown);
  if (shown.findLastIndex((line) => SENT.test(line)) > mark) return undefined;
  const reply = toReply(shown, Math.max(0, mark));
  const isFromAgent =
    mark >= 0 ? hasChoice(reply.lines) : hasAgentForm(shown.at(-1) ?? '') && shown.length <= MAX_UNMARKED;
  return isFromAgent ? { kind: 'composer', reply } : undefined;
}

function hasChoice(lines: readonly string[]): boolean {
  return findChoices(lines) !== undefined || findKeys(lines.at(-1) ?? '') !== undefined;
}

/** Whether the line has a form that is typical of agents: `A) … B) …` after a question, or `y/n/a/p`. */
function hasAgentForm(line: string): boolean {
  return findInlineChoices(line) !== undefined || hasAgentKeys(line);
}

function hasAgentKeys(line: string): boolean {
  return (findKeys(line)?.answers.length ?? 0) > 2;
}

export function findPlainComposer(lines: readonly string[]): Composer | undefined {
  const at = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[at] ?? '';
  const isTyped = TYPED_PROMPT.test(line) && lastMark(lines.slice(0, at)) >= 0;
  const isTypedAnswer = TYPED_DOLLAR.test(line) && hasAgentKeys(lines[at - 1] ?? '');
  if (!EMPTY_PROMPT.test(line) && !isTyped && !isTypedAnswer) return undefined;
  return { prompt: at, prefix: line.search(/\S/u) + 1, start: at, textEnd: at + 1, end: at + 1 };
}
