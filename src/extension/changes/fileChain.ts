import { addBypass, type Bypass, type Content, type RecordedFile } from './changeLog.ts';
import { contentOf, hasSameBytes } from './fileState.ts';
import type { PromptLog } from './promptLog.ts';

/** The combined changes of several prompts to one file. */
export interface FileChain extends RecordedFile {
  /** The log of the prompt that keeps the file's first content. */
  readonly prompt: Pick<PromptLog, 'readImage'>;
}

export interface ChangeChains {
  /** Sorted by path. */
  readonly files: readonly FileChain[];
  readonly bypasses: readonly Bypass[];
  /** The number of prompts whose entries were removed to make room. */
  readonly dropped: number;
}

/**
 * `prompts` must be in the order of their changes. A chain is `interrupted` if a restore would overwrite a change by
 * somebody else. If somebody else has restored the file's first content, the chain begins again there.
 */
export function toChains(prompts: readonly PromptLog[]): ChangeChains {
  const chains = new Map<string, FileChain>();
  const bypasses: Bypass[] = [];
  for (const prompt of prompts.filter(({ isDropped }) => !isDropped)) {
    for (const bypass of prompt.changes.bypasses) addBypass(bypasses, bypass);
    for (const file of prompt.changes.files.values()) {
      const chain = chains.get(file.path);
      chains.set(file.path, chain ? append(chain, file) : { ...file, prompt });
    }
    interruptMoved(prompt, chains);
  }
  const files = [...chains.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, bypasses, dropped: prompts.filter(({ isDropped }) => isDropped).length };
}

/**
 * Marks a moved file as `interrupted` if its earlier path has this mark, because somebody else's text was moved with
 * the file.
 */
function interruptMoved({ changes: { files } }: PromptLog, chains: Map<string, FileChain>): void {
  for (const { path, moved } of files.values()) {
    const chain = chains.get(path);
    if (chain && moved && chains.get(moved.path)?.interrupted) chains.set(path, { ...chain, interrupted: true });
  }
}

function append(chain: FileChain, next: RecordedFile): FileChain {
  const { interrupted, ...rest } = chain;
  const found = next.before.kind === 'lost' ? undefined : contentOf(next.before);
  const isFirst = found !== undefined && chain.before.kind !== 'lost' && hasSameBytes(found, contentOf(chain.before));
  const follows = found !== undefined && hasSameBytes(found, chain.after);
  const isInterrupted = next.interrupted ?? (!isFirst && (interrupted ?? !follows));
  return {
    ...rest,
    after: next.after,
    // Summed, because a comparison of the first and the last content would read every file of a chat.
    ...(isFirst ? linesOf(next) : { added: chain.added + next.added, removed: chain.removed + next.removed }),
    moved: movedOf(chain, next),
    ...(isInterrupted && { interrupted: true }),
  };
}

function linesOf({ added, removed }: RecordedFile): { readonly added: number; readonly removed: number } {
  return { added, removed };
}

/** A moved file still counts as moved after an edit. */
function movedOf(chain: FileChain, next: RecordedFile): RecordedFile['moved'] {
  if (next.moved || isGone(chain.after) || isGone(next.after)) return next.moved;
  return (
    chain.moved && {
      ...chain.moved,
      added: chain.moved.added + next.added,
      removed: chain.moved.removed + next.removed,
    }
  );
}

function isGone(content: Content): boolean {
  return content === null;
}
