import type { ChatState } from '../../../shared/chatState.ts';
import type { Amount, AnswerItem } from '../../../shared/transcriptItem.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { BackgroundCostView, Suggesting } from '../../../shared/suggesting.ts';
import { formatCost, formatShare } from '../../strings/quantities.ts';
import { strings } from '../../strings/strings.ts';

const words = strings.answer;

export interface UsagePart {
  readonly text: string;
  /** The tooltip. */
  readonly detail: string;
}

type AnswerUsage = Pick<AnswerItem, 'usage' | 'context'> &
  Partial<Pick<AnswerItem, 'agentCost' | 'searchCost' | 'backgroundCost' | 'otherCost' | 'summaryCost' | 'inputCost'>>;

/** The usage of an answer in brief; empty if there are no figures. */
export function toUsageParts({
  usage,
  agentCost = null,
  searchCost = null,
  backgroundCost = null,
  otherCost = null,
  summaryCost = null,
  inputCost = null,
  context,
}: AnswerUsage): UsagePart[] {
  const parts: UsagePart[] = [];
  const total = usage ? usage.input + usage.output + usage.cacheRead + usage.cacheWrite : 0;
  if (usage && total > 0) {
    const { input, output, cacheRead, cacheWrite, cost, estimated } = usage;
    const detail = words.tokensDetail(input, output, cacheRead, cacheWrite);
    parts.push({
      text: asEstimate(words.tokens(total), estimated),
      detail: estimated ? `${detail}. ${words.estimated}` : detail,
    });
    if (cost === null) parts.push({ text: words.unknownPrice, detail: words.unknownPriceDetail });
    else if (cost > 0) parts.push({ text: asEstimate(formatCost(cost), estimated), detail: words.costDetail });
  }
  const costs = usage?.cost ? parts.splice(-1) : [];
  if (agentCost) costs.push(toCostPart(agentCost, words.agents, words.agentsDetail));
  if (searchCost) costs.push(toCostPart(searchCost, words.searches, words.searchesDetail));
  if (backgroundCost) costs.push(toCostPart(backgroundCost, words.ahead, words.aheadDetail));
  if (otherCost) costs.push(toCostPart(otherCost, words.background, words.backgroundDetail));
  if (summaryCost) costs.push(toCostPart(summaryCost, words.compression, words.compressionDetail));
  if (inputCost) costs.push(toCostPart(inputCost, words.inputHelp, words.inputHelpDetail));
  parts.push(...joined(costs));
  if (context?.window && context.used > 0) {
    const { used, window } = context;
    parts.push({ text: words.context(formatShare(used, window)), detail: words.contextDetail(used, window) });
  }
  return parts;
}

function toAmountText(amount: Amount): string {
  return asEstimate(formatAmount(amount), amount.estimated);
}

function toCostPart(amount: Amount, toText: (amount: string) => string, detail: string): UsagePart {
  const text = toText(toAmountText(amount));
  return { text, detail: amount.estimated ? `${detail}. ${words.aheadEstimated}` : detail };
}

/** The costs as one part, for example "$0.006 + $0.017 ahead". */
function joined(costs: readonly UsagePart[]): UsagePart[] {
  if (costs.length === 0) return [];
  return [{ text: costs.map(({ text }) => text).join(' + '), detail: costs.map(({ detail }) => detail).join('; ') }];
}

/** "$0.02", or "1.2k tokens" if the price is unknown, or both; empty if both are zero. */
export function formatAmount({ dollars, tokens }: Amount): string {
  const parts = [dollars > 0 ? formatCost(dollars) : '', tokens > 0 ? words.tokens(tokens) : ''];
  return parts.filter((part) => part !== '').join(' + ');
}

/** The total costs of this chat and of today; a total of zero has no row. */
export function toTotalRows({ chat, today }: ChatState['spending']): UsageRow[] {
  return [
    { name: words.detail.chatTotal, value: formatAmount(chat) },
    { name: words.detail.dayTotal, value: formatAmount(today) },
  ].filter(({ value }) => value !== '');
}

export interface UsageRow {
  readonly name: string;
  readonly value: string;
}

/** The usage in full, one row per figure. A cost of zero is not shown. */
export function toUsageRows({
  models,
  usage,
  agentCost,
  searchCost,
  input,
  context,
  stop,
  continued,
}: Pick<
  AnswerItem,
  'models' | 'usage' | 'agentCost' | 'searchCost' | 'input' | 'context' | 'stop' | 'continued'
>): UsageRow[] {
  const rows: UsageRow[] = [];
  const { detail } = words;
  if (models.length > 0) rows.push({ name: detail.model, value: models.map(toDisplayText).join(', ') });
  if (usage) {
    rows.push({ name: detail.input, value: detail.tokens(usage.input) });
    rows.push({ name: detail.output, value: asEstimate(detail.tokens(usage.output), usage.estimated) });
    if (usage.cacheRead > 0) rows.push({ name: detail.cacheRead, value: detail.tokens(usage.cacheRead) });
    if (usage.cacheWrite > 0) rows.push({ name: detail.cacheWrite, value: detail.tokens(usage.cacheWrite) });
    if (usage.cost === null) rows.push({ name: detail.cost, value: words.unknownPriceDetail });
    else if (usage.cost > 0) {
      rows.push({ name: detail.cost, value: asEstimate(formatCost(usage.cost), usage.estimated) });
    }
  }
  if (agentCost) rows.push({ name: detail.agents, value: toAmountText(agentCost) });
  if (searchCost) rows.push({ name: detail.searches, value: toAmountText(searchCost) });
  if (input) rows.push({ name: detail.estimate, value: detail.estimated(input.estimated, input.counted) });
  if (context) {
    const value = detail.contextUsed(context.used, context.window);
    rows.push({ name: detail.context, value: context.window === null ? `${value}. ${detail.contextUnknown}` : value });
  }
  if (stop?.word) rows.push({ name: detail.stopWord, value: toDisplayText(stop.word) });
  if (continued) {
    const { of, form, prefix } = continued;
    const value = of === 'prompt' ? detail.continuesMessage(prefix) : detail.continuedFrom(form, prefix);
    rows.push({ name: detail.continued, value });
  }
  return rows;
}

/** "≈$0.02" for an estimate; otherwise `text` as it is. "<$0.001" needs no mark. */
export function asEstimate(text: string, estimated = false): string {
  return estimated && text !== '' && !/^<\S+$/.test(text) ? `≈${text}` : text;
}

/** Background requests in this chat, which `toUsageRows` does not include. */
export function toBackgroundRows({
  suggestionCost,
  speculationCost,
  completionCost,
  translationCost,
}: Suggesting): UsageRow[] {
  const rows: UsageRow[] = [];
  const { cost: suggestions, speculationCost: speculations, completionCost: completions } = strings.suggesting;
  const { translationCost: translations } = strings.suggesting;
  if (suggestionCost) rows.push({ name: suggestions, value: describeCost(suggestionCost) });
  if (speculationCost) rows.push({ name: speculations, value: describeCost(speculationCost) });
  if (completionCost) rows.push({ name: completions, value: describeCost(completionCost) });
  if (translationCost) rows.push({ name: translations, value: describeCost(translationCost) });
  return rows;
}

function describeCost({ requests, input, output, cacheRead, cacheWrite, cost }: BackgroundCostView): string {
  const { suggesting } = strings;
  const tokens = input + output + cacheRead + cacheWrite;
  const parts = [
    suggesting.requests(requests),
    tokens > 0 ? words.tokens(tokens) : '',
    cacheRead > 0 ? suggesting.cached(cacheRead) : '',
    cost === null ? words.unknownPrice : cost > 0 ? formatCost(cost) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
