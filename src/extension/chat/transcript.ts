import type { AnswerItem, AnswerStatus, Block, ToolBlock, TranscriptItem, UsageView } from '../../shared/chatState.ts';
import type { Usage } from '../model/chatModel.ts';
import { textOf, toolCallsOf, type ToolCallPart } from '../model/message.ts';
import { addUsage } from '../model/usage.ts';
import { messageOf, type AnswerNode, type ConversationNode, type ToolResultView } from './conversation.ts';
import { toErrorView } from './errorText.ts';

/** The panel's items for a path: what a reload shows. A prompt's answers, one a tool round, are one item. */
export function toTranscript(path: readonly ConversationNode[]): TranscriptItem[] {
  const items: TranscriptItem[] = [];
  for (const node of path) {
    const last = items.at(-1);
    if (node.kind === 'prompt') {
      items.push({
        kind: 'user',
        id: node.id,
        text: textOf({ role: 'user', parts: node.parts }),
        images: [],
        branch: null,
      });
    } else if (last?.kind === 'answer') {
      items[items.length - 1] = extendAnswer(last, node);
    } else {
      items.push(extendAnswer(emptyAnswer(node.id, node.speculated), node));
    }
  }
  return items;
}

export function emptyAnswer(id: string, speculated: boolean): AnswerItem {
  return {
    kind: 'answer',
    id,
    blocks: [],
    status: 'streaming',
    error: null,
    retry: null,
    usage: null,
    context: null,
    citations: [],
    branch: null,
    speculated,
    amended: [],
  };
}

/** The row of a call that has not ended. */
export function toolBlock(call: Pick<ToolCallPart, 'id' | 'name'>): ToolBlock {
  return {
    kind: 'tool',
    callId: call.id,
    name: call.name,
    detail: '',
    status: 'validating',
    summary: '',
    added: 0,
    removed: 0,
    files: [],
    approval: null,
    diff: '',
    output: '',
  };
}

/** How an answer stands whose last message is `node`. */
export function answerStatus(node: AnswerNode): AnswerStatus {
  const { close } = node;
  if (!close) return 'streaming';
  if (close.outcome !== 'stopped') return close.outcome;
  switch (close.stopReason) {
    case 'aborted':
      return 'stopped';
    case 'length':
    case 'context-full':
      return 'cut-off';
    case 'refused':
      return 'refused';
    case 'done':
    case 'tools':
    case 'paused':
    case 'unknown':
      return toolCallsOf(close.message).length > 0 ? unfinishedStatus(node) : 'done';
  }
}

/** Its calls were not followed by another message: the user stopped them, or the window closed on them. */
function unfinishedStatus(node: AnswerNode): AnswerStatus {
  const { results } = node;
  const isWhole = results.length === toolCallsOf(messageOf(node)).length;
  return isWhole && results.some(({ view }) => view.status === 'cancelled') ? 'stopped' : 'interrupted';
}

/** The answer's tokens with one more request's; null where no provider has told any. */
export function countUsage(view: UsageView | null, usage: Usage | null): UsageView | null {
  if (!usage) return view;
  return { ...(view ? addUsage(view, usage) : usage), cost: null };
}

/** The text of a result, cut for display: the row is folded by default and the file has the rest. */
export function toolOutput(content: readonly { type: string; text?: string }[]): string {
  return cutForDisplay(content.map((part) => part.text ?? '').join('\n'));
}

export function cutForDisplay(text: string): string {
  return text.length > maxOutput ? `${text.slice(0, maxOutput)}…` : text;
}

const maxOutput = 4000;

function extendAnswer(item: AnswerItem, node: AnswerNode): AnswerItem {
  const { close } = node;
  return {
    ...item,
    blocks: [...item.blocks, ...toBlocks(node)],
    status: answerStatus(node),
    amended: [...item.amended, ...node.amended],
    error: close?.outcome === 'failed' ? toErrorView(close.error, node.modelId) : null,
    usage: countUsage(item.usage, close?.usage ?? null),
  };
}

function toBlocks(node: AnswerNode): Block[] {
  return messageOf(node).parts.flatMap((part): Block[] => {
    switch (part.type) {
      case 'text':
        // Some parts only carry what the provider wants back.
        return part.text ? [{ kind: 'text', text: part.text }] : [];
      case 'thinking':
        return part.text ? [{ kind: 'thinking', text: part.text, duration: 0 }] : [];
      case 'tool-call':
        return [finishedToolBlock(node, part)];
      default:
        return [];
    }
  });
}

function finishedToolBlock(node: AnswerNode, call: ToolCallPart): ToolBlock {
  const recorded = node.results.find((entry) => entry.result.callId === call.id);
  if (!recorded) return { ...toolBlock(call), status: 'cancelled' };
  return { ...toolBlock(call), ...toToolPatch(recorded.view), output: toolOutput(recorded.result.content) };
}

export function toToolPatch(view: ToolResultView): Omit<ToolBlock, 'kind' | 'callId' | 'name' | 'output'> {
  return { ...view, files: [...view.files], approval: null };
}
