import { markdownParts, type MarkdownPart } from '../../shared/codeBlocks.ts';
import { estimateCost, MAX_COST } from './cost.ts';
import { toDefinition, type Definition } from './definitions.ts';
import { cutBlock, wholeBlock, type Frame } from './pieces.ts';

/**
 * A part of an answer, rendered separately so that only the block being written renders again. Lists and tables are
 * split further, into pieces. `marked` finds where to split; `react-markdown` renders each piece.
 */
export interface MarkdownBlock {
  /** Markdown, including the blank lines after the block. All sources, joined, are the text. */
  readonly source: string;
  /** The list or table around the pieces; null if the block is not cut. */
  readonly frame: Frame | null;
  readonly pieces: readonly MarkdownPiece[];
  /** Null unless the block is `[label]: address`. */
  readonly definition: Definition | null;
}

export interface MarkdownPiece {
  readonly source: string;
  /**
   * True if the piece is shown as plain text: it is too long or too costly, could exhaust the parser's stack, or comes
   * after `MAX_PIECES` pieces.
   */
  readonly plain: boolean;
}

export interface SplitText {
  readonly text: string;
  readonly blocks: readonly MarkdownBlock[];
}

const EMPTY: SplitText = { text: '', blocks: [] };

/** `previous`: the split of an earlier version, whose unchanged blocks are reused. */
export function splitBlocks(text: string, previous: SplitText = EMPTY): SplitText {
  const normalized = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (normalized === previous.text) return previous;
  const kept = normalized.startsWith(previous.text) ? unchangingBlocks(previous.blocks) : [];
  const start = kept.reduce((length, block) => length + block.source.length, 0);
  return { text: normalized, blocks: [...kept, ...lexBlocks(normalized.slice(start))] };
}

/**
 * The blocks that later text cannot change. Later text can change the last two blocks, and the blocks right before
 * these, back to the last blank line.
 */
function unchangingBlocks(blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  let count = Math.max(0, blocks.length - 2);
  while (count > 0 && !blocks[count - 1]?.source.endsWith('\n\n')) count -= 1;
  return blocks.slice(0, count);
}

function lexBlocks(source: string): MarkdownBlock[] {
  const parts: MarkdownPart[] = [];
  for (const part of markdownParts(source)) {
    const last = parts.at(-1);
    const belongs = part.token.type === 'space' || (isIndentedCode(part) && FOOTNOTE.test(last?.source ?? ''));
    if (belongs && last) parts[parts.length - 1] = { ...last, source: last.source + part.source };
    else parts.push(part);
  }
  return parts.map(toBlock);
}

/** Indented text after a footnote is a paragraph of the footnote. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;

function isIndentedCode({ token }: MarkdownPart): boolean {
  return token.type === 'code' && 'codeBlockStyle' in token && token.codeBlockStyle === 'indented';
}

function toBlock({ token, source, readAs = source, isUnparsed }: MarkdownPart): MarkdownBlock {
  const { frame, pieces } = isUnparsed ? wholeBlock(source) : cutBlock(token, readAs);
  if (frame === null || (frame.kind === 'table' && isTooCostly(frame.head, token.type))) {
    const plain = isUnparsed || isTooCostly(source, token.type);
    const definition = isUnparsed ? null : toDefinition(token);
    return { source, frame: null, pieces: [{ source: readAs, plain }], definition };
  }
  const head = frame.kind === 'table' ? frame.head : '';
  const rendered = pieces
    .slice(0, MAX_PIECES)
    .map((piece) => ({ source: piece, plain: isTooCostly(head + piece, token.type) }));
  const rest = pieces.slice(MAX_PIECES).join('');
  return {
    source,
    frame,
    pieces: rest === '' ? rendered : [...rendered, { source: rest, plain: true }],
    definition: null,
  };
}

/** Maximum characters of a parsed piece, except code. */
const MAX_LENGTH = 20_000;
/** Maximum parsed pieces per list or table, because all are laid out together. */
const MAX_PIECES = 100;

/** Limits the length too, because long text is slow to lay out. */
function isTooCostly(source: string, type: string): boolean {
  if (type === 'code') return false;
  return source.length > MAX_LENGTH || estimateCost(source) > MAX_COST;
}
