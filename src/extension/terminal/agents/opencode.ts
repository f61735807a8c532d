import { countText, MAX_FOOTER_LINES, trimBlank } from '../lines.ts';
import { INTERRUPT, isDecoration } from '../noise.ts';
import { findMenu, type Menu } from '../question/menu.ts';
import type { AgentProfile, Composer, Layout, Reply } from './layout.ts';

/** A block of the user's, of a tool's, or of a dialog has this border at its left. */
const BLOCK = /^\s*┃/u;
/** Ends the composer. */
const COMPOSER_BOTTOM = /^\s*╹▀{8,}/u;
/** The agent and the model, below an answer: `▣  Build · GPT · 3.8s`. */
const TRAILER = /^\s+[▣■◆] {1,2}\S/u;
/** Calls of tools: `$ npm test`, `← Write src/a.ts`, `→ Read`, `✱ Grep`. */
const CALL = /^\s+[$←→✱~%⚙◇│⋮] \S/u;
const DIALOG_HELP = /\b(?:enter (?:confirm|submit|toggle)|esc dismiss)\b|⇆ (?:select|tab)/u;
/** Options side by side: two or more spaces apart, and then the help. */
const BUTTONS = /^(\S+(?: \S+){0,3}(?: {2,}\S+(?: \S+){0,3}){1,3}?) {2,}(?:\S+ \S+ {2,})?⇆/u;

/** OpenCode 1: https://opencode.ai/docs. */
export const opencode: AgentProfile = {
  name: 'opencode',
  placeholders: /^Ask anything…/u,
  findComposer,
  locate(lines): Layout | undefined {
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
  // The first line of the block is empty.
  return { prompt: Math.min(start + 1, bottom - 1), prefix: border.length, start, end: bottom + 1 };
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
  if (end === 0 || countText(lines.slice(end)) > 0) return undefined;
  let start = end;
  while (start > 0 && BLOCK.test(lines[start - 1]!)) start -= 1;
  const block = lines.slice(start, end).map((line) => line.replace(/^\s*┃ {0,2}/u, '').trimEnd());
  if (!block.slice(-4).some((line) => DIALOG_HELP.test(line))) return undefined;
  const menu = findButtons(block) ?? findMenu(block);
  return menu && { kind: 'dialog', context: block.slice(0, menu.start), menu };
}

/** Only its color shows which option is at the cursor. */
function findButtons(block: readonly string[]): Menu | undefined {
  const start = block.findLastIndex((line) => line.includes('⇆'));
  const [, buttons] = BUTTONS.exec((block[start] ?? '').trim()) ?? [];
  const texts = buttons?.split(/\s{2,}/u) ?? [];
  if (texts.length < 2) return undefined;
  return { choices: texts.map((text) => ({ label: '', mark: '', text })), cursor: -1, start, end: start + 1 };
}
