import { markdownParts, type MarkdownPart } from '../../shared/codeBlocks.ts';
import { estimateCost, MAX_COST } from './cost.ts';
import { toDefinition, type Definition } from './definitions.ts';
import { cutBlock, wholeBlock, type Frame } from './pieces.ts';

/**
 * An answer is rendered block by block, and a list or a table piece by piece, so that only what is being written renders
 * again while it streams. `marked` finds the borders; `react-markdown` renders each piece.
 */
export interface MarkdownBlock {
  /** The Markdown of the block, blank lines behind it included; all sources joined are the text. */
  readonly source: string;
  /** Around the pieces of a list or a table; null around the only one of anything else. */
  readonly frame: Frame | null;
  readonly pieces: readonly MarkdownPiece[];
  /** Where the block is `[label]: address`: what the other blocks need to make a link of `[text][label]`. */
  readonly definition: Definition | null;
}

export interface MarkdownPiece {
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
  const kept = normalized.startsWith(previous.text) ? settledBlocks(previous.blocks) : [];
  const start = kept.reduce((length, block) => length + block.source.length, 0);
  return { text: normalized, blocks: [...kept, ...lexBlocks(normalized.slice(start))] };
}

/** All but the last two, up to one that ends in a blank line: what follows a blank line does not reach back over it. */
function settledBlocks(blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
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

/** Indented text behind a footnote is a paragraph of the footnote. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;

function isIndentedCode({ token }: MarkdownPart): boolean {
  return token.type === 'code' && 'codeBlockStyle' in token && token.codeBlockStyle === 'indented';
}

function toBlock({ token, source, readAs = source, tooDeep }: MarkdownPart): MarkdownBlock {
  const { frame, pieces } = tooDeep ? wholeBlock(source) : cutBlock(token, source);
  if (frame === null || (frame.kind === 'table' && isTooCostly(frame.head, token.type))) {
    const plain = tooDeep || isTooCostly(source, token.type);
    const definition = tooDeep ? null : toDefinition(token);
    return { source, frame: null, pieces: [{ source: readAs, plain }], definition };
  }
  const head = frame.kind === 'table' ? frame.head : '';
  const drawn = pieces
    .slice(0, MAX_PIECES)
    .map((piece) => ({ source: piece, plain: isTooCostly(head + piece, token.type) }));
  const rest = pieces.slice(MAX_PIECES).join('');
  return {
    source,
    frame,
    pieces: rest === '' ? drawn : [...drawn, { source: rest, plain: true }],
    definition: null,
  };
}

/** Characters of a piece that is no fence. */
const MAX_LENGTH = 20_000;
/** Of a list or a table; all of them are laid out when it comes into view. */
const MAX_PIECES = 100;

/** A long line is slow to lay out, too. */
function isTooCostly(source: string, type: string): boolean {
  if (type === 'code') return false;
  return source.length > MAX_LENGTH || estimateCost(source) > MAX_COST;
}
