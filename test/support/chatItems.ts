import { emptyAnswer, toolBlock } from '../../src/shared/emptyItems.ts';
import type { AnswerItem, ToolBlock, UserItem } from '../../src/shared/chatState.ts';
import { lookOf } from '../../src/extension/tools/registry.ts';
import { productRegistry } from './productTools.ts';

/** What a transcript is made of, each with only that given which a test is about. */

export function userItem(patch: Partial<UserItem> = {}): UserItem {
  return { kind: 'user', id: 'u', text: '', images: [], branch: null, ...patch };
}

/** A whole answer, without a word. */
export function answerItem(patch: Partial<AnswerItem> = {}): AnswerItem {
  return { ...emptyAnswer('a', false), status: 'done', ...patch };
}

/** A call that went well, by default of `edit`; it looks as the tool's record says. */
export function toolItem({ name = 'edit', ...patch }: Partial<ToolBlock> = {}): ToolBlock {
  return { ...toolBlock({ id: 'c', name }, lookOf(productRegistry, name)), status: 'success', ...patch };
}
