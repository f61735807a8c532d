import type { TextPart } from '../model/message.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { charactersWithin, estimateTokens } from '../model/tokens.ts';
import type { KeptOutput, KeptText } from '../ports/keptOutput.ts';
import { cutMiddle } from '../text/middleCut.ts';
import type { ToolOutcome } from './tool.ts';

/**
 * Limits the results of one turn's calls to a tenth of the context window, because parallel calls could fill it. Called
 * once per turn, with the number of calls. The full text of a cut result goes to `keep`, by default that of
 * `ResultLimitOptions`. If a tool shortens its result itself, the full text is not stored.
 */
export type LimitResults = (calls: number, model: SelectedModel, keep?: KeptOutput) => CutResult;

/** Called once for each call, with its result. Cuts the result to the budget that earlier results have left. */
export type CutResult = (outcome: ToolOutcome) => Promise<ToolOutcome>;

export interface ResultLimitOptions {
  readonly keep: KeptOutput;
  /** Tokens; undefined if unknown. */
  readonly contextWindowOf: (model: SelectedModel) => Promise<number | undefined>;
}

/** Tokens: the window of most models since 2024. */
const ASSUMED_WINDOW = 128_000;
/** Share of the context window. */
const SHARE = 0.1;
/** Tokens reserved for each call: enough for an error, or for a note about a cut. */
const MIN_TOKENS = 250;

export function createResultLimits({ keep: ownKeep, contextWindowOf }: ResultLimitOptions): LimitResults {
  return (calls, model, keep = ownKeep) => {
    const budget = contextWindowOf(model)
      // The price table contains the context windows. If it cannot be loaded, the assumed window applies.
      .catch(() => undefined)
      .then((window) => new ResultBudget((window ?? ASSUMED_WINDOW) * SHARE, calls));
    return async (outcome) => {
      const tokens = (await budget).take(tokensOf(outcome));
      return tokens === 'all' ? outcome : shorten(outcome, tokens, keep);
    };
  };
}

/** Distributes the budget of one turn over the results, in the order in which they arrive. */
export class ResultBudget {
  private readonly reserve: number;
  private left: number;
  private open: number;

  /** `tokens`: for all results of `calls` calls. */
  constructor(tokens: number, calls: number) {
    this.left = tokens;
    this.open = calls;
    this.reserve = Math.min(MIN_TOKENS, tokens / Math.max(1, calls));
  }

  /**
   * Returns the tokens that the next result, of size `wanted`, may have; `all` if the result fits. Keeps a reserve for
   * each call without a result.
   */
  take(wanted: number): number | 'all' {
    this.open = Math.max(0, this.open - 1);
    const room = Math.max(this.reserve, this.left - this.reserve * this.open);
    this.left -= Math.min(wanted, room);
    return wanted <= room ? 'all' : Math.floor(room);
  }
}

/**
 * Estimates the tokens of the texts. Images and documents do not count, because they cannot be cut, and have their own
 * limits.
 */
function tokensOf({ content }: ToolOutcome): number {
  return estimateTokens(contentTexts(content).join(''));
}

async function shorten(outcome: ToolOutcome, tokens: number, keep: KeptOutput): Promise<ToolOutcome> {
  const texts = contentTexts(outcome.content);
  const shorter = outcome.shorten?.(charactersWithin(texts.join(''), tokens));
  if (shorter && tokensOf(shorter) <= tokens) return shorter;
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const note = keptNote(total, await keepTexts(texts, keep));
  // Characters, converted from tokens by the ratio in this text.
  const cap = Math.max(0, Math.floor((tokens - estimateTokens(note)) * (total / tokensOf(outcome))));
  const cut = (part: TextPart): TextPart => ({ ...part, text: cutMiddle(part.text, (cap * part.text.length) / total) });
  const content = outcome.content.map((part) => (part.type === 'text' ? cut(part) : part));
  return { ...outcome, content: [...content, { type: 'text', text: note }] };
}

async function keepTexts(texts: readonly string[], keep: KeptOutput): Promise<KeptText | undefined> {
  const kept = await keep.create();
  if (!kept) return undefined;
  for (const text of texts) await kept.write(text);
  await kept.close();
  return kept;
}

function keptNote(total: number, kept: KeptText | undefined): string {
  const why = 'The results of the calls in one message share a limit, so this result was cut.';
  if (!kept?.isWhole)
    return `\n[${why} It had ${total} characters, which could not all be saved. Request less at a time.]`;
  return `\n[${why} All ${total} characters are in ${kept.path}. Use grep or read_file on that file.]`;
}

function contentTexts(content: ToolOutcome['content']): string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
