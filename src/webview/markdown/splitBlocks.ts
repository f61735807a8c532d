import type { Token, Tokens } from 'marked';
import { markdownParts } from '../../shared/codeBlocks.ts';
import { toDefinition, type Definition } from './definitions.ts';

/**
 * An answer is rendered block by block, so that only the block that is being written renders again while it streams.
 * `marked` finds the borders; `react-markdown` renders each block.
 */
export interface MarkdownBlock {
  /** The Markdown of the block, blank lines behind it included; all sources joined are the text. */
  readonly source: string;
  /** Shown as it stands: rendering it could take seconds, or the stack. Only hostile or broken text gets there. */
  readonly plain: boolean;
  /** Where the block is `[label]: address`: what the other blocks need to make a link of `[text][label]`. */
  readonly definition: Definition | null;
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
  const blocks: MarkdownBlock[] = [];
  for (const part of markdownParts(source)) {
    const last = blocks.at(-1);
    if (part.token.type === 'space' && last) {
      blocks[blocks.length - 1] = { ...last, source: last.source + part.source };
      continue;
    }
    blocks.push({
      source: part.source,
      // A footnote's reference stands in another block, so it would be left out.
      plain: part.tooDeep || isTooCostly(part.token) || isFootnote(part.token),
      definition: part.tooDeep ? null : toDefinition(part.token),
    });
  }
  return blocks;
}

function isFootnote(token: Token): boolean {
  return token.type === 'def' && (token as Tokens.Def).tag.startsWith('^');
}

/** Characters of a block that is no fence. */
const MAX_LENGTH = 20_000;

/** Pairing emphasis and brackets is quadratic in their number, a long line is slow to lay out. */
function isTooCostly(token: Token): boolean {
  if (token.type === 'code') return false;
  if (token.raw.length > MAX_LENGTH) return true;
  if (token.raw.length < 1_000) return false;
  const marks = token.raw.match(/[*_~[\]]/g)?.length ?? 0;
  return marks > (token.type === 'paragraph' ? 1_000 : 5_000);
}
