import { Lexer, type Token } from 'marked';

/** Markers of quotes and lists at a line's start, deeper than anybody writes: what follows is shown as it stands. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] )){40}/m;

/** Whether parsing a text would exhaust the stack. Only hostile or broken text gets there. */
export function isTooDeep(markdown: string): boolean {
  return TOO_DEEP.test(markdown);
}

/**
 * The text of each code block, fenced or indented, in the order of the document, those in lists and quotes included: what
 * the panel shows of it, without the fence and the line end before the closing one.
 */
export function codeBlocksOf(markdown: string): string[] {
  const normalized = markdown.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (isTooDeep(normalized)) return [];
  return new Lexer({ gfm: true }).blockTokens(normalized, []).flatMap(codeIn);
}

function codeIn(token: Token): string[] {
  if (token.type === 'code') {
    const { text, codeBlockStyle } = token as { text: string; codeBlockStyle?: 'indented' };
    // Blank lines behind indented code are not of it; those in a fence are.
    return [codeBlockStyle === 'indented' ? text.replace(/\n+$/, '') : text];
  }
  const { items = [], tokens = [] } = token as { items?: Token[]; tokens?: Token[] };
  return [...items, ...tokens].flatMap(codeIn);
}
