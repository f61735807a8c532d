import type { ConversationNode } from '../conversation/conversationNode.ts';
import type { PromptContext } from '../conversation/promptContent.ts';

/**
 * The note for a prompt after `path`; null if it would be empty. It lists the files in which the user has undone or
 * redone an answer's changes since the last prompt that could have such a note. The note is part of the prompt, because
 * earlier messages must not change.
 */
export function describeRestoredFiles(path: readonly ConversationNode[]): PromptContext | null {
  const since = path.findLast((node, index) => node.kind === 'prompt' && !isPrepared(path[index + 1]))?.at ?? 0;
  const notes = path.flatMap((node) => {
    if (node.kind !== 'answer') return [];
    const last = node.filesRestored.at(-1);
    const known = node.filesRestored.findLast(({ at }) => at < since);
    // Undone and redone since the last prompt: the model knows the files as they are.
    if (!last || last.at < since || last.action === (known?.action ?? 'redo')) return [];
    return [last.action === 'undo' ? undone(last.files) : redone(last.files)];
  });
  return notes.length === 0 ? null : { kind: 'restored-files', text: notes.join('\n') };
}

/** Whether the prompt before this node is the prompt of a speculation, which has no notes. */
function isPrepared(next: ConversationNode | undefined): boolean {
  return next?.kind === 'answer' && next.speculated;
}

function undone(files: readonly string[]): string {
  return `[The user has undone your changes of: ${files.join(', ')}. These files have their earlier content again. Read them before you edit them.]`;
}

function redone(files: readonly string[]): string {
  return `[The user has made your undone changes again, in: ${files.join(', ')}. Read these files before you edit them.]`;
}
