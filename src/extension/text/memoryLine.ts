import { withoutHiddenCharacters } from './hiddenCharacters.ts';
import { lineEndingOf } from './textFile.ts';

/** Characters. */
export const MAX_FACT = 1_000;

/**
 * Returns the text of a memory file with one more fact, as a list item. The fact becomes one line without control
 * characters, so that it cannot add headings or further facts. Hidden characters are removed, because a memory file
 * with them is not read. Undefined if no text of the fact is left.
 */
export function withMemoryLine(text: string, fact: string): string | undefined {
  const line = toLine(fact);
  if (line === '') return undefined;
  const end = text === '' ? '\n' : lineEndingOf(text);
  const before = text.trim() === '' ? `# Memory${end}${end}` : text.endsWith('\n') ? text : `${text}${end}`;
  return `${before}- ${line}${end}`;
}

export function isFactTooLong(fact: string): boolean {
  return toLine(fact, Infinity).length > MAX_FACT;
}

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
