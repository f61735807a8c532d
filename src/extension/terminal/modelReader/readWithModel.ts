import type { Timers } from '../../base/timers.ts';
import { parseExtraction, parseState, parseUnified, type ModelQuestion, type ModelReading } from './modelReading.ts';
import { fillPrompt, type PromptPair, type ScreenPrompts } from '../prompts/screenPrompts.ts';
import { maskSecrets } from '../secretMask.ts';

/**
 * The number of lines that a model reads in each step. The next step follows only if the question is incomplete (seed
 * 003).
 */
export const LINE_STEPS = [80, 150, 300, 500, 800] as const;
/** Milliseconds for one screen, including the choice of the model and the check of its limit. */
export const READING_TIMEOUT = 10_000;

/** `message` says what happened and what to do. `next`: set if the daily limit is the reason. */
export interface ReadingFailure {
  readonly kind: 'failed';
  readonly message: string;
  readonly next?: 'open-limit';
}

export type PromptOutcome =
  { readonly kind: 'answer'; readonly text: string } | ReadingFailure | { readonly kind: 'aborted' };

export type AskPrompt = (prompt: PromptPair, signal: AbortSignal) => Promise<PromptOutcome>;

/** `decision`: the user is notified of the question. `waiting`: any other question. */
export type Urgency = 'decision' | 'waiting';

export interface ScreenToRead {
  /** The last lines of the screen, oldest first, without what the user is typing. */
  readonly readLines: (count: number) => readonly string[];
  readonly prompts: ScreenPrompts;
  /** `premove.terminalWatch.prompts`. */
  readonly mode: 'unified' | 'split';
  readonly ask: AskPrompt;
}

export type ScreenReading =
  | { readonly kind: 'processing' | 'idle' }
  | { readonly kind: 'question'; readonly urgency: Urgency; readonly question: ModelQuestion }
  /** After two malformed answers, or after `READING_TIMEOUT`. */
  | { readonly kind: 'unreadable'; readonly why: 'malformed' | 'timeout' }
  | ReadingFailure
  | { readonly kind: 'aborted' };

/**
 * Calls `read` with a signal that aborts when `signal` aborts, or after `READING_TIMEOUT`. Returns `aborted` if
 * `signal` has aborted, and `unreadable` after the timeout.
 */
export async function readInTime(
  timers: Timers,
  read: (signal: AbortSignal) => Promise<ScreenReading>,
  signal: AbortSignal,
): Promise<ScreenReading> {
  const timeout = new AbortController();
  const timer = timers.setTimeout(() => timeout.abort(), READING_TIMEOUT);
  try {
    const reading = await read(AbortSignal.any([signal, timeout.signal]));
    if (signal.aborted) return { kind: 'aborted' };
    return reading.kind === 'aborted' ? { kind: 'unreadable', why: 'timeout' } : reading;
  } finally {
    timer.dispose();
  }
}

/** The model sees more lines only if its answer says that the question is incomplete, and never after a failure. */
export async function readWithModel(screen: ScreenToRead, signal: AbortSignal): Promise<ScreenReading> {
  let lines: readonly string[] = [];
  let reading: Extract<ScreenReading, { kind: 'question' }> | undefined;
  for (const count of LINE_STEPS) {
    const more = screen.readLines(count);
    // The terminal has no more lines.
    if (reading && more.length <= lines.length) break;
    lines = more;
    const text = maskSecrets(lines.join('\n'));
    const next = await readOnce(screen, text, reading?.urgency, signal);
    if (next.kind !== 'question') return next;
    reading = next;
    if (next.question.isComplete) break;
  }
  return reading ?? { kind: 'idle' };
}

/** `known`: the urgency, if an earlier step has shown that the agent waits. */
async function readOnce(
  { ask, mode, prompts }: ScreenToRead,
  text: string,
  known: Urgency | undefined,
  signal: AbortSignal,
): Promise<ScreenReading> {
  if (mode === 'unified') return toScreenReading(await askTwice(ask, prompts.unified, text, parseUnified, signal));
  const unneeded = new AbortController();
  const stop = AbortSignal.any([signal, unneeded.signal]);
  const extraction = askTwice(ask, prompts.extraction, text, parseExtraction, stop);
  if (known) return toScreenReading(await extraction, known);
  const state = await askTwice(ask, prompts.state, text, parseState, signal);
  if (state.kind === 'value' && state.value !== 'processing') return toScreenReading(await extraction, state.value);
  unneeded.abort();
  // The cost of the aborted extraction must be counted before the next request starts.
  await extraction;
  return state.kind === 'value' ? { kind: 'processing' } : state;
}

type Parsed<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | Extract<ScreenReading, { kind: 'unreadable' | 'failed' | 'aborted' }>;

/** Sends the prompt once more if the answer is malformed. */
async function askTwice<Value>(
  ask: AskPrompt,
  pair: PromptPair,
  text: string,
  parse: (answer: string) => Value | undefined,
  signal: AbortSignal,
): Promise<Parsed<Value>> {
  const prompt = { system: pair.system, user: fillPrompt(pair, text) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const outcome = await ask(prompt, signal);
    if (outcome.kind !== 'answer') return outcome;
    const value = parse(outcome.text);
    if (value !== undefined) return { kind: 'value', value };
  }
  return { kind: 'unreadable', why: 'malformed' };
}

function toScreenReading(parsed: Parsed<ModelReading>, urgency: Urgency = 'decision'): ScreenReading {
  if (parsed.kind !== 'value') return parsed;
  return parsed.value.kind === 'question' ? { ...parsed.value, urgency } : parsed.value;
}
