import { withoutHiddenCharacters } from './hiddenCharacters.ts';
import { lineEndingOf } from './textFile.ts';

/** Maximum number of characters of one fact. */
export const MAX_FACT = 1_000;

/**
 * Returns the text of a memory file with one more fact, as an item of a Markdown list. The fact becomes one line
 * without control characters, so that it cannot add headings or further facts. Characters that people do not see are
 * removed, because a memory file with such characters is not read. Undefined if no text of the fact is left.
 */
export function withMemoryLine(text: string, fact: string): string | undefined {
  const line = toLine(fact);
  if (line === '') return undefined;
  const end = text === '' ? '\n' : lineEndingOf(text);
  const before = text.trim() === '' ? `# Memory${end}${end}` : text.endsWith('\n') ? text : `${text}${end}`;
  return `${before}- ${line}${end}`;
}

/** Whether the fact is longer than `MAX_FACT`, so that `withMemoryLine` would cut it. */
export function isTooLong(fact: string): boolean {
  return toLine(fact, Infinity).length > MAX_FACT;
}

/** Whether `text` already has the line that `withMemoryLine` would add for this fact. */
export function hasMemoryLine(text: string, fact: string): boolean {
  const line = toLine(fact);
  return line !== '' && text.split(/\r\n|\r|\n/).some((each) => toLine(each) === line);
}

function toLine(fact: string, length = MAX_FACT): string {
  return withoutHiddenCharacters(fact.replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .replace(/^(?:[-*+](?:\s+|$))+/, '')
    .slice(0, length);
}
