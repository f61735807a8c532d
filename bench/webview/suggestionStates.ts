import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type { ChatState } from '../../src/shared/chatState.ts';
import { INITIAL_SUGGESTING, type Suggesting, type SuggestionNotice } from '../../src/shared/suggesting.ts';
import { picture, speculation } from './stateParts.ts';
import { answerItem, userItem } from '../../test/support/chatItems.ts';

const COST = { requests: 12, input: 900, output: 120, cacheRead: 1_204_000, cacheWrite: 0, cost: 0.0142 };

/** States of the ghost text with its hint, and of the notices about suggestions. */
export const SUGGESTION_STATES: Readonly<Record<string, ChatState>> = {
  'suggestion-hint': suggesting({ suggestion: { id: 's1', text: 'add a changelog entry', immediate: true } }),
  'suggestion-long': suggesting({
    suggestion: { id: 's1', text: 'write a test for parseAge that covers negative numbers', immediate: true },
  }),
  'suggestion-fills': suggesting({ suggestion: { id: 's1', text: 'push it', immediate: true } }, { runsUnasked: true }),
  'suggestion-review': suggesting({
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: true },
    speculation: speculation({ phase: 'ready', files: ['CHANGELOG.md'], added: 2 }),
  }),
  'suggestion-typed': suggesting({
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: true },
    draft: 'add a',
  }),
  'suggestion-image': suggesting({
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: true },
    attachments: [picture('i1', 'screenshot.png', '#3b7dd8')],
  }),
  'suggestion-off-in-chat': withNotice({ kind: 'off-in-chat' }),
  'suggestion-on-in-chat': withNotice({ kind: 'on-in-chat' }),
  'suggestion-off': withNotice({ kind: 'off' }),
  'suggestion-off-in-workspace': withNotice({ kind: 'off-in-workspace' }),
  'suggestion-backed-off': withNotice({ kind: 'backed-off', ignored: 20, every: 5 }),
  'suggestion-budget-spent': withNotice({ kind: 'budget-spent', limit: 0.5 }),
  'suggestion-fast-model': withNotice({
    kind: 'fast-model-unavailable',
    model: 'mistral/mistral-small-latest',
    message: 'Mistral needs an API key. Run "Premove: Set API Key", or set MISTRAL_API_KEY.',
    needsKey: true,
  }),
  'suggestion-fast-model-long': withNotice({
    kind: 'fast-model-unavailable',
    model: 'openrouter/somebody/a-model-with-a-name-that-is-longer-than-the-panel-is-wide',
    message: 'OpenRouter has no model named somebody/a-model-with-a-name-that-is-longer-than-the-panel-is-wide (404).',
    needsKey: false,
  }),
  'suggestion-offer-preparing': withNotice({ kind: 'offer-preparing', cost: 0.0213 }),
  'suggestion-preparing-on': withNotice({ kind: 'preparing-on' }),
  'suggestion-apply': suggesting({
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: true },
    speculation: speculation({ phase: 'review', files: ['CHANGELOG.md'], added: 2 }),
  }),
  'suggestion-answer': suggesting({
    suggestion: { id: 's1', text: 'explain the parser', immediate: true },
    speculation: speculation({ phase: 'ready' }),
  }),
  'suggestion-price-unknown': withNotice({ kind: 'price-unknown', limit: 0.5, model: 'qwen3-coder-plus' }),
};

function withNotice(notice: SuggestionNotice): ChatState {
  return suggesting({}, { notice });
}

function suggesting(patch: Partial<ChatState>, more: Partial<Suggesting> = {}): ChatState {
  const usage = { input: 1_200, output: 700, cacheRead: 24_000, cacheWrite: 100, cost: 0.011 };
  return {
    ...createInitialChatState('suggesting'),
    title: 'Rename alpha',
    model: { id: 'anthropic/claude-sonnet-5', label: 'claude-sonnet-5' },
    items: [
      userItem({ id: 'u1', text: 'rename alpha to beta' }),
      answerItem({
        id: 'a1',
        models: ['anthropic/claude-sonnet-5'],
        blocks: [{ kind: 'text', text: 'Renamed in 3 files. The changelog has no entry for it yet.' }],
        usage,
      }),
    ],
    suggesting: { ...INITIAL_SUGGESTING, suggestionCost: COST, speculationCost: { ...COST, cost: null }, ...more },
    ...patch,
  };
}
