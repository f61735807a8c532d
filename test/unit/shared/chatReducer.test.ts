import { describe, expect, test } from 'vitest';
import { createInitialChatState, reduce } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import type { ChatState } from '../../../src/shared/chatState.ts';
import type { AnswerItem } from '../../../src/shared/transcriptItem.ts';
import { answerItem, toolItem, userItem } from '../../support/chatItems.ts';

const tool = toolItem({ status: 'validating' });
const user = userItem({ text: 'hi' });
const answer = answerItem({
  blocks: [{ kind: 'text', text: 'He' }, { kind: 'thinking', text: 'hm', duration: null }, tool],
  status: 'streaming',
});
const state: ChatState = { ...createInitialChatState('chat'), items: [user, answer], draft: 'half' };
const branch = { index: 2, count: 3 };
const image = { id: 'i', name: 'shot.png', thumbnail: 'data:image/png;base64,AAAA' };
const suggestion = { id: 's', text: 'next', immediate: false };
const notice = { severity: 'info', message: 'Well.', action: null } as const;

const toCallEvent = (status: 'executing' | 'success'): ChatEvent => {
  const call = toolItem({ callId: 'agent-1:r', status });
  return { type: 'agent-call-update', itemId: 'a', callId: 'agent', call };
};

describe('reduce', () => {
  const withAnswer = (patch: Partial<AnswerItem>): Partial<ChatState> => ({ items: [user, { ...answer, ...patch }] });
  const [text, thinking] = answer.blocks;
  test.each<[string, ChatEvent, Partial<ChatState>]>([
    [
      'adds an item at the end',
      { type: 'item-added', item: { ...user, id: 'u2' } },
      { items: [user, answer, { ...user, id: 'u2' }] },
    ],
    ['drops an item and all that follow', { type: 'items-dropped', fromId: 'u' }, { items: [] }],
    ['drops nothing for an unknown item', { type: 'items-dropped', fromId: 'x' }, {}],
    [
      'adds a block',
      { type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } },
      withAnswer({ blocks: [...answer.blocks, { kind: 'text', text: '' }] }),
    ],
    [
      'appends to a text',
      { type: 'text-delta', itemId: 'a', index: 0, text: 'llo' },
      withAnswer({ blocks: [{ kind: 'text', text: 'Hello' }, ...answer.blocks.slice(1)] }),
    ],
    ['does not append text to a tool', { type: 'text-delta', itemId: 'a', index: 2, text: 'x' }, {}],
    ['does not append text to an unknown block', { type: 'text-delta', itemId: 'a', index: 9, text: 'x' }, {}],
    [
      'ends a thinking block',
      { type: 'thinking-end', itemId: 'a', index: 1, duration: 7 },
      withAnswer({ blocks: [text, { kind: 'thinking', text: 'hm', duration: 7 }, tool] as AnswerItem['blocks'] }),
    ],
    [
      'updates the tool of a call, and keeps the fields that the patch does not name',
      { type: 'tool-call-update', itemId: 'a', callId: 'c', patch: { status: 'success', detail: undefined } },
      withAnswer({ blocks: [text, thinking, { ...tool, status: 'success' }] as AnswerItem['blocks'] }),
    ],
    [
      'drops the blocks of a failed attempt',
      { type: 'blocks-dropped', itemId: 'a', index: 1 },
      withAnswer({ blocks: [text] as AnswerItem['blocks'] }),
    ],
    [
      'updates an answer',
      { type: 'answer-updated', itemId: 'a', patch: { status: 'done', error: undefined } },
      withAnswer({ status: 'done' }),
    ],
    [
      'does not update an answer if the id is that of a prompt',
      { type: 'answer-updated', itemId: 'u', patch: { status: 'done' } },
      {},
    ],
    [
      'numbers a prompt among its siblings',
      { type: 'branch-changed', itemId: 'u', branch },
      { items: [{ ...user, branch }, answer] },
    ],
    ['numbers an answer among its siblings', { type: 'branch-changed', itemId: 'a', branch }, withAnswer({ branch })],
    ['changes the status', { type: 'status-changed', status: 'responding' }, { status: 'responding' }],
    ['changes the title', { type: 'title-changed', title: 'Greeting' }, { title: 'Greeting' }],
    [
      'changes the model',
      { type: 'model-changed', model: { id: 'a/b', label: 'b' } },
      { model: { id: 'a/b', label: 'b' } },
    ],
    ['changes the mode', { type: 'approval-mode-changed', approvalMode: 'plan' }, { approvalMode: 'plan' }],
    [
      'stores a draft of the webview without raising the revision',
      { type: 'draft-changed', draft: 'x', draftChips: [{ from: 0, to: 1 }], draftShell: true, revised: false },
      { draft: 'x', draftShell: true, draftChips: [{ from: 0, to: 1 }] },
    ],
    [
      'raises the revision for a draft that the host has set',
      { type: 'draft-changed', draft: 'x', draftChips: [], draftShell: false, revised: true },
      { draft: 'x', draftRevision: 1 },
    ],
    ['changes the attachments', { type: 'attachments-changed', attachments: [image] }, { attachments: [image] }],
    ['changes the edited item', { type: 'editing-changed', editing: 'u' }, { editing: 'u' }],
    ['stores that the folder was closed', { type: 'folder-changed', hasFolder: false }, { hasFolder: false }],
    [
      'changes the first steps',
      { type: 'first-steps-changed', firstSteps: { vscodeModels: 1, localServers: [] } },
      { firstSteps: { vscodeModels: 1, localServers: [] } },
    ],
    ['changes the suggestion', { type: 'suggestion-changed', suggestion }, { suggestion }],
    [
      'patches the state of suggestions, and keeps its other fields',
      { type: 'suggesting-changed', patch: { notice: { kind: 'off' } } },
      { suggesting: { ...state.suggesting, notice: { kind: 'off' } } },
    ],
    ['removes the speculation', { type: 'speculation-changed', speculation: null }, {}],
    ['changes the notice', { type: 'notice-changed', notice }, { notice }],
  ])('%s', (_name, event, expected) => {
    const before = structuredClone(state);
    expect(reduce(state, event)).toEqual({ ...state, ...expected });
    expect(state).toEqual(before);
  });

  test('adds a call of an agent to its row, then replaces it', () => {
    const row = toolItem({ name: 'agent', callId: 'agent', agent: { model: 'one', calls: [], count: 0 } });
    const begun = reduce({ ...state, items: [answerItem({ blocks: [row] })] }, toCallEvent('executing'));
    const ended = reduce(begun, toCallEvent('success'));
    const work = [begun, ended].map(({ items }) => {
      const item = items[0];
      const block = item?.kind === 'answer' ? item.blocks[0] : undefined;
      return block?.kind === 'tool' ? block.agent : undefined;
    });
    expect(work).toMatchObject([
      { count: 1, calls: [{ status: 'executing' }] },
      { count: 1, calls: [{ status: 'success' }] },
    ]);
  });

  test('keeps the identity of objects that an event does not change', () => {
    const next = reduce(state, { type: 'text-delta', itemId: 'a', index: 0, text: '!' });
    expect(next.items[0]).toBe(user);
    const [, changed] = next.items;
    expect(changed?.kind === 'answer' && changed.blocks[2]).toBe(tool);
    expect(reduce(state, { type: 'items-dropped', fromId: 'x' })).toBe(state);
  });
});
