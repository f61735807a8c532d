import type { Amount } from '../../../shared/transcriptItem.ts';
import { addRequest, countRequest, NO_BACKGROUND_COST, NO_BACKGROUND_USAGE, tokensOf } from '../../background/usage.ts';
import type { BackgroundUsage, BackgroundUse } from '../../background/usage.ts';
import type { InternalPromptId } from '../../model/chatModel.ts';
import type { BranchTree } from './branches.ts';
import type { Conversation } from './conversation.ts';
import type { AnswerNode } from './conversationNode.ts';

/** The cost of a chat, over all branches. */
export interface ChatSpending {
  /** Answers and background work. */
  readonly total: Amount;
  readonly background: BackgroundUsage;
}

export function chatSpending(conversation: Conversation): ChatSpending {
  let background = NO_BACKGROUND_USAGE;
  let total = NOTHING;
  for (const node of conversation.all()) {
    if (node.kind !== 'answer') continue;
    background = node.background.reduce(countRequest, background);
    total = add(total, toAmount(node.background) ?? NOTHING);
    if (node.close && !isCountedAsBackground(conversation, node)) total = add(total, amountOf(node.close));
  }
  return { total, background };
}

/** The costs of background work for an answer's messages. A cost is null without such work, or if it was free. */
export interface BackgroundAmounts {
  /** Completions and translations of the input. */
  readonly inputCost: Amount | null;
  readonly summaryCost: Amount | null;
  readonly searchCost: Amount | null;
  readonly agentCost: Amount | null;
  /** Suggestions and prepared edits. */
  readonly backgroundCost: Amount | null;
  /** Everything else, such as the title of the chat. */
  readonly otherCost: Amount | null;
}

export function backgroundAmountsOf(nodes: readonly AnswerNode[]): BackgroundAmounts {
  const uses = nodes.flatMap((node) => node.background);
  const costOf = (kind: keyof BackgroundAmounts): Amount | null =>
    toAmount(uses.filter(({ promptId }) => (KINDS[promptId] ?? 'otherCost') === kind));
  return {
    inputCost: costOf('inputCost'),
    summaryCost: costOf('summaryCost'),
    searchCost: costOf('searchCost'),
    agentCost: costOf('agentCost'),
    backgroundCost: costOf('backgroundCost'),
    otherCost: costOf('otherCost'),
  };
}

/** The cost of kinds that are not listed is added to `otherCost`. */
const KINDS: Readonly<Partial<Record<InternalPromptId, keyof BackgroundAmounts>>> = {
  prompt_suggestion: 'backgroundCost',
  speculation: 'backgroundCost',
  input_completion: 'inputCost',
  translate: 'inputCost',
  compression: 'summaryCost',
  web_search: 'searchCost',
  agent: 'agentCost',
};

function toAmount(uses: readonly BackgroundUse[]): Amount | null {
  const { dollars, unpricedTokens } = uses.reduce(addRequest, NO_BACKGROUND_COST);
  if (dollars === 0 && unpricedTokens === 0) return null;
  const isGuess = uses.some(({ usage, cost }) => !usage && (cost ?? 0) > 0);
  return { dollars, tokens: unpricedTokens, ...(isGuess && { estimated: true }) };
}

const NOTHING: Amount = { dollars: 0, tokens: 0 };

function amountOf({ cost = null, usage }: NonNullable<AnswerNode['close']>): Amount {
  return cost === null ? { dollars: 0, tokens: tokensOf(usage) } : { dollars: cost, tokens: 0 };
}

function add(left: Amount, right: Amount): Amount {
  return { dollars: left.dollars + right.dollars, tokens: left.tokens + right.tokens };
}

/** True if the cost of a prepared answer is already recorded as background work of the answer before it. */
export function isCountedAsBackground(tree: Pick<BranchTree, 'node'>, answer: AnswerNode): boolean {
  if (!answer.speculated) return false;
  let node = tree.node(answer.parent ?? '');
  while (node?.kind === 'answer') node = tree.node(node.parent ?? '');
  let before = tree.node(node?.parent ?? '');
  while (before?.kind === 'summary') before = tree.node(before.parent ?? '');
  return before?.kind === 'answer' && before.background.some(({ promptId }) => promptId === 'speculation');
}
