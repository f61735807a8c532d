import type { Composer } from './agents/layout.ts';
import { findPlainComposer } from './agents/plain.ts';
import { PROFILES } from './agents/profiles.ts';
import { countText, MAX_FOOTER_LINES } from './lines.ts';
import { isDecoration } from './noise.ts';

/** Stands for text that the user is typing (seed 003, 3.4). */
export const TYPED_TEXT = '[用户正在输入...]';

const PROMPT = /^\s*(?:[│┃|]\s*)?[❯›>] (?=\S)/u;
/** An option after a cursor: `❯ 2. No`. */
const OPTION = /^\s*[❯›>] (?:\d{1,2}|[A-Za-z])[.)](?:\s|$)/u;

/**
 * Replaces the text that the user has typed and not sent, on the line of the prompt only. A placeholder is removed,
 * because the user has not typed it. The cursor of a menu looks like a prompt, so a line with an option stays as it is.
 */
export function maskTypedText(lines: readonly string[]): string[] {
  const found = findPrompt(lines);
  if (!found?.typed) return [...lines];
  const { composer, prompt, isPlaceholder } = found;
  return lines.with(composer.prompt, isPlaceholder ? prompt : `${prompt} ${TYPED_TEXT}`);
}

/** Removes all lines of the composer except its empty prompt, because typed text can have any number of lines. */
export function withoutTypedText(lines: readonly string[]): readonly string[] {
  const found = findPrompt(lines);
  if (!found) return lines;
  const { composer, prompt, typed } = found;
  if (!typed && lines.slice(composer.prompt + 1, composer.end).every((line) => isDecoration(line))) return lines;
  return [...lines.slice(0, composer.prompt), prompt, ...lines.slice(composer.end)];
}

interface FoundPrompt {
  readonly composer: Composer;
  /** The start of the composer's line: everything before the typed text. */
  readonly prompt: string;
  /** The text after the prompt, which may be a placeholder. */
  readonly typed: string;
  readonly isPlaceholder: boolean;
}

function findPrompt(lines: readonly string[]): FoundPrompt | undefined {
  const trimmed = lines.map((line) => line.trimEnd());
  const profile = PROFILES.find((candidate) => candidate.locate(trimmed));
  const composer = profile ? profile.findComposer(trimmed) : (findPlainComposer(trimmed) ?? findAnyPrompt(trimmed));
  const line = trimmed[composer?.prompt ?? -1];
  if (!composer || line === undefined) return undefined;
  const typed = line.slice(composer.prefix).replace(/│$/u, '').trim();
  const isPlaceholder = profile?.placeholders.test(typed) ?? false;
  return { composer, prompt: line.slice(0, composer.prefix), typed, isPlaceholder };
}

/** Finds the last line that looks like a prompt, below a border or a blank line. Used for agents without a profile. */
function findAnyPrompt(lines: readonly string[]): Composer | undefined {
  const at = lines.findLastIndex((line) => PROMPT.test(line));
  if (at < 0 || OPTION.test(lines[at]!) || !isDecoration(lines[at - 1] ?? '')) return undefined;
  if (countText(lines.slice(at + 1)) > MAX_FOOTER_LINES) return undefined;
  return { prompt: at, prefix: PROMPT.exec(lines[at]!)![0].trimEnd().length, start: at, end: at + 1 };
}
