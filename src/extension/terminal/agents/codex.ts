import { countText, linesBelow, MAX_FOOTER_LINES } from '../lines.ts';
import { cursorColumn, findMenu } from '../question/menu.ts';
import { hasHiddenLines } from './hiddenLines.ts';
import type { AgentProfile, Composer, Layout, Reply } from './layout.ts';

const PROMPT = /^›(?: |$)/u;
const OPTION = /^(?:› |\s{1,4}(?:› )?)\d{1,2}\. /u;
const REPLY = /^• /u;
/** `• Working (3s • esc to interrupt)`; the glyph is an animation. */
const STATUS = /^\S .*\besc to interrupt\b/u;
/** The first line of a command's output or of an explanation. */
const RESULT = /^\s+└ (?!Tip: )/u;
/** Below a finished answer. */
const TRAILER = /^\s+(?:Worked for .*•|└ Tip: )|^─+(?: Worked for .*)?$/u;
/** Tool calls, which begin with the same mark as replies. */
const CALL =
  /^• (?:Ran|Running|Explored|Exploring|Edited|Added|Deleted|Moved|Updated Plan|Called|Calling|Proposed|Viewed|Searched|Model changed|Questions \d|Context compacted)\b/u;
const DIALOG_HELP =
  /\b(?:press enter to|enter to (?:confirm|submit|select|continue)|esc to (?:cancel|go back|dismiss|interrupt))\b/iu;
/** Below the composer: the model and the folder, or help. */
const FOOTER = /^ {2,}\S.* · \S|\? for shortcuts|\bcontext left\b|\u23ce send\b/u;
const DIALOG_NOISE = /^\s*(?:Question \d+\/\d+|Environment: |\+ Show details$|[✨>_]{1,2} |─+$)/u;

/** The maximum column of a dialog's cursor. The output of commands is indented more. */
const MAX_CURSOR_COLUMN = 2;
/**
 * Maximum number of lines above the menu of a complete dialog. If there are more lines and no border, the dialog's
 * beginning is not on the screen.
 */
const MAX_DIALOG_LINES = 40;

/** Codex: https://developers.openai.com/codex/cli. */
export const codex: AgentProfile = {
  name: 'codex',
  placeholders:
    /^(?:Ask Codex to do anything|Explain this codebase|Summarize recent commits|Implement \{feature\}|Find and fix a bug in @filename|Write tests for @filename|Improve documentation in @filename|Run \/review on my current changes|Use \/skills to list available skills)$/u,
  findComposer,
  locate(lines): Layout | undefined {
    const dialog = findDialog(lines);
    if (dialog) return dialog;
    const composer = findComposer(lines);
    if (!composer) return undefined;
    const above = lines.slice(0, composer.start);
    const status = above.findLast((line) => /^\S/u.test(line) && !TRAILER.test(line)) ?? '';
    if (STATUS.test(status)) return { kind: 'working' };
    return { kind: 'composer', reply: lastReply(above) };
  },
};

function findComposer(lines: readonly string[]): Composer | undefined {
  const prompt = lines.findLastIndex((line) => PROMPT.test(line));
  if (prompt < 0) return undefined;
  const below = lines.slice(prompt + 1);
  if (below.some((line) => /^\S/u.test(line)) || DIALOG_HELP.test(lines.at(-1) ?? '')) return undefined;
  const footer = lines.findLastIndex((line) => line.trim() === '') + 1;
  const composer = { prompt, prefix: 1, start: prompt, end: lines.length };
  if (footer > prompt && lines.slice(footer).some((line) => FOOTER.test(line))) return { ...composer, textEnd: footer };
  const isOption = OPTION.test(lines[prompt]!);
  const hasSibling = OPTION.test(lines[prompt - 1] ?? '') || below.slice(0, 3).some((line) => OPTION.test(line));
  if ((isOption && hasSibling) || countText(below) > MAX_FOOTER_LINES) return undefined;
  return { ...composer, textEnd: lines.length };
}

function lastReply(lines: readonly string[]): Reply | undefined {
  let end = lines.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    // An indented line that matches `TRAILER` is part of the reply if text follows.
    if (TRAILER.test(line) && (/^\S/u.test(line) || countText(lines.slice(at + 1, end)) === 0)) end = at;
    else if (/^\S/u.test(line)) return REPLY.test(line) ? toReply(lines, at, end) : undefined;
  }
  return toReply(lines, 0, end);
}

function toReply(lines: readonly string[], start: number, end: number): Reply | undefined {
  const block = lines.slice(start, end);
  if (CALL.test(block[0] ?? '') || block.some((line) => RESULT.test(line))) return undefined;
  return { lines: block.map((line) => line.replace(REPLY, '  ')), hasContext: countText(lines.slice(0, start)) > 0 };
}

function findDialog(lines: readonly string[]): Layout | undefined {
  if (!DIALOG_HELP.test(lines.at(-1) ?? '')) return undefined;
  const menu = findMenu(lines);
  if (!menu || menu.cursor < 0 || cursorColumn(lines, menu) > MAX_CURSOR_COLUMN) return undefined;
  if (!/^\s*›/u.test(lines.slice(menu.start).find((line) => line.includes('›')) ?? '')) return undefined;
  const block = linesBelow(lines, menu.start, /^[•✔■⚠›─]/u);
  const context = block.filter((line) => !DIALOG_NOISE.test(line));
  const border = lines[menu.start - block.length - 1];
  const isPartial =
    (border === undefined && block.length > MAX_DIALOG_LINES) ||
    hasHiddenLines([...block, ...lines.slice(menu.start)]) ||
    isDiffCut(border ?? '', block);
  return { kind: 'dialog', context, menu, isPartial };
}

/** Whether fewer changed lines are shown than the heading counts: `• Added src/a.ts (+30 -0)`. */
function isDiffCut(heading: string, block: readonly string[]): boolean {
  const [, added, removed] = /^• (?:Added|Edited|Deleted|Moved) .*\(\+(\d{1,6}) -(\d{1,6})\)$/u.exec(heading) ?? [];
  if (added === undefined || removed === undefined) return false;
  return block.filter((line) => /^\s+\d+ [+-]/u.test(line)).length < Number(added) + Number(removed);
}
