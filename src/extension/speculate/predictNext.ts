import type { BackgroundRequest } from '../background/spending.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import type { Allowance } from '../suggest/allowance.ts';
import { suggestNextPrompt, toSuggestionRequest } from '../suggest/suggester.ts';
import type { CompletedSpeculation, Speculation } from './speculation.ts';

export interface PredictNextOptions {
  readonly enableCacheSharing: () => boolean;
  readonly allowance: (model: SelectedModel) => Promise<Allowance>;
  readonly commandNames: () => readonly string[];
  readonly onRequest: (request: BackgroundRequest) => void;
  readonly log: Log;
}

/** Requests the suggestion after a completed speculation's answer; null if there is none. */
export async function predictNext(
  speculation: Speculation,
  { finalRequest, answer }: CompletedSpeculation,
  { enableCacheSharing, allowance, commandNames, onRequest, log }: PredictNextOptions,
): Promise<string | null> {
  const { origin, pause, signal } = speculation;
  const { model } = origin;
  if (!(await pause.pass(signal))) return null;
  const allowed = await allowance(model);
  if (allowed !== 'within') {
    log.info(`No next suggestion: ${NOT_ALLOWED[allowed]}`);
    return null;
  }
  if (signal.aborted) return null;
  // `finalRequest` already contains the note of `origin.params`.
  const params = { ...origin.params, modelId: model.id, request: finalRequest, answer, note: undefined };
  const curatedHistory = [...finalRequest.messages, answer];
  const input = {
    params,
    enableCacheSharing: enableCacheSharing(),
    model,
    curatedHistory,
    commandNames: commandNames(),
  };
  const request = toSuggestionRequest(input);
  const result = await suggestNextPrompt(input, signal);
  const { usage } = result;
  onRequest({ promptId: 'prompt_suggestion', model, usage, request, leaf: params.leaf });
  if (result.kind === 'suggestion') return result.text;
  log.info(`No next suggestion: ${result.kind === 'suppressed' ? result.reason : result.kind}`);
  return null;
}

const NOT_ALLOWED: Readonly<Record<Exclude<Allowance, 'within'>, string>> = {
  spent: 'the daily limit is reached',
  'unknown-price': 'there is a daily limit, and the price of the model is unknown',
};
