import type { Composer } from './agents/layout.ts';
import { findPlainComposer } from './agents/plain.ts';
import { PROFILES } from './agents/profiles.ts';
import { countText, MAX_FOOTER_LINES, type StyledLine } from './lines.ts';
import { isDecoration } from './noise.ts';
import { findUnlabelledMenu } from './question/menu.ts';

/** Stands for text that the user is typing (seed 003, 3.4). */
export const TYPED_TEXT = '[用户正在输入...]';

const PROMPT = /^\s*(?:[│┃|]\s*)?[❯›>] (?=\S)/u;
/** An option after a cursor: `❯ 2. No`. */
const OPTION = /^\s*[❯›>] (?:\d{1,2}|[A-Za-z])[.)](?:\s|$)/u;
/** The end of a question. Help such as `? for shortcuts` does not match. */
const QUESTION = /[\p{L}\p{N}"”»’')）\]](?:[?؟](?=\s|$)|？)/u;
const REPLY = /^\s*[⏺●•] /u;

/** Text that the user has typed and not sent. */
export interface TypedText {
  /** Empty if the user has typed nothing. Placeholders do not count. */
  readonly text: string;
  /** The lines without this text, so they are the same whatever the user types. */
  readonly lines: readonly string[];
  /** Index of the first line of the agent's input; undefined without an input. */
  readonly start: number | undefined;
}

/** The last `count` lines of the screen. */
export type ReadStyled = (count: number) => readonly StyledLine[];

/** Without `readStyled`, dim text counts as typed, unless it is a known placeholder. */
export function findTypedText(lines: readonly string[], readStyled?: ReadStyled): TypedText {
  const found = findPrompt(lines, readStyled);
  return {
    text: found?.text ?? '',
    lines: found ? replace(lines, found, found.prompt) : lines,
    start: found?.composer.start,
  };
}

/**
 * Replaces unsent typed text with `TYPED_TEXT`, and removes a placeholder. Keeps an option of a menu, although the
 * menu's cursor looks like a prompt.
 */
export function maskTypedText(lines: readonly string[], readStyled?: ReadStyled): readonly string[] {
  const found = findPrompt(lines, readStyled);
  return found ? replace(lines, found, found.text ? `${found.prompt} ${TYPED_TEXT}` : found.prompt) : lines;
}

/** If the composer has text, replaces its lines, from the prompt on, with an empty prompt. */
export function withoutTypedText(lines: readonly string[]): readonly string[] {
  const found = findPrompt(lines);
  if (!found) return lines;
  const { composer, prompt } = found;
  const rest = [lines[composer.prompt]!.slice(prompt.length), ...lines.slice(composer.prompt + 1, composer.end)];
  if (rest.every((line) => isDecoration(line))) return lines;
  return [...lines.slice(0, composer.prompt), prompt, ...lines.slice(composer.end)];
}

interface FoundPrompt {
  readonly composer: Composer;
  /** Everything in the composer's line before the typed text. */
  readonly prompt: string;
  readonly text: string;
}

function replace(lines: readonly string[], { composer }: FoundPrompt, line: string): readonly string[] {
  let end = composer.textEnd;
  while (end > composer.prompt + 1 && textOf(lines[end - 1]!) === '') end -= 1;
  return [...lines.slice(0, composer.prompt), line, ...lines.slice(end)];
}

function findPrompt(lines: readonly string[], readStyled?: ReadStyled): FoundPrompt | undefined {
  const trimmed = lines.map((line) => line.trimEnd());
  const composer = locateComposer(trimmed);
  const line = trimmed[composer?.prompt ?? -1];
  if (!composer || line === undefined) return undefined;
  const first = textOf(line.slice(composer.prefix));
  const isPlaceholder = PROFILES.some(({ name, placeholders }) => name === composer.agent && placeholders.test(first));
  const rest = trimmed.slice(composer.prompt + 1, composer.textEnd).map(textOf);
  const text = isPlaceholder ? '' : [first, ...rest].join('\n').trim();
  const isTyped = text !== '' && !isGhost(composer, readStyled?.(lines.length - composer.prompt) ?? []);
  return { composer, prompt: line.slice(0, composer.prefix), text: isTyped ? text : '' };
}

/**
 * Whether all text in the composer is dim, apart from one inverse character at the cursor, as in the agent's own
 * suggestions. `shown`: the lines from the prompt on.
 */
function isGhost({ prompt, prefix, textEnd }: Composer, shown: readonly StyledLine[]): boolean {
  const looks = shown
    .slice(0, textEnd - prompt)
    .flatMap((line, at) => line.looks.filter((_, unit) => unit >= (at === 0 ? prefix : 0) && isText(line.text[unit])));
  const others = looks.filter((look) => look !== 'dim');
  return others.length < looks.length && (others.length === 0 || (others.length === 1 && others[0] === 'inverse'));
}

function isText(character: string | undefined): boolean {
  return character !== undefined && !/[\s│┃]/u.test(character);
}

/** Finds the composer. An input line above a dialog does not count, because its text has been sent. */
function locateComposer(lines: readonly string[]): (Composer & { readonly agent?: string }) | undefined {
  for (const profile of PROFILES) {
    const layout = profile.locate(lines);
    if (!layout) continue;
    const composer = layout.kind === 'dialog' ? undefined : profile.findComposer(lines);
    return composer && { ...composer, agent: profile.name };
  }
  return findPlainComposer(lines) ?? findAnyPrompt(lines);
}

/** Removes the borders of a composer. */
function textOf(line: string): string {
  return line.trim().replace(/^[│┃]/u, '').replace(/│$/u, '').trim();
}

/** Whether a menu without labels begins at this line. A line below a border belongs to a composer instead. */
function isMenu(lines: readonly string[], at: number): boolean {
  return (lines[at - 1] ?? '').trim() === '' && findUnlabelledMenu(lines)?.start === at;
}

/**
 * For agents without a profile: finds the last line that begins like an input, below a border, a blank line or a reply.
 * Undefined if its text has been sent.
 */
function findAnyPrompt(lines: readonly string[]): Composer | undefined {
  const at = lines.findLastIndex((line) => PROMPT.test(line));
  if (at < 0 || OPTION.test(lines[at]!)) return undefined;
  const rest = lines.slice(at + 1);
  const length = rest.findIndex((line) => isDecoration(line) || !/^\s/u.test(line));
  const end = at + 1 + (length < 0 ? rest.length : length);
  const isBelowReply = end === lines.length && lines.slice(0, at).some((line) => REPLY.test(line));
  if (!isBelowReply && (!isDecoration(lines[at - 1] ?? '') || isMenu(lines, at))) return undefined;
  const below = lines.slice(end);
  if (countText(below) > MAX_FOOTER_LINES) return undefined;
  // If a border ends the input, the lines below it are only help. Otherwise, a question below the input means that the
  // agent has replied to the input's text, so the text has been sent.
  const hasBorder = below[0]?.trim() !== '' && isDecoration(below[0] ?? '');
  if (!hasBorder && below.some((line) => QUESTION.test(line))) return undefined;
  return { prompt: at, prefix: PROMPT.exec(lines[at]!)![0].trimEnd().length, start: at, end, textEnd: end };
}
