import { countText, linesBelow, MAX_FOOTER_LINES } from '../lines.ts';
import { ANIMATION, INTERRUPT, isDecoration } from '../noise.ts';
import { hasHiddenLines, isCutCall } from './hiddenLines.ts';
import { cursorColumn, findMenu, findUnlabelledMenu } from '../question/menu.ts';
import type { AgentProfile, Composer, Layout, Reply } from './layout.ts';

/** The border of the composer and the upper border of a dialog. Can contain the session's name. */
const RULE = /^\s?[─━]{16,}/u;
const BOX_TOP = /^\s*╭─/u;
const BOX_BOTTOM = /^\s*╰─/u;
/** `!` is the prompt for shell commands, `#` for notes. */
const PROMPT = /^(?:│ )?[❯>!#](?: |\u00a0|$)/u;
const REPLY = /^[⏺●] /u;
/** Below a finished answer: `✻ Cooked for 5s`. */
const TRAILER = /^[✻✶✽✢✳∗*·※] /u;
/** The first line of a tool's result. */
const RESULT = /^\s+⎿/u;
/** `⏺ Bash(npm test)`. */
const CALL = /^[⏺●] [\w.-]+(?: [\w.-]+){0,5}(?: \(MCP\))?\(/u;
const DIALOG_HELP = /\b(?:Esc to (?:cancel|exit|go back)|Enter to (?:confirm|select|continue)|Tab to amend)\b/u;
/** Lines of a dialog that are not about the question. */
const DIALOG_NOISE = /^\s*(?:Tip: |[☐☒✔] |←\s|Security guide$)/u;
/** Above a dialog: a horizontal rule, the top of a box, a reply or a sent prompt. */
const DIALOG_BORDER = /^\s?[─━]{16,}|^\s*╭─|^[⏺●] |^❯ (?!\d{1,2}\. )/u;
const SENT = /^❯ /u;
/** Lines; a prompt can fill all rows of the screen. */
const MAX_COMPOSER_LINES = 200;
/** The maximum column of a dialog's cursor. Text of replies and output of tools are indented more. */
const MAX_CURSOR_COLUMN = 2;

/** Claude Code 1 and 2: https://docs.claude.com/en/docs/claude-code. */
export const claude: AgentProfile = {
  name: 'claude',
  placeholders: /^(?:Try "|Once fixed, resend your message$|Press up to edit queued messages$)/u,
  findComposer,
  locate(lines): Layout | undefined {
    const composer = findComposer(lines);
    if (composer) {
      const isWorking =
        lines.slice(composer.end).some((line) => INTERRUPT.test(line)) || isAnimated(lines, composer.start);
      return isWorking ? { kind: 'working' } : { kind: 'composer', reply: lastReply(lines.slice(0, composer.start)) };
    }
    return findDialog(lines);
  },
};

function findComposer(lines: readonly string[]): Composer | undefined {
  const bottom = lines.findLastIndex((line) => RULE.test(line) || BOX_BOTTOM.test(line));
  if (bottom < 0 || countText(lines.slice(bottom + 1)) > MAX_FOOTER_LINES) return undefined;
  const isBox = BOX_BOTTOM.test(lines[bottom]!);
  const isTop = (line: string): boolean => (isBox ? BOX_TOP : RULE).test(line);
  for (let at = bottom - 1; at > Math.max(0, bottom - MAX_COMPOSER_LINES); at -= 1) {
    if (!isTop(lines[at - 1]!)) continue;
    const prompt = PROMPT.exec(lines[at]!);
    return prompt
      ? { prompt: at, prefix: prompt[0].trimEnd().length, start: at - 1, textEnd: bottom, end: bottom + 1 }
      : undefined;
  }
  return undefined;
}

/**
 * Whether an animation runs above the composer. Only the first line of a reply is not indented, so the search ends
 * there.
 */
function isAnimated(lines: readonly string[], composer: number): boolean {
  for (let at = composer - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (ANIMATION.test(line)) return true;
    if (/^\S/u.test(line)) return false;
  }
  return false;
}

function lastReply(lines: readonly string[]): Reply | undefined {
  let end = lines.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (!/^\S/u.test(line)) continue;
    if (TRAILER.test(line)) end = at;
    else return REPLY.test(line) ? toReply(lines, at, end) : undefined;
  }
  return toReply(lines, 0, end);
}

function toReply(lines: readonly string[], start: number, end: number): Reply | undefined {
  const block = lines.slice(start, end).filter((line) => !isStatus(line));
  if (block.some((line) => RESULT.test(line))) return undefined;
  return { lines: block.map((line) => line.replace(REPLY, '  ')), hasContext: countText(lines.slice(0, start)) > 0 };
}

/** Whether the line is a status text at the right border, such as the model's effort. */
function isStatus(line: string): boolean {
  return /^\s{30,}\S/u.test(line);
}

function findDialog(lines: readonly string[]): Layout | undefined {
  const hasHelp = lines.slice(-2).some((line) => DIALOG_HELP.test(line));
  const inBox = lines.map((line) => (BOX_BOTTOM.test(line) ? '' : withoutSides(line)));
  const menu = findMenu(inBox) ?? (hasHelp ? findUnlabelledMenu(inBox) : undefined);
  if (!menu || menu.cursor < 0 || cursorColumn(inBox, menu) > MAX_CURSOR_COLUMN) return undefined;
  const block = linesBelow(lines, menu.start, DIALOG_BORDER);
  const hasBorder = block.length < menu.start;
  const isCutAbove = hasHelp && hasHiddenLines(inBox.slice(menu.start));
  // Without a border, the menu counts as another program's, unless Claude Code's help and its note about hidden lines
  // are on the screen.
  if ((!hasBorder && !isCutAbove) || (!hasHelp && countText(inBox.slice(menu.end)) > 0)) return undefined;
  const context = block
    .map((line) => withoutSides(line))
    .filter((line) => !DIALOG_NOISE.test(line) && (!isDecoration(line) || line === ''));
  const top = menu.start - block.length - 1;
  const border = lines[top] ?? '';
  const isPartial = hasHiddenLines([...block, ...inBox.slice(menu.start)]);
  // A shell's prompt can be `❯` too, so a dialog directly below a sent line counts as a command's output.
  if (SENT.test(border)) return undefined;
  // If a call is directly above a dialog without a border, the call names what the dialog asks about.
  if (CALL.test(border) && !block.some((line) => RESULT.test(line))) {
    const isCut = isPartial || isCutCall(border);
    return { kind: 'dialog', context: [border.replace(REPLY, ''), ...context], menu, isPartial: isCut };
  }
  const call = /^[⏺●]/u.test(border) ? undefined : waitingCall(lines.slice(0, Math.max(0, top)));
  return { kind: 'dialog', context, menu, isPartial, ...(call && { call }) };
}

/** The tool call at the end of the lines, if it has no output yet. */
function waitingCall(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex((line) => /^\S/u.test(line));
  const block = lines.slice(Math.max(0, start));
  if (!CALL.test(block[0] ?? '') || block.some((line) => RESULT.test(line))) return undefined;
  return block
    .map((line) => line.replace(REPLY, '').trim())
    .filter(Boolean)
    .join('\n');
}

/**
 * Removes the left and right border from a line of a box. Boxes in the output of tools are indented more, so their left
 * border stays.
 */
function withoutSides(line: string): string {
  return line
    .replace(/^\s?│ ?/u, '')
    .replace(/│$/u, '')
    .trimEnd();
}
