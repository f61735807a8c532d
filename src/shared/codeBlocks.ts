import { Lexer, type Token } from 'marked';
import { hideInnerFences, lengthenFences } from './innerFences.ts';

/** Matches lines with 40 or more nested quotes and lists. Real text does not nest as deep. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] )){40}.*$/gm;
/** Matches the line below a table's header row. */
const DELIMITERS = /^[ \t]*[|:-][ \t|:-]*$/gm;
/** A parser pads each row to the header's columns, so short rows below a wide header could take seconds. */
const MAX_COLUMNS = 100;
const AFTER_INDENTATION = /\S.*/s;

/** Thematic breaks do not nest, although they look like list markers. */
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/;

export interface MarkdownPart {
  readonly token: Token;
  /** As written. The sources of all parts, joined, are the whole document. */
  readonly source: string;
  /** The Markdown to parse instead of `source`. Set if a fence of the part contains inner fences. */
  readonly readAs?: string;
  /** The part is shown as plain text, because parsing it could exhaust the stack or take seconds. */
  readonly isUnparsed: boolean;
}

/**
 * The top-level parts of a document whose line ends are `\n`. To find the parts, puts a word in place of each line that
 * a parser would misread or parse too slowly. A part with a slow line is `isUnparsed`, unless the part is code.
 */
export function markdownParts(markdown: string): MarkdownPart[] {
  const hide = (line: string): string => line.replace(AFTER_INDENTATION, (words) => 'x'.repeat(words.length));
  const hidden = hideInnerFences(markdown);
  const readable = hidden
    .replace(TOO_DEEP, (line) => (THEMATIC_BREAK.test(line) ? line : hide(line)))
    .replace(DELIMITERS, (line) => (line.split('|').length > MAX_COLUMNS + 2 ? hide(line) : line));
  const parts: MarkdownPart[] = [];
  let position = 0;
  for (const token of new Lexer({ gfm: true }).blockTokens(readable, [])) {
    const end = position + token.raw.length;
    const read = readable.slice(position, end);
    // `marked` may change white space in `raw`. If other characters differ, positions are unreliable, so the rest
    // becomes one part.
    if (!isSameButForSpace(read, token.raw)) break;
    const source = markdown.slice(position, end);
    const withoutFences = hidden.slice(position, end);
    // Nothing nests in code, so code can always be parsed.
    const isUnparsed = read !== withoutFences && token.type !== 'code';
    const readAs = source === withoutFences ? source : lengthenFences(source);
    const [parsed = token] = read === source || isUnparsed ? [token] : new Lexer({ gfm: true }).blockTokens(readAs, []);
    parts.push({ token: parsed, source, ...(readAs !== source && { readAs }), isUnparsed });
    position = end;
  }
  if (position < markdown.length) {
    const rest = markdown.slice(position);
    const isUnparsed = rest !== readable.slice(position);
    parts.push({ token: { type: 'text', raw: rest, text: rest }, source: rest, isUnparsed });
  }
  return parts;
}

function isSameButForSpace(text: string, raw: string): boolean {
  return text === raw || text.replaceAll(/\s+/g, '') === raw.replaceAll(/\s+/g, '');
}

/**
 * Returns the text of each code block in document order, also in lists and quotes. The panel shows the same text:
 * without the fence's lines and the last line end.
 */
export function codeBlocksOf(markdown: string): string[] {
  const normalized = markdown.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return markdownParts(normalized).flatMap(({ token, isUnparsed }) => (isUnparsed ? [] : codeIn(token)));
}

function codeIn(token: Token): string[] {
  if (token.type === 'code') {
    const { text, codeBlockStyle } = token as { text: string; codeBlockStyle?: 'indented' };
    // Blank lines after indented code do not belong to the code; blank lines in a fence do.
    return [codeBlockStyle === 'indented' ? text.replace(/(?<!\n)\n+$/, '') : text];
  }
  const { items = [], tokens = [] } = token as { items?: Token[]; tokens?: Token[] };
  return [...items, ...tokens].flatMap(codeIn);
}
