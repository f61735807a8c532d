import { Lexer, type Token } from 'marked';

/**
 * An answer is rendered block by block, so that only the block that is being written renders again while it streams.
 * `marked` finds the borders; `react-markdown` renders each block.
 */
export interface MarkdownBlock {
  /** The Markdown of the block, blank lines behind it included; all sources joined are the text. */
  readonly source: string;
  /** Shown as it stands: rendering it could take seconds, or the stack. Only hostile or broken text gets there. */
  readonly plain: boolean;
}

export interface SplitText {
  readonly text: string;
  readonly blocks: readonly MarkdownBlock[];
}

const EMPTY: SplitText = { text: '', blocks: [] };

/** Splits a text. `previous` is the split of an earlier state of it; blocks that cannot have changed are taken over. */
export function splitBlocks(text: string, previous: SplitText = EMPTY): SplitText {
  const normalized = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (normalized === previous.text) return previous;
  const kept = normalized.startsWith(previous.text) ? previous.blocks.slice(0, -2) : [];
  const start = kept.reduce((length, block) => length + block.source.length, 0);
  return { text: normalized, blocks: [...kept, ...lexBlocks(normalized.slice(start))] };
}

/** Markers of quotes and lists at a line's start, deeper than anybody writes. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] )){40}/m;

function lexBlocks(source: string): MarkdownBlock[] {
  if (TOO_DEEP.test(source)) return [{ source, plain: true }];
  const tokens = new Lexer({ gfm: true }).blockTokens(source, []);
  const blocks: MarkdownBlock[] = [];
  for (const token of tokens) {
    const last = blocks.at(-1);
    if (token.type === 'space' && last) {
      blocks[blocks.length - 1] = { ...last, source: last.source + token.raw };
    } else {
      blocks.push({ source: token.raw, plain: isTooCostly(token) });
    }
  }
  return blocks;
}

/** Pairing emphasis and brackets is quadratic in their number, a long line is slow to lay out. */
function isTooCostly(token: Token): boolean {
  if (token.type === 'code') return false;
  if (token.raw.length > 20_000) return true;
  if (token.raw.length < 1_000) return false;
  const marks = token.raw.match(/[*_~[\]]/g)?.length ?? 0;
  return marks > (token.type === 'paragraph' ? 1_000 : 5_000);
}
