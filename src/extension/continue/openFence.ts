/** A fenced code block that a text leaves open. */
export interface OpenFence {
  readonly marks: string;
  /** The first word of the info string in lower case, '' if there is none. */
  readonly language: string;
  /** Columns before the marks: indentation, list markers, quote marks. */
  readonly column: number;
  /** Quote marks (`>`) before the marks. */
  readonly quotes: number;
  /** The marks and the rest of the opening line; undefined unless the text ends in that line. */
  readonly unfinished: string | undefined;
}

/** Models put fences of the same length into a block of this language; see shared/innerFences.ts. */
const MARKDOWN = /^(?:markdown|md|mdx)\b/;

/** Characters. Longer lines do not count as fences, so that a continuation is not held back for long. */
const MAX_LINE = 200;

const MARKS = '(`{3,}(?=[^`]*$)|~{3,})';
const QUOTES = String.raw`(?:[ \t]*>)*[ \t]*`;
const CONTAINERS = String.raw`(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*`;

/** Groups: the text before the marks, the marks, the language. */
const OPENING = new RegExp(String.raw`^(${CONTAINERS})${MARKS}[ \t]*(\S*)`);
const CLOSING = new RegExp(String.raw`^(${QUOTES})${MARKS}\s*$`);
/** Like `OPENING`, but with a language, and without list markers, because a list marker would begin a new item. */
const REPEATED = new RegExp(String.raw`^(${QUOTES})${MARKS}[ \t]*(\S+)`);
/** A line that may still match `REPEATED`. */
const BEGUN = new RegExp(String.raw`^${QUOTES}(?:\`{0,2}|~{0,2}|\`{3,}[^\`]*|~~~[^\n]*)$`);

/** Returns the innermost open fence. Lists and quotes are recognized by their marks alone. */
export function findOpenFence(text: string): OpenFence | undefined {
  const open: OpenFence[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.length > MAX_LINE) continue;
    const innermost = open.at(-1);
    if (innermost && isClosedBy(line, innermost)) {
      open.pop();
      continue;
    }
    if (innermost && !MARKDOWN.test(innermost.language)) continue;
    const fence = toFence(line, index === lines.length - 1);
    if (fence && (!innermost || fence.language !== '')) open.push(fence);
  }
  return open.at(-1);
}

/**
 * Returns how many characters at the beginning of a continuation open the fence again, with the same marks and
 * language. A fence without a language counts only if the continued text ends in the opening line (`unfinished`);
 * otherwise it closes the block. Undefined if the result depends on the text that follows.
 *
 * @param indent white space before `text` in its line
 * @param isWhole whether the text has ended
 */
export function repeatedOpening(fence: OpenFence, indent: string, text: string, isWhole: boolean): number | undefined {
  const { unfinished } = fence;
  if (unfinished !== undefined) {
    if (text.startsWith(unfinished)) return unfinished.length;
    return unfinished.startsWith(text) && !isWhole ? undefined : 0;
  }
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  if (line.length > MAX_LINE) return 0;
  if (end < 0 && !isWhole) return BEGUN.test(text) ? undefined : 0;
  const [, before = '', marks, language = ''] = REPEATED.exec(indent + line) ?? [];
  const isSame = marks === fence.marks && language.toLowerCase() === fence.language && isWithin(before, fence);
  if (!isSame) return 0;
  return end < 0 ? text.length : end + 1;
}

function toFence(line: string, isLast: boolean): OpenFence | undefined {
  const [, before = '', marks, language = ''] = OPENING.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const unfinished = isLast ? line.slice(before.length).trimEnd() : undefined;
  return { marks, language: language.toLowerCase(), column: columnsOf(before), quotes: quotesIn(before), unfinished };
}

function isClosedBy(line: string, fence: OpenFence): boolean {
  const [, before = '', marks] = CLOSING.exec(line) ?? [];
  return marks !== undefined && marks.startsWith(fence.marks) && isWithin(before, fence);
}

/**
 * Whether marks after `before` can open or close the block. Marks that are indented by over three columns more than the
 * opening marks, or have more quote marks, are content.
 */
function isWithin(before: string, fence: OpenFence): boolean {
  return columnsOf(before) <= fence.column + 3 && quotesIn(before) <= fence.quotes;
}

function columnsOf(before: string): number {
  return before.replaceAll('\t', '    ').length;
}

function quotesIn(before: string): number {
  return before.split('>').length - 1;
}
