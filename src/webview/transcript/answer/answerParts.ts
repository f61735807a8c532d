import type { ToolBlock, ToolStatus } from '../../../shared/toolBlock.ts';
import { callsOf, type AnswerItem, type Block } from '../../../shared/transcriptItem.ts';
import { groupOf } from '../cards/groupedEdits.ts';

export type AnswerPart =
  | { readonly kind: 'text'; readonly key: string; readonly text: string; readonly growing: boolean }
  | {
      readonly kind: 'thinking';
      readonly key: string;
      readonly text: string;
      /** Milliseconds; null while the model is still thinking. */
      readonly duration: number | null;
      readonly growing: boolean;
    }
  | { readonly kind: 'tools'; readonly key: string; readonly tools: readonly ToolBlock[]; readonly collapsed: boolean }
  /** A plan is a card while it waits for approval, and stays visible afterwards. */
  | { readonly kind: 'approval' | 'question' | 'plan'; readonly key: string; readonly tool: ToolBlock }
  /** One card asks about these edits together. */
  | { readonly kind: 'edits'; readonly key: string; readonly tools: readonly ToolBlock[] };

/** The parts of an answer in order. Blank text between two calls does not separate them. */
export function toAnswerParts(answer: Pick<AnswerItem, 'blocks' | 'status'>): AnswerPart[] {
  const streaming = answer.status === 'streaming';
  const blocks = markQueued(answer.blocks)
    .map((block, index) => ({ block, index, last: index === answer.blocks.length - 1 }))
    .filter(({ block }) => block.kind !== 'text' || block.text.trim() !== '');
  const tools = callsOf(answer.blocks);
  const parts: AnswerPart[] = [];
  for (const { block, index, last } of blocks) {
    const growing = streaming && last;
    const previous = parts.at(-1);
    if (block.kind !== 'tool') {
      parts.push(toTextPart(block, index, growing, streaming));
    } else if (block.plan !== undefined) {
      parts.push({ kind: 'plan', key: block.callId, tool: block });
    } else if (block.status === 'awaiting-approval' && block.approval) {
      const part = toApprovalPart(block, tools);
      if (part) parts.push(part);
    } else if (block.status === 'awaiting-answer' && block.question) {
      parts.push({ kind: 'question', key: block.callId, tool: block });
    } else if (previous?.kind === 'tools') {
      parts[parts.length - 1] = { ...previous, tools: [...previous.tools, block] };
    } else {
      parts.push({ kind: 'tools', key: `tools-${index}`, tools: [block], collapsed: false });
    }
  }
  return parts.flatMap((part, index): AnswerPart[] => {
    if (part.kind !== 'tools') return [part];
    const collapsed = isCollapsed(part.tools, streaming && index === parts.length - 1);
    // The cards of agents' calls come after all rows of the run, so that a new card does not move these rows.
    return [{ ...part, collapsed }, ...part.tools.flatMap((tool) => toAgentCards(tool, tools))];
  });
}

function toAgentCards(row: ToolBlock, tools: readonly ToolBlock[]): AnswerPart[] {
  if (isFinished(row.status)) return [];
  return (row.agent?.calls ?? []).flatMap((call) => toApprovalPart(call, tools) ?? []);
}

/**
 * The card about a call and its group. Undefined if the call does not wait for approval, or if another call of its
 * group has the card.
 */
function toApprovalPart(call: ToolBlock, tools: readonly ToolBlock[]): AnswerPart | undefined {
  if (call.status !== 'awaiting-approval' || !call.approval) return undefined;
  const group = groupOf(call, tools);
  if (group.length === 1) return { kind: 'approval', key: call.callId, tool: call };
  return group[0] === call ? { kind: 'edits', key: `edits-${call.approval.group}`, tools: group } : undefined;
}

/** Whether a streaming answer shows no sign of progress. The text that a continuation begins with does not count. */
export function isSilent(parts: readonly AnswerPart[], { continued, blocks }: Continuing): boolean {
  const last = parts.at(-1);
  if (!last) return true;
  // Checks all parts, because the row of a running agent can precede other parts.
  if (parts.some(isUnderWay)) return false;
  switch (last.kind) {
    case 'text':
      return continued?.of === 'answer' && isPrefix(blocks.at(-1), continued.prefix) && !parts.some(isThought);
    case 'plan':
    case 'tools':
      return true;
    default:
      return false;
  }
}

function isUnderWay(part: AnswerPart): boolean {
  switch (part.kind) {
    case 'approval':
    case 'question':
    case 'edits':
      return true;
    case 'plan':
      return !isFinished(part.tool.status);
    case 'tools':
      return part.tools.some(({ status }) => !isFinished(status));
    default:
      return false;
  }
}

type Continuing = Pick<AnswerItem, 'continued' | 'blocks'>;

function isPrefix(block: Block | undefined, characters: number): boolean {
  return block?.kind === 'text' && block.text.length === characters;
}

function isThought(part: AnswerPart): boolean {
  return part.kind === 'thinking' && part.growing;
}

/** While an earlier call runs or waits, a call that has not started is shown as queued. */
function markQueued(blocks: readonly Block[]): readonly Block[] {
  const firstBusy = blocks.findIndex(
    (block) => block.kind === 'tool' && (block.status === 'executing' || waitsForUser(block.status)),
  );
  if (firstBusy < 0) return blocks;
  return blocks.map((block, index) =>
    index > firstBusy && block.kind === 'tool' && block.status === 'validating'
      ? { ...block, status: 'scheduled' }
      : block,
  );
}

function toTextPart(block: Exclude<Block, ToolBlock>, index: number, growing: boolean, streaming: boolean): AnswerPart {
  return block.kind === 'text'
    ? { kind: 'text', key: `text-${index}`, text: block.text, growing }
    : {
        kind: 'thinking',
        key: `thinking-${index}`,
        text: block.text,
        duration: block.duration,
        // A continuation's new thoughts precede the continued text, so growing thoughts need not be last.
        growing: streaming && block.duration === null,
      };
}

/**
 * A run is collapsed only when it can no longer grow, so that the user can follow the run. Only the rows of successful
 * calls are replaced by one line, so a run without a successful call is not collapsed. A run with an agent needs at
 * least two successful calls: such a run usually has few calls, so replacing one row would hardly shorten it.
 */
function isCollapsed(tools: readonly ToolBlock[], mayGrow: boolean): boolean {
  const isOver = !mayGrow && tools.every((tool) => isFinished(tool.status));
  const least = tools.some(({ rendering }) => rendering === 'agent') ? 2 : 1;
  return isOver && tools.length > 1 && tools.filter(({ status }) => status === 'success').length >= least;
}

export function isFinished(status: ToolStatus): boolean {
  return status === 'success' || status === 'error' || status === 'cancelled';
}

export function waitsForUser(status: ToolStatus): boolean {
  return status === 'awaiting-approval' || status === 'awaiting-answer';
}

export interface RunSummary {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

export function summarizeRun(tools: readonly ToolBlock[]): RunSummary {
  return {
    files: changedFiles(tools).size,
    added: sum(tools, (tool) => tool.added),
    removed: sum(tools, (tool) => tool.removed),
  };
}

/** A moved file counts once, under its new name. */
function changedFiles(tools: readonly ToolBlock[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const tool of tools) {
    for (const file of tool.files) files.add(file);
    const [from] = tool.files;
    if (tool.rendering === 'moved-file' && from !== undefined) files.delete(from);
  }
  return files;
}

/** Counts the calls in the last item that wait for approval; edits of one card count separately. */
export function countApprovals(
  items: readonly { readonly kind: string; readonly blocks?: readonly Block[] }[],
): number {
  return callsOf(items.at(-1)?.blocks ?? []).filter(({ status }) => status === 'awaiting-approval').length;
}

/** Ids of the calls in the last item that wait for the user. The result changes when the item's cards change. */
export function waitingCallsKey(
  items: readonly { readonly kind: string; readonly blocks?: readonly Block[] }[],
): string {
  const waiting = callsOf(items.at(-1)?.blocks ?? []).filter(({ status }) => waitsForUser(status));
  return waiting.map(({ callId }) => callId).join(' ');
}

export function answerText(answer: Pick<AnswerItem, 'blocks'>): string {
  return answer.blocks
    .flatMap((block) => (block.kind === 'text' ? [block.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n');
}

function sum(tools: readonly ToolBlock[], count: (tool: ToolBlock) => number): number {
  return tools.reduce((total, tool) => total + count(tool), 0);
}
