import type { TextPart } from '../model/message.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { KeptText } from '../ports/keptOutput.ts';
import { cutMiddle } from '../text/middleCut.ts';
import type { ToolOutcome } from './tool.ts';

/**
 * Limits what the results of one round take together: a tenth of the model's context window. A model may call ten tools
 * at once, each within its own limit, and then has no room left to work in.
 */
export type LimitRound = (calls: number, model: SelectedModel) => LimitResult;

/** Called once per call, when its result is there. Cuts the result to what the results before it have left over. */
export type LimitResult = (outcome: ToolOutcome) => Promise<ToolOutcome>;

export interface RoundLimitOptions {
  /** Where a result goes that is cut. */
  readonly keep: { create(): Promise<KeptText | undefined> };
  /** Tokens; undefined if it is not known. */
  readonly contextWindowOf: (model: SelectedModel) => Promise<number | undefined>;
}

/** Tokens: what most models of 2024 and later have. */
const ASSUMED_WINDOW = 128_000;
/** Part of the context window that the results of one round may take. */
const SHARE = 0.1;
/** Tokens that each call may take at least, whatever the others took: enough for an error, or for what was cut. */
const MIN_TOKENS = 250;

export function createRoundLimits({ keep, contextWindowOf }: RoundLimitOptions): LimitRound {
  return (calls, model) => {
    const budget = contextWindowOf(model)
      // If the table cannot be loaded, the assumed window applies.
      .catch(() => undefined)
      .then((window) => new RoundBudget((window ?? ASSUMED_WINDOW) * SHARE, calls));
    return async (outcome) => {
      const tokens = (await budget).take(tokensOf(outcome));
      return tokens === 'all' ? outcome : shorten(outcome, tokens, keep);
    };
  };
}

/** Shares out what the results of one round may take together, in the order in which they come. */
export class RoundBudget {
  private readonly reserve: number;
  private left: number;
  private open: number;

  /** `tokens` for all results of `calls` calls. */
  constructor(tokens: number, calls: number) {
    this.left = tokens;
    this.open = calls;
    this.reserve = Math.min(MIN_TOKENS, tokens / Math.max(1, calls));
  }

  /** How many tokens the next result may take that would take `wanted`. A reserve is kept for each call still open. */
  take(wanted: number): number | 'all' {
    this.open = Math.max(0, this.open - 1);
    const room = Math.max(this.reserve, this.left - this.reserve * this.open);
    this.left -= Math.min(wanted, room);
    return wanted <= room ? 'all' : Math.floor(room);
  }
}

/**
 * An estimate: a quarter of the bytes in UTF-8, which comes near for code and English, and for scripts in which a
 * character of three bytes is most of a token.
 */
export function estimateTokens(text: string): number {
  return Buffer.byteLength(text) / BYTES_PER_TOKEN;
}

const BYTES_PER_TOKEN = 4;

/** Pictures and documents are left out: they cannot be cut, and have limits of their own. */
function tokensOf({ content }: ToolOutcome): number {
  return estimateTokens(textsOf(content).join(''));
}

async function shorten(outcome: ToolOutcome, tokens: number, keep: RoundLimitOptions['keep']): Promise<ToolOutcome> {
  const texts = textsOf(outcome.content);
  const shorter = outcome.shorten?.(charactersWithin(texts.join(''), tokens * BYTES_PER_TOKEN));
  if (shorter && tokensOf(shorter) <= tokens) return shorter;
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const note = keptNote(total, await keepTexts(texts, keep));
  // In characters, of which this text has so many for each token.
  const cap = Math.max(0, Math.floor((tokens - estimateTokens(note)) * (total / tokensOf(outcome))));
  const cut = (part: TextPart): TextPart => ({ ...part, text: cutMiddle(part.text, (cap * part.text.length) / total) });
  const content = outcome.content.map((part) => (part.type === 'text' ? cut(part) : part));
  return { ...outcome, content: [...content, { type: 'text', text: note }] };
}

/** How many characters from the beginning of the text take so many bytes in UTF-8. */
function charactersWithin(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}

async function keepTexts(texts: readonly string[], keep: RoundLimitOptions['keep']): Promise<KeptText | undefined> {
  const kept = await keep.create();
  if (!kept) return undefined;
  for (const text of texts) await kept.write(text);
  await kept.close();
  return kept;
}

function keptNote(total: number, kept: KeptText | undefined): string {
  const why = 'The results of one round share a limit, so this one was cut.';
  if (!kept?.isWhole) return `\n[${why} It had ${total} characters, which could not be kept. Ask for less at once.]`;
  return `\n[${why} All ${total} characters of it are in ${kept.path}: grep and read_file can look into it.]`;
}

function textsOf(content: ToolOutcome['content']): string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
