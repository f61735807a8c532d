import * as z from 'zod';
import { commandNameOf } from '../../shared/slashCommand.ts';
import { runForkedQuery, toForkedRequest, type ForkedQuery } from '../background/forkedQuery.ts';
import { chooseQueryPath, type QueryPath, type QuerySituation } from '../background/queryPath.ts';
import { runStandaloneQuery, toStandaloneRequest, type StandaloneQuery } from '../background/standaloneQuery.ts';
import type { ModelError, ModelRequest, SelectedModel, StopReason, Usage } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import { type FilterReason, getFilterReason } from './filter.ts';
import { SUGGESTION_PROMPT } from './prompt.ts';
import { wireTexts } from '../base/texts/errorTexts.ts';

export interface SuggestionInput extends QuerySituation {
  /** The conversation with the last answer, for a request that cannot share the chat's cache prefix. */
  readonly curatedHistory: readonly Message[];
  /** Without the slash. */
  readonly commandNames: readonly string[];
}

/** `incomplete`: the answer was cut off, or the model refused to answer. */
export type SuggestionResult =
  | { readonly kind: 'suggestion'; readonly text: string; readonly usage: Usage | null }
  | {
      readonly kind: 'suppressed';
      readonly reason: FilterReason | 'incomplete' | 'unknown_command';
      /** UTF-16 units of the model's trimmed text. */
      readonly length: number;
      readonly usage: Usage | null;
    }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly usage: Usage | null }
  | { readonly kind: 'aborted'; readonly usage: Usage | null };

const answerSchema = z.object({
  suggestion: z.string().describe('What the user would type next. Empty if nothing is likely.'),
});

/** Asks the model once. The caller must always count `usage`, must log a failure, and must not show it in the chat. */
export async function suggestNextPrompt(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionResult> {
  const answer = await ask(chooseQueryPath(input), input.curatedHistory, signal);
  return answer.kind === 'answer' ? toResult(answer, input.commandNames) : answer;
}

/** The query for a suggestion if the request cannot share the chat's cache prefix. */
export function suggestionQuestion(
  model: SelectedModel,
  history: readonly Message[],
): StandaloneQuery<z.infer<typeof answerSchema>> {
  return { model, history, prompt: SUGGESTION_PROMPT, promptId: 'prompt_suggestion', schema: answerSchema };
}

/** Returns the request that `suggestNextPrompt` sends. */
export function toSuggestionRequest(input: SuggestionInput): ModelRequest {
  const path = chooseQueryPath(input);
  if (path.kind === 'fork') return toForkedRequest(toFork(path));
  return toStandaloneRequest(suggestionQuestion(path.model, input.curatedHistory));
}

function toFork({ params, model }: Extract<QueryPath, { kind: 'fork' }>): ForkedQuery {
  return { params, prompt: SUGGESTION_PROMPT, promptId: 'prompt_suggestion', model };
}

interface TextAnswer {
  readonly kind: 'answer';
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: Usage | null;
}

type Answer = TextAnswer | Extract<SuggestionResult, { kind: 'failed' | 'aborted' }>;

async function ask(path: QueryPath, history: readonly Message[], signal: AbortSignal): Promise<Answer> {
  if (path.kind === 'fork') return runForkedQuery(toFork(path), signal);
  const outcome = await runStandaloneQuery(suggestionQuestion(path.model, history), signal);
  switch (outcome.kind) {
    case 'value':
      return { kind: 'answer', text: outcome.value.suggestion, stopReason: 'done', usage: outcome.usage };
    case 'malformed':
      return isPlain(outcome.text)
        ? { ...outcome, kind: 'answer' }
        : { kind: 'failed', error: schemaMismatch(), usage: outcome.usage };
    case 'aborted':
    case 'failed':
      return outcome;
  }
}

/** A model without schema support sends plain text if it obeys the prompt. */
function isPlain(text: string): boolean {
  return !/[{}]|```/.test(text);
}

function schemaMismatch(): ModelError {
  return { kind: 'malformed', message: wireTexts.notTheFormat(), retryable: false };
}

function toResult(answer: TextAnswer, commandNames: readonly string[]): SuggestionResult {
  const { stopReason, usage } = answer;
  const isWhole = stopReason === 'done' || stopReason === 'tools' || stopReason === 'unknown';
  // Only trimmed, because the text is displayed and submitted as the model wrote it.
  const text = answer.text.trim();
  const reason = isWhole ? whyNotShown(text, commandNames) : 'incomplete';
  return reason ? { kind: 'suppressed', reason, length: text.length, usage } : { kind: 'suggestion', text, usage };
}

function whyNotShown(text: string, commandNames: readonly string[]): FilterReason | 'unknown_command' | null {
  return getFilterReason(text) ?? (namesUnknownCommand(text, commandNames) ? 'unknown_command' : null);
}

/** `SUGGESTION_PROMPT` has the example "/review", so a model may suggest a command of another program. */
function namesUnknownCommand(text: string, commands: readonly string[]): boolean {
  const name = commandNameOf(text);
  return name !== null && !commands.includes(name);
}
