import { emptyAnswer, toolBlock } from '../../src/shared/emptyItems.ts';
import type { SpeculationView } from '../../src/shared/chatState.ts';
import type { ToolBlock } from '../../src/shared/toolBlock.ts';
import type { AnswerItem, UserItem } from '../../src/shared/transcriptItem.ts';
import { lookOf } from '../../src/extension/tools/registry.ts';
import { productRegistry } from './productTools.ts';

/** Items of a transcript. A test gives only the fields that matter to it. */

export function userItem(patch: Partial<UserItem> = {}): UserItem {
  return { kind: 'user', id: 'u', text: '', images: [], branch: null, ...patch };
}

/** A finished answer without text. */
export function answerItem(patch: Partial<AnswerItem> = {}): AnswerItem {
  return { ...emptyAnswer('a', false), status: 'done', ...patch };
}

/** A successful call, by default of `edit`. The tool's record decides how its row looks. */
export function toolItem({ name = 'edit', ...patch }: Partial<ToolBlock> = {}): ToolBlock {
  return { ...toolBlock({ id: 'c', name }, lookOf(productRegistry, name)), status: 'success', ...patch };
}

/** A speculation that has just begun, except for `patch`. */
export function speculationView(patch: Partial<SpeculationView>): SpeculationView {
  return {
    id: 'p1',
    suggestionId: 's1',
    phase: 'running',
    step: 1,
    activity: '',
    files: [],
    added: 0,
    removed: 0,
    model: 'one',
    startedAt: 0,
    duration: null,
    spent: { dollars: 0, tokens: 0 },
    ...patch,
  };
}
