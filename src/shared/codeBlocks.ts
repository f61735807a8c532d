import { Lexer, type Token } from 'marked';
import { hideInnerFences, lengthenFence } from './innerFences.ts';

/** Markers of quotes and lists at a line's start, deeper than anybody writes. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] )){40}.*$/gm;
/** The line below the head of a table. */
const DELIMITERS = /^[ \t]*[|:-][ \t|:-]*$/gm;
/** Each row of a table is given all its columns, so short rows below a wide head would take seconds. */
const MAX_COLUMNS = 100;
/** All of a line but its indentation. */
const WORDS = /\S.*/s;

/** A rule, however long: its marks nest nothing. */
const RULE = /^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/;

export interface MarkdownPart {
  readonly token: Token;
  /** Its Markdown as it was written; those of all parts are the text. */
  readonly source: string;
  /** A fence by which a parser reads it as it is meant, if that is not as it was written; see `hideInnerFences`. */
  readonly readAs?: string;
  /** Parsing it would exhaust the stack: it is to be shown as it stands. Only hostile or broken text gets there. */
  readonly tooDeep: boolean;
}

/**
 * The parts of a document at its top level, line ends as `\n`. A line that nests too deep is read as a word, which makes
 * it one part with what it stands in and leaves alone what comes before and after.
 */
export function markdownParts(markdown: string): MarkdownPart[] {
  const hide = (line: string): string => line.replace(WORDS, (words) => 'x'.repeat(words.length));
  const readable = hideInnerFences(markdown)
    .replace(TOO_DEEP, (line) => (RULE.test(line) ? line : hide(line)))
    .replace(DELIMITERS, (line) => (line.split('|').length > MAX_COLUMNS + 2 ? hide(line) : line));
  const parts: MarkdownPart[] = [];
  let position = 0;
  for (const token of new Lexer({ gfm: true }).blockTokens(readable, [])) {
    const end = position + token.raw.length;
    const read = readable.slice(position, end);
    // `marked` changes white space in what it gives back as raw; should it ever change more, the rest stays whole.
    if (!isSameButForSpace(read, token.raw)) break;
    const source = markdown.slice(position, end);
    const isChanged = source !== read;
    // Nothing nests in code, so that can be read as it is.
    if (isChanged && token.type === 'code') {
      const readAs = /^ {0,3}`/.test(source) ? lengthenFence(source) : source;
      const [code = token] = new Lexer({ gfm: true }).blockTokens(readAs, []);
      parts.push({ token: code, source, readAs, tooDeep: false });
    } else {
      parts.push({ token, source, tooDeep: isChanged });
    }
    position = end;
  }
  if (position < markdown.length) {
    const rest = markdown.slice(position);
    const tooDeep = rest !== readable.slice(position);
    parts.push({ token: { type: 'text', raw: rest, text: rest }, source: rest, tooDeep });
  }
  return parts;
}

function isSameButForSpace(text: string, raw: string): boolean {
  return text === raw || text.replaceAll(/\s+/g, '') === raw.replaceAll(/\s+/g, '');
}

/**
 * The text of each code block, fenced or indented, in the order of the document, those in lists and quotes included: what
 * the panel shows of it, without the fence and the line end before the closing one.
 */
export function codeBlocksOf(markdown: string): string[] {
  const normalized = markdown.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return markdownParts(normalized).flatMap(({ token, tooDeep }) => (tooDeep ? [] : codeIn(token)));
}

function codeIn(token: Token): string[] {
  if (token.type === 'code') {
    const { text, codeBlockStyle } = token as { text: string; codeBlockStyle?: 'indented' };
    // Blank lines behind indented code are not of it; those in a fence are.
    return [codeBlockStyle === 'indented' ? text.replace(/(?<!\n)\n+$/, '') : text];
  }
  const { items = [], tokens = [] } = token as { items?: Token[]; tokens?: Token[] };
  return [...items, ...tokens].flatMap(codeIn);
}
