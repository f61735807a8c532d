import { Lexer, type Token } from 'marked';
import { hideInnerFences, lengthenFences } from './innerFences.ts';

/** Matches a line that starts with 40 or more markers of quotes and lists. Real text does not nest as deep. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] )){40}.*$/gm;
/** Matches the delimiter row of a table: the line below the table's header row. */
const DELIMITERS = /^[ \t]*[|:-][ \t|:-]*$/gm;
/** A parser pads each row to the columns of the header row, so short rows below a wide header could take seconds. */
const MAX_COLUMNS = 100;
/** Matches all of a line except its indentation. */
const AFTER_INDENTATION = /\S.*/s;

/** Matches a thematic break of `-` or `*`, of any length. These marks look like list markers, but do not nest. */
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/;

export interface MarkdownPart {
  readonly token: Token;
  /** The part's Markdown as written. The sources of all parts, joined, are the whole document. */
  readonly source: string;
  /** If the part has a fence that contains inner fences: the Markdown that a parser reads as this part. */
  readonly readAs?: string;
  /**
   * True if parsing this part could exhaust the stack or take seconds, as only hostile or broken text does. The part is
   * then shown as plain text.
   */
  readonly isUnparsed: boolean;
}

/**
 * The top-level parts of a document whose line ends are `\n`. Before parsing, one word replaces each line that opens or
 * closes an inner fence, each line that nests too deep, and each delimiter row with too many columns. A part that
 * contains a line of the last two kinds is `isUnparsed`, unless the part is code.
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
    // `marked` may change white space in `raw`. If `raw` differs in other characters, positions are unreliable, so the
    // rest of the document becomes one part.
    if (!isSameButForSpace(read, token.raw)) break;
    const source = markdown.slice(position, end);
    const withoutFences = hidden.slice(position, end);
    // Nothing nests in code, so a fence can always be parsed.
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
 * The text of each code block, fenced or indented, in document order, including those in lists and quotes. This is the
 * text that the panel shows: without the fence's own lines and the line end before the closing line.
 */
export function codeBlocksOf(markdown: string): string[] {
  const normalized = markdown.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return markdownParts(normalized).flatMap(({ token, isUnparsed }) => (isUnparsed ? [] : codeIn(token)));
}

function codeIn(token: Token): string[] {
  if (token.type === 'code') {
    const { text, codeBlockStyle } = token as { text: string; codeBlockStyle?: 'indented' };
    // Blank lines after indented code do not belong to it; blank lines in a fence do.
    return [codeBlockStyle === 'indented' ? text.replace(/(?<!\n)\n+$/, '') : text];
  }
  const { items = [], tokens = [] } = token as { items?: Token[]; tokens?: Token[] };
  return [...items, ...tokens].flatMap(codeIn);
}
