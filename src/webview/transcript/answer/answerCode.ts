import { answerTexts, type Block } from '../../../shared/chatState.ts';
import { codeBlocksOf } from '../../../shared/codeBlocks.ts';

/** An answer's fences, found once for all of its buttons. */
const found = new WeakMap<readonly Block[], ReadonlyMap<string, number>>();

/** The number under which the host knows a fence; null where it knows none with just this code. */
export function indexOfCode(blocks: readonly Block[], code: string): number | null {
  let numbers = found.get(blocks);
  if (!numbers) {
    const codes = answerTexts(blocks).flatMap(codeBlocksOf);
    // Of two that are the same, either will do.
    found.set(blocks, (numbers = new Map(codes.map((entry, index) => [entry, index]))));
  }
  return numbers.get(code) ?? null;
}
