import { countText, MAX_FOOTER_LINES, trimBlank } from '../lines.ts';
import { INTERRUPT, isDecoration } from '../noise.ts';
import { findMenu, type Menu } from '../question/menu.ts';
import { cutColumns, displayWidth } from '../question/wrapping.ts';
import { hasHiddenLines } from './hiddenLines.ts';
import type { AgentProfile, Composer, Layout, Reply } from './layout.ts';

/** The left border of a prompt, a tool call, a dialog or the composer. */
const BLOCK = /^\s*┃/u;
/** The left border of a dialog. Text of replies and output of tools are indented more. */
const DIALOG_BLOCK = /^\s{0,3}┃/u;
const COMPOSER_BOTTOM = /^\s*╹▀{8,}/u;
/** Below an answer: `▣  Build · GPT · 3.8s`. */
const TRAILER = /^\s+[▣■◆] {1,2}\S/u;
/** `$ npm test`, `← Write src/a.ts`, `→ Read`, `✱ Grep`. */
const CALL = /^\s+[$←→✱~%⚙◇│⋮] \S/u;
const DIALOG_HELP = /\b(?:enter (?:confirm|submit|toggle)|esc dismiss)\b|⇆ (?:select|tab)/u;
/** Options that are at least two spaces apart, with the help after them. */
const BUTTONS = /^([^\s⇆]+(?: [^\s⇆]+){0,3}(?: {2,}[^\s⇆]+(?: [^\s⇆]+){0,3}){1,3}?) {2,}(?:\S+ \S+ {2,})?⇆/u;

/** A line with a known text of the sidebar. Group 1 is the part to the left of the sidebar. */
const SIDEBAR = /^(.{40,}?\s{4,})(?:Context|[\d,.]+ tokens|\d+% used|• OpenCode \d\S*)$/u;
const MAX_BUTTON = 30;
/** Blank rows between a dialog's text and its options, if the dialog is no higher than its text requires. */
const BLANK_ROWS = 2;
/** Rows above the options at the dialog's maximum height of 15 rows. */
const MAX_CONTEXT_ROWS = 13;

/** OpenCode 1: https://opencode.ai/docs. */
export const opencode: AgentProfile = {
  name: 'opencode',
  placeholders: /^Ask anything…/u,
  findComposer,
  locate(all): Layout | undefined {
    const lines = withoutSidebar(all);
    const composer = findComposer(lines);
    if (!composer) return findDialog(lines);
    if (lines.slice(composer.end).some((line) => INTERRUPT.test(line))) return { kind: 'working' };
    return { kind: 'composer', reply: lastReply(lines.slice(0, composer.start)) };
  },
};

function findComposer(lines: readonly string[]): Composer | undefined {
  const bottom = lines.findLastIndex((line) => COMPOSER_BOTTOM.test(line));
  if (bottom < 0 || countText(lines.slice(bottom + 1)) > MAX_FOOTER_LINES) return undefined;
  let start = bottom;
  while (start > 0 && BLOCK.test(lines[start - 1]!)) start -= 1;
  if (start === bottom) return undefined;
  const [border = ''] = /^\s*┃/u.exec(lines[start]!) ?? [];
  // The first line of the composer is empty.
  const prompt = Math.min(start + 1, bottom - 1);
  // The last line of text shows the agent and the model.
  const status = lines.findLastIndex((line, at) => at < bottom && line.trim() !== '┃');
  return { prompt, prefix: border.length, start, textEnd: Math.max(prompt + 1, status), end: bottom + 1 };
}

function lastReply(lines: readonly string[]): Reply | undefined {
  const start = lines.findLastIndex((line) => BLOCK.test(line)) + 1;
  const block = trimBlank(
    lines.slice(start).filter((line) => (!TRAILER.test(line) && !isDecoration(line.trim())) || line === ''),
  );
  if (block.length === 0 || start === 0 || CALL.test(block.at(-1)!)) return undefined;
  const call = block.findLastIndex((line) => CALL.test(line));
  return { lines: block.slice(call + 1), hasContext: countText(lines.slice(0, start)) > 0 };
}

function findDialog(lines: readonly string[]): Layout | undefined {
  const end = lines.findLastIndex((line) => BLOCK.test(line)) + 1;
  if (end === 0 || countText(lines.slice(end)) > 0 || !DIALOG_BLOCK.test(lines[end - 1]!)) return undefined;
  let start = end;
  while (start > 0 && BLOCK.test(lines[start - 1]!)) start -= 1;
  const block = lines.slice(start, end).map((line) => line.replace(/^\s*┃ {0,2}/u, '').trimEnd());
  if (!block.slice(-4).some((line) => DIALOG_HELP.test(line))) return undefined;
  const menu = findButtons(block) ?? findMenu(block);
  if (!menu) return undefined;
  const context = block.slice(0, menu.start);
  const isPartial = hasHiddenLines(block) || isCropped(context) || (start === 0 && isHeadless(context));
  return { kind: 'dialog', context, menu, isPartial };
}

/**
 * Whether a permission dialog (`△`) may be cropped: OpenCode crops a long diff or command, and does not mark the cut.
 * More than `BLANK_ROWS` blank rows below the text show that the text is whole.
 */
function isCropped(context: readonly string[]): boolean {
  if (!context.some((line) => /^\s*△ \S/u.test(line))) return false;
  const blank = context.length - 1 - context.findLastIndex((line) => line.trim() !== '');
  const hasDiff = context.some((line) => /^\s*→ Edit /u.test(line));
  return blank <= BLANK_ROWS && (hasDiff || context.length >= MAX_CONTEXT_ROWS);
}

/** Whether the heading is missing, because the beginning of the dialog is not on the screen. */
function isHeadless(context: readonly string[]): boolean {
  return context[0]?.trim() !== '' && !/^\s*△ /u.test(context[0] ?? '');
}

/**
 * Finds options on one line. Only a color shows the option at the cursor, so the cursor is unknown. On a narrow screen,
 * the help is on the line below.
 */
function findButtons(block: readonly string[]): Menu | undefined {
  const help = block.findLastIndex((line) => line.includes('⇆'));
  if (help < 0) return undefined;
  const [, beside] = BUTTONS.exec(block[help]!.trim()) ?? [];
  const start = beside ? help : block.findLastIndex((line, at) => at < help && line.trim() !== '');
  const texts = (beside ?? block[start]?.trim() ?? '').split(/\s{2,}/u);
  if (texts.length < 2 || texts.some((text) => text.length > MAX_BUTTON)) return undefined;
  const choices = texts.map((text) => ({ label: '', mark: '', text }));
  return { choices, cursor: -1, isMultiple: false, start, end: help + 1 };
}

/** Removes the sidebar of a wide screen. All lines of the sidebar begin in the same column. */
function withoutSidebar(lines: readonly string[]): readonly string[] {
  const heading = lines.findLast((line) => SIDEBAR.test(line));
  if (heading === undefined) return lines;
  const column = displayWidth(SIDEBAR.exec(heading)![1]!);
  return lines.map((line) => (line.length > column / 2 ? cutColumns(line, column) : line));
}
