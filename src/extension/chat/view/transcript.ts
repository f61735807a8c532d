import type { ToolBlock } from '../../../shared/toolBlock.ts';
import type {
  AnswerItem,
  AnswerStatus,
  Block,
  BranchView,
  CitationView,
  ContinuedView,
  StopView,
  TranscriptItem,
  UsageView,
  UserItem,
} from '../../../shared/transcriptItem.ts';
import type { StopDetails } from '../../model/chatModel.ts';
import { textOf, toolCallsOf, type Message, type ToolCallPart } from '../../model/message.ts';
import { addUsage } from '../../model/usage.ts';
import { emptyAnswer, toolBlock } from '../../../shared/emptyItems.ts';
import { createToolRegistry, describeCall, lookOf, type ToolRegistry } from '../../tools/registry.ts';
import {
  answerSiblings,
  laterPrompts,
  promptSiblings,
  toBranchView,
  type BranchTree,
} from '../conversation/branches.ts';
import { backgroundAmountsOf, isCountedAsBackground } from '../conversation/chatSpending.ts';
import { continuedPrompt } from '../conversation/continuedPrompt.ts';
import {
  messageOf,
  type AnswerNode,
  type ConversationNode,
  type PromptNode,
} from '../conversation/conversationNode.ts';
import type { AnswerClose, ToolResultView } from '../conversation/conversationEntry.ts';
import { toolOutput } from '../conversation/toolResultView.ts';
import type { PreparedTurn } from '../conversation/preparedAnswer.ts';
import { toAgentWorkView, toInterruptedWorkView } from './agentRow.ts';
import { toErrorView } from './errorText.ts';
import { routedOf } from './routedView.ts';
import { continuesAfter, toSummaryItem } from './summaryItem.ts';

/**
 * The panel's items for a path, as after a reload. The messages of an answer, one per turn, are one item. This file is
 * long, because it derives every field of an item.
 */
export function toTranscript(
  path: readonly ConversationNode[],
  tree: BranchTree = NO_TREE,
  registry: ToolRegistry = NO_TOOLS,
): TranscriptItem[] {
  const items: TranscriptItem[] = [];
  for (let index = 0; index < path.length;) {
    const node = path[index];
    if (node && node.kind !== 'answer') {
      items.push(node.kind === 'prompt' ? toUserItem(node, tree) : toSummaryItem(node));
      index += 1;
    } else {
      const answer = answerAt(path, index);
      const item = toAnswerItem(answer, tree, registry, continuesAfter(path, index + answer.length));
      if (item) items.push(item);
      index += answer.length;
    }
  }
  return items;
}

/** The item of an adopted speculation (see `AdoptedEnd`), which is not in the conversation yet. */
export function toUnrecordedItem(
  id: string,
  turns: readonly PreparedTurn[],
  modelId: string,
  registry: ToolRegistry,
): AnswerItem {
  const blocks = turns.flatMap((turn) => toBlocks(toNode(turn, modelId), registry));
  const first = blocks.findIndex((block) => block.kind === 'tool' && block.status === 'cancelled');
  const shown = blocks.map((block, index): Block => {
    if (block.kind !== 'tool') return block;
    if (block.status === 'success' && block.files.length > 0) return { ...block, unapplied: true };
    if (block.status !== 'cancelled') return block;
    return { ...block, status: index === first ? 'executing' : 'validating' };
  });
  return { ...emptyAnswer(id, true), models: [modelId], blocks: shown };
}

export function lastAnswer(path: readonly ConversationNode[]): AnswerNode[] {
  return answerAt(path, path.findLastIndex((node) => node.kind !== 'answer') + 1);
}

/**
 * An answer's number among its siblings, and the hidden prompts that follow it or a sibling. Null if there are neither
 * siblings nor hidden prompts.
 */
export function answerBranch(nodes: readonly AnswerNode[], tree: BranchTree): BranchView | null {
  const end = nodes.at(-1);
  if (!end) return null;
  const siblings = answerSiblings(tree, end);
  const later = laterPrompts(tree, siblings, end.id);
  if (!later) return toBranchView(siblings, end.id);
  return { index: siblings.indexOf(end.id) + 1, count: siblings.length, later };
}

export function promptBranch(prompt: PromptNode, tree: BranchTree): BranchView | null {
  return toBranchView(promptSiblings(tree, prompt), prompt.id);
}

export function answerStatus(node: AnswerNode): AnswerStatus {
  const { close, pause } = node;
  if (pause?.kind === 'loop') return pause.stopped ? 'stopped' : 'loop';
  if (pause) return 'turn-limit';
  if (!close) return 'streaming';
  if (close.outcome !== 'stopped') return close.outcome;
  switch (close.stopReason) {
    case 'aborted':
      return 'stopped';
    case 'length':
      return hasWords(close) ? 'cut-off' : 'only-thinking';
    case 'context-full':
      return 'context-full';
    case 'refused':
      return 'refused';
    case 'done':
    case 'tools':
    case 'paused':
    case 'unknown':
      return toolCallsOf(close.message).length > 0 ? unfinishedStatus(node) : 'done';
  }
}

/** False if the output limit was reached before the first word and the first call, because of the model's thinking. */
function hasWords({ message, cutCall }: { readonly message: Message } & StopDetails): boolean {
  return cutCall !== undefined || textOf(message).trim() !== '' || toolCallsOf(message).length > 0;
}

/** The status of an answer that ends in calls: the user stopped the calls, or the window closed. */
function unfinishedStatus(node: AnswerNode): AnswerStatus {
  const { results } = node;
  const isWhole = results.length === toolCallsOf(messageOf(node)).length;
  return isWhole && results.some(({ view }) => view.status === 'cancelled') ? 'stopped' : 'interrupted';
}

type AnswerTotals = Pick<
  AnswerItem,
  | 'models'
  | 'continued'
  | 'usage'
  | 'input'
  | 'countedBefore'
  | 'routed'
  | 'backgroundCost'
  | 'otherCost'
  | 'inputCost'
  | 'summaryCost'
  | 'searchCost'
  | 'agentCost'
  | 'context'
  | 'citations'
  | 'pause'
  | 'stop'
>;

/** Usage that is part of the background cost of the previous answer is left out, so that no cost is shown twice. */
export function answerTotals(nodes: readonly AnswerNode[], tree: BranchTree): AnswerTotals {
  const closes = nodes.flatMap((node) => node.close ?? []);
  const isCounted = (node: AnswerNode): boolean =>
    Boolean(node.close?.usage) && node.close?.cost !== 0 && isCountedAsBackground(tree, node);
  return {
    models: [...new Set(nodes.map((node) => node.modelId))],
    routed: routedOf(nodes, tree),
    continued: toContinuedView(nodes, tree),
    usage: totalUsage(nodes.filter((node) => !isCounted(node)).flatMap((node) => node.close ?? [])),
    ...(nodes.some(isCounted) && { countedBefore: true }),
    ...backgroundAmountsOf(nodes),
    input: toInputView(closes),
    // A request that was cut short has no `context`, so the last known fill of the context window stays.
    context: closes.findLast((close) => close.context)?.context ?? null,
    citations: nodes.flatMap(citationsOf).reduce(addCitation, []),
    pause: nodes.at(-1)?.pause ?? null,
    stop: toStopView(nodes.at(-1)?.close ?? null),
  };
}

/** How the answer continues a message; null if it does not. */
export function toContinuedView(nodes: readonly AnswerNode[], tree: Pick<BranchTree, 'node'>): ContinuedView | null {
  const node = nodes.findLast(({ continues }) => continues !== null);
  if (!node?.continues) return null;
  const { form, prefix, automatic = null } = node.continues;
  return { of: continuedPrompt(node, tree) ? 'prompt' : 'answer', form, prefix, automatic };
}

/** The counted input is null unless the provider has reported the input of every request. */
function toInputView(closes: readonly AnswerClose[]): AnswerItem['input'] {
  const inputs = closes.flatMap(({ input }) => input ?? []);
  if (inputs.length === 0) return null;
  const counted = inputs.flatMap(({ reported }) => reported ?? []);
  return {
    estimated: sum(inputs.map(({ estimated }) => estimated)),
    counted: counted.length === inputs.length ? sum(counted) : null,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function toStopView(close: AnswerClose | null): StopView | null {
  if (close?.outcome !== 'stopped') return null;
  const { stopWord = null, cutCall = null, usage } = close;
  return { word: stopWord, cutCall, tokens: usage && !usage.estimated && usage.output > 0 ? usage.output : null };
}

export function addCitation(known: CitationView[], { url, title }: CitationView): CitationView[] {
  const isNew = /^https?:\/\//i.test(url) && URL.canParse(url) && !known.some((one) => one.url === url);
  return isNew ? [...known, { url, title }] : known;
}

function citationsOf({ close, results }: AnswerNode): CitationView[] {
  const own = close?.message.parts.filter((part) => part.type === 'citation') ?? [];
  return [...own, ...results.flatMap(({ view }) => view.citations ?? [])];
}

/**
 * The cost is null if the cost of one request is unknown. A request that was cut short and has no usage is left out,
 * and the sums then count as an estimate.
 */
function totalUsage(closes: readonly AnswerClose[]): UsageView | null {
  const whole = closes.filter((close) => close.usage || !wasCutShort(close));
  const counted = whole.flatMap(({ usage }) => usage ?? []);
  if (counted.length === 0) return null;
  const costs = whole.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length === whole.length ? costs.reduce((sum, each) => sum + each, 0) : null;
  return { ...counted.reduce(addUsage), cost, ...(whole.length < closes.length && { estimated: true }) };
}

function wasCutShort(close: AnswerClose): boolean {
  return close.outcome !== 'stopped' || close.stopReason === 'aborted';
}

const NO_TOOLS = createToolRegistry([]);

const NO_TREE: BranchTree = {
  leaf: null,
  node: () => undefined,
  childrenOf: () => [],
  latest: () => undefined,
  leafUnder: (id) => id,
  path: () => [],
};

function answerAt(path: readonly ConversationNode[], start: number): AnswerNode[] {
  const answer: AnswerNode[] = [];
  for (let node = path[start]; node?.kind === 'answer'; node = path[start + answer.length]) answer.push(node);
  return answer;
}

export function toUserItem(prompt: PromptNode, tree: BranchTree): UserItem {
  return {
    kind: 'user',
    id: prompt.id,
    text: textOf({ role: 'user', parts: prompt.parts }),
    ...(prompt.folds.length > 0 && { folds: [...prompt.folds] }),
    images: prompt.images.map(({ id, name, thumbnail }) => ({ id, name, thumbnail })),
    branch: promptBranch(prompt, tree),
    ...(prompt.steers && { steers: true }),
  };
}

/** `continuesLater`: true if a steering prompt or a summary follows, and the rest of the answer is another item. */
function toAnswerItem(
  nodes: readonly AnswerNode[],
  tree: BranchTree,
  registry: ToolRegistry,
  continuesLater: boolean,
): AnswerItem | undefined {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return undefined;
  return {
    ...emptyAnswer(first.id, first.speculated),
    blocks: nodes.flatMap((node) => toBlocks(node, registry)),
    status: continuesLater ? 'done' : answerStatus(last),
    error: last.close?.outcome === 'failed' ? toErrorView(last.close.error, last.modelId) : null,
    ...answerTotals(nodes, tree),
    amended: nodes.flatMap((node) => node.amended),
    ...(last.edits !== null && { edited: true }),
    ...(last.chatLeft && { chatLeft: true }),
    branch: answerBranch(nodes, tree),
  };
}

/** Citations occur in the middle of sentences, so the parts around a citation become one block. */
function toBlocks(node: AnswerNode, registry: ToolRegistry): Block[] {
  const blocks: Block[] = [];
  const durations = [...(node.close?.thoughts ?? [])];
  for (const part of messageOf(node).parts) {
    const last = blocks.at(-1);
    if (part.type === 'tool-call') {
      blocks.push(finishedToolBlock(node, part, registry));
    } else if ((part.type === 'text' || part.type === 'thinking') && part.text) {
      if (last?.kind === part.type) blocks[blocks.length - 1] = { ...last, text: last.text + part.text };
      else if (part.type === 'text') blocks.push({ kind: 'text', text: part.text });
      // 0 if the duration was not recorded.
      else blocks.push({ kind: 'thinking', text: part.text, duration: durations.shift() ?? 0 });
    }
  }
  const name = node.close?.outcome === 'stopped' ? node.close.cutCall : undefined;
  if (name === undefined) return blocks;
  // The message does not contain the call that was cut off, but its row was visible while it streamed.
  return [...blocks, { ...toolBlock({ id: `${node.id}-cut`, name }, lookOf(registry, name)), status: 'cancelled' }];
}

function toNode({ message, results }: PreparedTurn, modelId: string): AnswerNode {
  const close = { outcome: 'stopped', stopReason: 'tools', message, usage: null } as const;
  const place = { parent: null, at: 0, promptId: '' };
  const none = {
    amended: [],
    filesNote: null,
    edits: null,
    continues: null,
    text: '',
    thinking: '',
    citations: [],
    background: [],
    filesRestored: [],
  };
  return {
    kind: 'answer',
    id: '',
    ...place,
    ...none,
    modelId,
    speculated: true,
    close,
    results,
    unfinished: [],
    pause: null,
  };
}

function letsCallsRun({ close }: AnswerNode): boolean {
  if (close?.outcome !== 'stopped') return false;
  return !['aborted', 'length', 'context-full', 'refused'].includes(close.stopReason);
}

function finishedToolBlock(node: AnswerNode, call: ToolCallPart, registry: ToolRegistry): ToolBlock {
  const recorded = node.results.find((entry) => entry.result.callId === call.id);
  // A streaming call has no detail before its validation, so a call that was never validated gets none here either.
  const mayHaveRun = letsCallsRun(node);
  const detail = mayHaveRun ? describeCall(registry, call) : '';
  const row = toolBlock(call, lookOf(registry, call.name));
  if (!recorded) {
    const unfinished = node.unfinished.find(({ callId }) => callId === call.id);
    const known = unfinished?.hasBegun ? 'interrupted' : 'not-run';
    const unrecorded = unfinished ? known : 'unknown';
    const isAgent = row.rendering === 'agent' && mayHaveRun && unrecorded !== 'not-run';
    const work = isAgent && { agent: toInterruptedWorkView(unfinished?.agent, call.id, registry) };
    return { ...row, detail, status: 'cancelled', ...(mayHaveRun && { unrecorded }), ...work };
  }
  const { view, result } = recorded;
  const plan = row.rendering === 'plan' ? presentedPlan(call, view) : {};
  return {
    ...row,
    ...plan,
    ...toToolPatch(view),
    ...agentOf(view, call.id, registry),
    output: toolOutput(result, withNotRun(view), registry.find(call.name)),
  };
}

export function agentOf({ agent }: ToolResultView, callId: string, registry: ToolRegistry): Pick<ToolBlock, 'agent'> {
  return agent ? { agent: toAgentWorkView(agent, callId, registry) } : {};
}

export function toToolPatch(
  view: ToolResultView,
): Omit<ToolBlock, 'kind' | 'callId' | 'name' | 'rendering' | 'words' | 'output' | 'agent'> {
  const {
    todos,
    painted: _painted,
    userText: _userText,
    citations: _citations,
    agent: _agent,
    ...rest
  } = withNotRun(view);
  const none = { approval: null, question: null, startedAt: null, unrecorded: null };
  return { ...rest, files: [...view.files], ...none, ...(todos && { todos: [...todos] }) };
}

/** The plan of a call, if it was shown to the user. `view.plan` has the plan that the user edited and accepted. */
function presentedPlan({ input }: ToolCallPart, view: ToolResultView): Pick<ToolBlock, 'plan'> {
  const { notRun } = withNotRun(view);
  const { plan } = input;
  // Earlier versions recorded a refusal only in the summary.
  const wasShown = notRun !== 'refused' && !/^plan mode is off$/.test(view.summary);
  return wasShown && typeof plan === 'string' ? { plan } : {};
}

/** Earlier versions recorded a denial only in the summary. */
function withNotRun(view: ToolResultView): ToolResultView {
  const isDenied = view.status === 'cancelled' && /^denied(?::|$)/.test(view.summary);
  return isDenied && view.notRun === undefined ? { ...view, notRun: 'denied' } : view;
}
