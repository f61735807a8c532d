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
/** The end of a question, within a line. Help such as `? for shortcuts` does not match. */
const QUESTION = /[\p{L}\p{N}"”»’')）\]](?:[?؟](?=\s|$)|？)/u;
/** The mark of a reply. */
const REPLY = /^\s*[⏺●•] /u;

/** The text that the user has typed and not sent. */
export interface TypedText {
  /** Empty if the user has typed nothing. A placeholder does not count, because the user has not typed it. */
  readonly text: string;
  /** The lines of the screen without this text, so they are the same whatever the user types. */
  readonly lines: readonly string[];
  /** Index of the first line of the agent's input; undefined if the screen does not show an input. */
  readonly start: number | undefined;
}

/** Returns the last `count` lines of the screen with their styles. */
export type ReadStyled = (count: number) => readonly StyledLine[];

/** `readStyled`: if missing, only placeholders with a known text are recognized. */
export function findTypedText(lines: readonly string[], readStyled?: ReadStyled): TypedText {
  const found = findPrompt(lines, readStyled);
  return {
    text: found?.text ?? '',
    lines: found ? replace(lines, found, found.prompt) : lines,
    start: found?.composer.start,
  };
}

/**
 * Replaces the text that the user has typed and not sent, however many lines it has, with `TYPED_TEXT`. A placeholder
 * is removed. The cursor of a menu looks like a prompt, so a line with an option stays as it is.
 */
export function maskTypedText(lines: readonly string[], readStyled?: ReadStyled): readonly string[] {
  const found = findPrompt(lines, readStyled);
  return found ? replace(lines, found, found.text ? `${found.prompt} ${TYPED_TEXT}` : found.prompt) : lines;
}

/** If the composer has any text, replaces its lines, from the prompt on, with an empty prompt. */
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
  /** The start of the composer's line: everything before the typed text. */
  readonly prompt: string;
  readonly text: string;
}

/** Puts `line` in place of all lines from the prompt to the end of the typed text. */
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
 * Whether all text in the composer is dim, apart from one inverse character at the cursor. Agents write examples and
 * suggestions like this. `shown`: the lines of the screen from the composer's prompt on.
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

/**
 * Finds the composer; undefined if there is none. If a dialog replaces the composer, an input line above the dialog
 * does not count, because its text has been sent.
 */
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

/**
 * Whether a menu without labels begins at this line. The line above must be blank, because a line below a border
 * belongs to a composer.
 */
function isMenu(lines: readonly string[], at: number): boolean {
  return (lines[at - 1] ?? '').trim() === '' && findUnlabelledMenu(lines)?.start === at;
}

/**
 * Finds the last line that begins like an input, below a border, a blank line or a reply; undefined if its text has
 * been sent. Used for agents without a profile. The indented lines directly below belong to the text.
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
  // If a border follows the input, only help is below the border. Otherwise, a question below the input belongs to a
  // reply, so the text has been sent.
  const hasBorder = below[0]?.trim() !== '' && isDecoration(below[0] ?? '');
  if (!hasBorder && below.some((line) => QUESTION.test(line))) return undefined;
  return { prompt: at, prefix: PROMPT.exec(lines[at]!)![0].trimEnd().length, start: at, end, textEnd: end };
}
