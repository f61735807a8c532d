import { askOnce } from '../../background/askOnce.ts';
import type { BackgroundRequest } from '../../background/spending.ts';
import { terminalTexts } from '../../base/texts/terminalTexts.ts';
import type { Timers } from '../../base/timers.ts';
import { orAborted } from '../../base/unlessAborted.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import { userMessage } from '../../model/message.ts';
import type { ReadWithModel } from '../agentWatch.ts';
import { CHINESE_PROMPTS } from '../prompts/chinese.ts';
import { ENGLISH_PROMPTS } from '../prompts/english.ts';
import type { PromptPair, ScreenPrompts } from '../prompts/screenPrompts.ts';
import { readInTime, readWithModel, type PromptOutcome, type ScreenReading } from './readWithModel.ts';

/** `role`: the user's fast model or the chat's model. */
export type ScreenReader =
  | { readonly kind: 'model'; readonly model: SelectedModel; readonly role: 'fast' | 'chat' }
  | { readonly kind: 'none'; readonly message: string };

export interface ScreenModelOptions {
  /** The fast model or, if there is none, the chat's model. `message` says why there is no model, and what to do. */
  readonly choose: () => Promise<ScreenReader>;
  /** Whether the daily limit allows one more request. `unknown-price`: this cannot be checked. */
  readonly allowance: (model: SelectedModel) => Promise<'within' | 'spent' | 'unknown-price'>;
  /** Called once per request. */
  readonly count: (request: BackgroundRequest) => void;
  readonly promptMode: () => 'unified' | 'split';
  /** VS Code's display language. */
  readonly language: string;
  readonly timers: Timers;
}

/** Tokens. Enough for a question of 500 characters with its options, and for models that cannot turn thinking off. */
const MAX_OUTPUT = 2_000;

export function createScreenModel(options: ScreenModelOptions): ReadWithModel {
  const { choose, allowance, promptMode, language, timers } = options;
  const read = (
    { model, role }: Extract<ScreenReader, { kind: 'model' }>,
    readLines: (count: number) => readonly string[],
    signal: AbortSignal,
  ): Promise<ScreenReading> => {
    const ask = async (prompt: PromptPair, stop: AbortSignal): Promise<PromptOutcome> => {
      const allowed = await orAborted(allowance(model), stop);
      if (allowed === 'aborted') return { kind: 'aborted' };
      if (allowed === 'spent') return { kind: 'failed', message: terminalTexts.spent(), next: 'open-limit' };
      if (allowed === 'unknown-price')
        return { kind: 'failed', message: terminalTexts.unknownPrice(role, model.label), next: 'open-limit' };
      return askModel(options, model, prompt, stop);
    };
    return readWithModel({ readLines, prompts: promptsFor(language), mode: promptMode(), ask }, signal);
  };
  return async (readLines, signal) => {
    let wording = '';
    const inTime = async (stop: AbortSignal): Promise<ScreenReading> => {
      const chosen = await orAborted(choose(), stop);
      if (chosen === 'aborted') return { kind: 'aborted' };
      if (chosen.kind === 'none') return { kind: 'failed', message: terminalTexts.noModel(chosen.message) };
      wording = terminalTexts.wordedBy(chosen.role, chosen.model.label);
      return read(chosen, readLines, stop);
    };
    const reading = await readInTime(timers, inTime, signal);
    switch (reading.kind) {
      case 'unreadable':
        return { kind: 'failed', message: terminalTexts.unreadable(reading.why) };
      case 'question':
        return { ...reading, wording };
      default:
        return reading;
    }
  };
}

async function askModel(
  { count }: ScreenModelOptions,
  model: SelectedModel,
  { system, user }: PromptPair,
  signal: AbortSignal,
): Promise<PromptOutcome> {
  // An unsent request is not counted.
  if (signal.aborted) return { kind: 'aborted' };
  const request: ModelRequest = {
    model: model.name,
    system,
    tools: [],
    messages: [userMessage(user)],
    cacheAnchors: [],
    cacheKey: 'terminal_watch',
    thinking: 'off',
    maxOutputTokens: MAX_OUTPUT,
    promptId: 'terminal_watch',
  };
  const outcome = await askOnce(model.chatModel, request, signal);
  count({ promptId: 'terminal_watch', model, usage: outcome.usage, request, leaf: '' });
  switch (outcome.kind) {
    case 'answer':
      return { kind: 'answer', text: outcome.text };
    case 'failed':
      return { kind: 'failed', message: terminalTexts.modelFailed(model.label, outcome.error.message) };
    case 'aborted':
      return { kind: 'aborted' };
  }
}

/** `language`: such as `zh-cn`. */
export function promptsFor(language: string): ScreenPrompts {
  return /^zh\b/i.test(language) ? CHINESE_PROMPTS : ENGLISH_PROMPTS;
}
