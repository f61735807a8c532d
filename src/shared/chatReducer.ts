import type { ChatEvent } from './protocol.ts';
import type { ChatState } from './chatState.ts';
import type { AgentWorkView, ToolBlock } from './toolBlock.ts';
import type { AnswerItem, Block } from './transcriptItem.ts';
import { INITIAL_SUGGESTING } from './suggesting.ts';

export function createInitialChatState(conversationId: string): ChatState {
  return {
    conversationId,
    title: '',
    items: [],
    status: 'idle',
    model: null,
    approvalMode: 'default',
    hasFolder: true,
    draft: '',
    draftChips: [],
    draftShell: false,
    draftRevision: 0,
    draftOrigin: null,
    attachments: [],
    editing: null,
    queue: [],
    queuePaused: false,
    ideContext: null,
    instructions: { items: [], problems: [] },
    sharesEditor: true,
    showsCitations: true,
    suggestion: null,
    suggesting: INITIAL_SUGGESTING,
    completing: { onTab: false, onPause: false },
    vimMode: false,
    isTrusted: true,
    composerMenu: { translateTarget: '', effort: null, messageModel: null, fallback: null },
    commands: [],
    shellLines: [],
    spending: { chat: { dollars: 0, tokens: 0 }, today: { dollars: 0, tokens: 0 } },
    speculation: null,
    keptPreviews: [],
    restoring: null,
    restored: null,
    terminals: [],
    notice: null,
    note: null,
    tour: null,
    firstSteps: null,
  };
}

type TextDelta = Extract<ChatEvent, { readonly type: 'text-delta' | 'thinking-delta' }>;

/** Pure. Unchanged parts keep their identity, so that React renders only changed parts. */
export function reduce(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'item-added':
      return { ...state, items: [...state.items, event.item] };
    case 'items-dropped': {
      const index = state.items.findIndex((item) => item.id === event.fromId);
      return index < 0 ? state : { ...state, items: state.items.slice(0, index) };
    }
    case 'block-added':
      return updateAnswer(state, event.itemId, (answer) => ({
        ...answer,
        blocks: [...answer.blocks, event.block],
      }));
    case 'text-delta':
    case 'thinking-delta':
      return appendText(state, event);
    case 'thinking-end':
      return updateBlock(state, event.itemId, event.index, (block) =>
        block.kind === 'thinking' ? { ...block, duration: event.duration } : block,
      );
    case 'tool-call-update':
      return updateAnswer(state, event.itemId, (answer) => ({
        ...answer,
        blocks: answer.blocks.map((block) =>
          block.kind === 'tool' && block.callId === event.callId
            ? { ...block, ...withoutUndefined(event.patch) }
            : block,
        ),
      }));
    case 'agent-call-update':
      return updateAnswer(state, event.itemId, (answer) => ({
        ...answer,
        blocks: answer.blocks.map((block) =>
          block.kind === 'tool' && block.callId === event.callId && block.agent
            ? { ...block, agent: withCall(block.agent, event.call) }
            : block,
        ),
      }));
    case 'blocks-dropped':
      return updateAnswer(state, event.itemId, (answer) => ({
        ...answer,
        blocks: answer.blocks.slice(0, event.index),
      }));
    case 'answer-updated':
      return updateAnswer(state, event.itemId, (answer) => ({ ...answer, ...withoutUndefined(event.patch) }));
    case 'branch-changed':
      return {
        ...state,
        items: state.items.map((item) =>
          item.id === event.itemId && item.kind !== 'summary' ? { ...item, branch: event.branch } : item,
        ),
      };
    case 'summary-updated':
      return {
        ...state,
        items: state.items.map((item) =>
          item.id === event.itemId && item.kind === 'summary' ? { ...item, ...withoutUndefined(event.patch) } : item,
        ),
      };
    case 'status-changed':
      return { ...state, status: event.status };
    case 'title-changed':
      return { ...state, title: event.title };
    case 'model-changed':
      return { ...state, model: event.model };
    case 'approval-mode-changed':
      return { ...state, approvalMode: event.approvalMode };
    case 'folder-changed':
      return { ...state, hasFolder: event.hasFolder };
    case 'draft-changed':
      return {
        ...state,
        draft: event.draft,
        draftChips: event.draftChips,
        draftShell: event.draftShell,
        draftRevision: state.draftRevision + (event.revised ? 1 : 0),
      };
    case 'attachments-changed':
      return { ...state, attachments: event.attachments };
    case 'editing-changed':
      return { ...state, editing: event.editing };
    case 'queue-changed':
      return { ...state, queue: event.queue, queuePaused: event.paused };
    case 'ide-context-changed':
      return { ...state, ideContext: event.ideContext };
    case 'instructions-changed':
      return { ...state, instructions: event.instructions };
    case 'editor-sharing-changed':
      return { ...state, sharesEditor: event.sharesEditor };
    case 'tour-changed':
      return { ...state, tour: event.tour };
    case 'first-steps-changed':
      return { ...state, firstSteps: event.firstSteps };
    case 'suggestion-changed':
      return { ...state, suggestion: event.suggestion };
    case 'suggesting-changed':
      return { ...state, suggesting: { ...state.suggesting, ...withoutUndefined(event.patch) } };
    case 'citations-shown-changed':
      return { ...state, showsCitations: event.showsCitations };
    case 'completing-changed':
      return { ...state, completing: event.completing };
    case 'vim-mode-changed':
      return { ...state, vimMode: event.vimMode };
    case 'trust-changed':
      return { ...state, isTrusted: event.isTrusted };
    case 'composer-menu-changed':
      return { ...state, composerMenu: { ...state.composerMenu, ...withoutUndefined(event.patch) } };
    case 'spending-changed':
      return { ...state, spending: { ...state.spending, ...withoutUndefined(event.patch) } };
    case 'restoring-changed':
      return { ...state, restoring: event.restoring };
    case 'restored-changed':
      return { ...state, restored: event.restored };
    case 'kept-previews-changed':
      return { ...state, keptPreviews: event.keptPreviews };
    case 'speculation-changed':
      return { ...state, speculation: event.speculation };
    case 'terminals-changed':
      return { ...state, terminals: event.terminals };
    case 'notice-changed':
      return { ...state, notice: event.notice };
    case 'note-changed':
      return { ...state, note: event.note };
    case 'shell-line-changed': {
      const { line } = event;
      const isKnown = state.shellLines.some(({ id }) => id === line.id);
      const shellLines = state.shellLines.map((each) => (each.id === line.id ? line : each));
      return { ...state, shellLines: isKnown ? shellLines : [...shellLines, line] };
    }
    case 'commands-changed':
      return { ...state, commands: event.commands };
  }
}

function updateAnswer(state: ChatState, itemId: string, update: (answer: AnswerItem) => AnswerItem): ChatState {
  const index = state.items.findLastIndex((item) => item.id === itemId);
  const item = state.items[index];
  if (item?.kind !== 'answer') return state;
  return { ...state, items: state.items.with(index, update(item)) };
}

/** Runs for every delta: `updateBlock` would take twice as long. */
function appendText(state: ChatState, { itemId, index, text }: TextDelta): ChatState {
  const at = state.items.findLastIndex((item) => item.id === itemId);
  const item = state.items[at];
  const block = item?.kind === 'answer' ? item.blocks[index] : undefined;
  if (item?.kind !== 'answer' || !block || block.kind === 'tool') return state;
  const blocks = item.blocks.with(index, { ...block, text: block.text + text });
  return { ...state, items: state.items.with(at, { ...item, blocks }) };
}

function updateBlock(state: ChatState, itemId: string, index: number, update: (block: Block) => Block): ChatState {
  return updateAnswer(state, itemId, (answer) => {
    const block = answer.blocks[index];
    return block ? { ...answer, blocks: answer.blocks.with(index, update(block)) } : answer;
  });
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(patch: T): Defined<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function withCall(agent: AgentWorkView, call: ToolBlock): AgentWorkView {
  const at = agent.calls.findIndex(({ callId }) => callId === call.callId);
  if (at >= 0) return { ...agent, calls: agent.calls.with(at, call) };
  return { ...agent, calls: [...agent.calls, call], count: agent.count + 1 };
}
