import { answerTexts, type Block } from '../../../shared/transcriptItem.ts';
import { codeBlocksOf } from '../../../shared/codeBlocks.ts';

/** Cached, because each code block's buttons need the indices. */
const found = new WeakMap<readonly Block[], ReadonlyMap<string, number>>();

/** The host's index of a code block; null if no block has exactly this code. */
export function indexOfCode(blocks: readonly Block[], code: string): number | null {
  let indices = found.get(blocks);
  if (!indices) {
    const codes = answerTexts(blocks).flatMap(codeBlocksOf);
    // Blocks with the same code are interchangeable.
    found.set(blocks, (indices = new Map(codes.map((entry, index) => [entry, index]))));
  }
  return indices.get(code) ?? null;
}
