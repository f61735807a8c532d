import { inEffect, restoresOf, type ConversationNode } from '../conversation/conversationNode.ts';
import type { FilesRestored } from '../conversation/conversationEntry.ts';
import type { PromptContext } from '../conversation/promptContent.ts';

/**
 * The text about files that the user has restored since the last prompt; null if there are none. Prompts of
 * speculations do not count, because they have no such text. The text is part of the prompt, because earlier messages
 * must not change.
 */
export function describeRestoredFiles(path: readonly ConversationNode[]): PromptContext | null {
  const since = path.findLast((node, index) => node.kind === 'prompt' && !isPrepared(path[index + 1]))?.at ?? 0;
  const notes = path.flatMap((node) => {
    // If the user has reverted an action, the files have the content that the model knows.
    const actions = inEffect(restoresOf(node).filter(({ at }) => at >= since));
    const files = [...new Set(actions.flatMap((action) => action.files))];
    const texts = node.kind === 'answer' ? ANSWER : CHECKPOINT;
    return actions[0] && files.length > 0 ? [texts[actions[0].action](files.join(', '))] : [];
  });
  return notes.length === 0 ? null : { kind: 'restored-files', text: notes.join('\n') };
}

/** Whether the prompt before this node is the prompt of a speculation. */
function isPrepared(next: ConversationNode | undefined): boolean {
  return next?.kind === 'answer' && next.speculated;
}

type Texts = Readonly<Record<FilesRestored['action'], (files: string) => string>>;

const ANSWER: Texts = {
  undo: (files) =>
    `[The user has undone your changes to: ${files}. These files have their earlier content again. Read them before you edit them.]`,
  redo: (files) => `[The user has redone your changes to: ${files}. Read these files before you edit them.]`,
};

const CHECKPOINT: Texts = {
  undo: (files) =>
    `[The user has given these files the content that they had before an earlier message: ${files}. Your later changes to them are gone. Read them before you edit them.]`,
  redo: (files) =>
    `[The user has undone the restoring of files. Your changes are there again, in: ${files}. Read these files before you edit them.]`,
};
