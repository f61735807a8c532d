import { emptyAnswer, toolBlock } from '../../src/shared/emptyItems.ts';
import type { SpeculationView } from '../../src/shared/chatState.ts';
import type { TerminalCard } from '../../src/shared/terminalCard.ts';
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

/** The card of a terminal: a question of this urgency, or the offer to watch the terminal. */
export function terminalCard(
  id: string,
  kind: 'decision' | 'waiting' | 'offer',
  patch: Partial<Extract<TerminalCard['content'], { kind: 'question' }>> = {},
): TerminalCard {
  const base = { id, agent: 'Codex', terminal: 'zsh', since: 0 };
  if (kind === 'offer') return { ...base, content: { kind: 'offer', reader: 'Screens go to your fast model, haiku.' } };
  const empty = { revision: 0, lastAction: null, choices: [], isOpen: false, isPartial: false };
  const reasons = { unanswerable: null, wording: null, refusal: null };
  return { ...base, content: { kind: 'question', text: 'Which one?', urgency: kind, ...empty, ...reasons, ...patch } };
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
