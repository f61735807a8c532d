import type { ModelRequest } from '../chatModel.ts';
import { textOf, type JsonObject, type Message, type ToolCallPart, type ToolResultPart } from '../message.ts';
import { pairCalls, type PairedCall } from './pairedCalls.ts';
import { TOUR_STEPS, type TourEdit, type TourFiles, type TourStep, type TourStepId } from './tourSteps.ts';

/**
 * The tour has no state: it computes the answer from the request alone. It therefore continues after a reload, and a
 * fork gets the answer to its own messages.
 */
export interface TourAnswer {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly TourCall[];
}

export interface TourCall {
  readonly name: 'read_file' | 'edit' | 'ask_user';
  readonly input: JsonObject;
}

export function nextTourAnswer(request: ModelRequest): TourAnswer {
  const { messages } = request;
  const start = messages.findLastIndex(isPrompt);
  const prompt = start < 0 ? '' : lastTextOf(messages[start]);
  if (request.promptId === 'input_completion') return textOnly(completePrompt(prompt, messages));
  if (prompt.startsWith(CONTINUATION_GUIDE)) return continueAnswer(request, start);
  const before = messages.slice(0, Math.max(0, start));
  if (prompt.startsWith(SUGGESTION_PROMPT)) {
    return textOnly(inSchema(nextStep(stepsIn(before), lastStepTried(before))?.prompt ?? '', request));
  }
  const isFirst = !before.some(isPrompt);
  const step = stepFor(prompt) ?? (isFirst ? TOUR_STEPS[0] : undefined);
  if (!step) return textOnly(explainTour(before));
  if (!hasTools(request)) return textOnly(`${LABEL} ${NO_TOOLS}`);
  return runStep(step, { before, after: messages.slice(start + 1), isFirst, isAsked: !!stepFor(prompt) });
}

export function isTourFinished(messages: readonly Message[]): boolean {
  return messages.some(isPrompt) && nextStep(stepsIn(messages), lastStepTried(messages)) === undefined;
}

/** See `suggest/prompt.ts`. */
const SUGGESTION_PROMPT = '[SUGGESTION MODE:';

/** See `continue/prompts.ts`. */
const CONTINUATION_GUIDE = '[Your last message';

/** The rest of the cut-off answer at index `guide - 1`. `guide`: the index of the message that asks for that rest. */
function continueAnswer(request: ModelRequest, guide: number): TourAnswer {
  const { messages } = request;
  const begun = messages[guide - 1];
  const prefix = begun?.role === 'assistant' ? textOf(begun) : '';
  const before = messages.slice(0, begun?.role === 'assistant' ? guide - 1 : guide);
  const whole = nextTourAnswer({ ...request, messages: before });
  if (!whole.text.startsWith(prefix)) return textOnly('');
  return { ...whole, thinking: '', text: whole.text.slice(prefix.length) };
}

/**
 * Finds a prompt of the script that begins with the text before the caret, and returns the rest of the prompt. Prefers
 * prompts that the last answer names.
 */
function completePrompt(question: string, messages: readonly Message[]): string {
  const [, before = '', after = ''] = /<message>([^]*)<caret\/>([^]*)<\/message>/.exec(question) ?? [];
  const begun = before.trimStart();
  const lastAnswer = textOf(messages.findLast(({ role }) => role === 'assistant') ?? { role: 'assistant', parts: [] });
  const steps = [...TOUR_STEPS.filter(({ prompt }) => lastAnswer.includes(`"${prompt}"`)), ...TOUR_STEPS];
  const found = steps.find(({ prompt }) => prompt.toLowerCase().startsWith(begun.toLowerCase()));
  return found && begun !== '' && after.trim() === '' ? found.prompt.slice(begun.length) : '';
}

const LABEL =
  'This is the offline tour: a script, not a language model. It edits a sample project in memory, never your files, and ' +
  'nothing you type leaves this machine.';
const NO_TOOLS = 'This request has no tools to read and edit files, so the tour cannot show anything.';

interface StepState {
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  readonly isFirst: boolean;
  /** False if the prompt does not match a step. The script then shows its first step. */
  readonly isAsked: boolean;
}

/**
 * A step reads, then edits, then reports. If the step asks a question with its edits, it may edit again after the
 * user's answer.
 */
function runStep(step: TourStep, { before, after, isFirst, isAsked }: StepState): TourAnswer {
  const done = pairCalls(after);
  const reads = done.filter(({ call }) => call.name === 'read_file');
  const edits = done.filter(({ call }) => call.name === 'edit');
  if (reads.length === 0) {
    const instead = isAsked ? '' : ` The tour always starts with the same step: **${step.prompt}**.`;
    return {
      thinking: step.thought,
      text: isFirst ? `${LABEL}${instead}\n\n${step.intro}` : step.intro,
      calls: step.reads.map((file_path) => ({ name: 'read_file', input: { file_path } })),
    };
  }
  const unreadable = reads.filter(({ result }) => result.isError);
  const plan = step.plan(filesIn(reads));
  if (edits.length > 0) {
    const then = plan.kind === 'edit' ? plan.question?.then(answerIn(done)) : undefined;
    const isMore = plan.kind === 'edit' && edits.length === plan.edits.length && edits.every(isMade);
    if (then && isMore && then.edits.length > 0) return { thinking: '', text: '', calls: then.edits.map(toEditCall) };
    const closing = plan.kind === 'edit' ? (then?.closing ?? plan.closing) : 'Done.';
    return textOnly(closeEdits(step, closing, edits, before));
  }
  if (plan.kind === 'edit') {
    const { question, saying } = plan;
    const asks = question && { question: question.text, options: [...question.options] };
    const calls: TourCall[] = [
      ...plan.edits.map(toEditCall),
      ...(asks ? [{ name: 'ask_user' as const, input: asks }] : []),
    ];
    return { thinking: '', text: saying, calls };
  }
  const why = unreadable.map(({ call, result }) => `- ${pathOf(call)}: ${firstLine(result)}`).join('\n');
  const text =
    unreadable.length > 0 ? `Nothing was changed, because these files could not be read:\n\n${why}` : plan.text;
  return textOnly(withHint(text, hintAfter(step.id, plan.kind === 'done-already', before)));
}

function toEditCall(input: TourEdit): TourCall {
  return { name: 'edit', input };
}

function isMade({ result }: PairedCall): boolean {
  return !result.isError;
}

/** Undefined if the user has not answered. */
function answerIn(done: readonly PairedCall[]): string | undefined {
  const asked = done.find(({ call }) => call.name === 'ask_user');
  return asked && /^The user answered: (.*)$/.exec(resultText(asked.result).trim())?.[1];
}

function closeEdits(step: TourStep, closing: string, edits: readonly PairedCall[], before: readonly Message[]): string {
  const failed = edits.filter(({ result }) => result.isError);
  if (failed.length === 0) return withHint(closing, hintAfter(step.id, true, before));
  if (edits.every(isDenied)) return withHint(DENIED, hintAfter(step.id, false, before));
  if (edits.every(isPlanMode)) return withHint(PLAN_MODE, step);
  const list = failed.map(({ call, result }) => `- ${pathOf(call)}: ${firstLine(result)}`).join('\n');
  const lead =
    failed.length === edits.length
      ? 'Nothing was changed, because the edits failed:'
      : `${edits.length - failed.length} of ${edits.length} edits were made. These failed:`;
  return withHint(`${lead}\n\n${list}`, hintAfter(step.id, false, before));
}

const DENIED = 'You denied the edit, so nothing was changed.';
const PLAN_MODE =
  'Plan mode is read-only, so nothing was changed. Choose `default` or `auto-edit` in the menu below the input.';

function isPlanMode({ result }: PairedCall): boolean {
  return result.isError && resultText(result).startsWith('Plan mode is read-only');
}

/** Recognizes the text that `ApprovalDesk` returns for a denied call. */
function isDenied({ result }: PairedCall): boolean {
  return result.isError && resultText(result).startsWith('The user denied this call');
}

function hintAfter(id: TourStepId, isDone: boolean, before: readonly Message[]): TourStep | undefined {
  const done = stepsIn(before);
  return nextStep(isDone ? new Set([...done, id]) : done, id);
}

function withHint(text: string, next: TourStep | undefined): string {
  if (!next) return `${text}\n\nThat was the last step of the tour.`;
  const hint = `Next in the tour: "${next.prompt}".`;
  return [`${text}\n\n${hint}`, next.invitation].filter(Boolean).join(' ');
}

function explainTour(before: readonly Message[]): string {
  const list = TOUR_STEPS.map(({ ability }) => `- ${ability}`).join('\n');
  return withHint(
    `${LABEL} The tour cannot answer that. It has these steps:\n\n${list}`,
    nextStep(stepsIn(before), undefined),
  );
}

/** Leaves out a step until earlier steps have made something that it can test, list or release. */
function nextStep(done: ReadonlySet<TourStepId>, tried: TourStepId | undefined): TourStep | undefined {
  const hasFarewell = done.has('farewell');
  const hasNews = hasFarewell || done.has('rename');
  return TOUR_STEPS.find(({ id }) => {
    if (done.has(id) || id === tried) return false;
    if (id === 'test') return hasFarewell;
    return id === 'changelog' || id === 'readme' || id === 'release' ? hasNews : true;
  });
}

/** The most specific words first: "a changelog entry for the farewell test" is about the changelog. */
const MATCHING_ORDER: readonly TourStepId[] = ['changelog', 'readme', 'test', 'rename', 'farewell', 'release'];

function stepFor(prompt: string): TourStep | undefined {
  const id = MATCHING_ORDER.find((candidate) => stepOf(candidate)?.matches.test(prompt));
  return id && stepOf(id);
}

function stepOf(id: TourStepId): TourStep | undefined {
  return TOUR_STEPS.find((step) => step.id === id);
}

/** The steps whose edits succeeded, or whose files already contained them. */
function stepsIn(messages: readonly Message[]): ReadonlySet<TourStepId> {
  return new Set(
    promptsIn(messages).flatMap(({ step, after }) => {
      if (!step) return [];
      const done = pairCalls(after);
      const edits = done.filter(({ call }) => call.name === 'edit');
      if (edits.length > 0) return edits.every(({ result }) => !result.isError) ? [step.id] : [];
      const reads = done.filter(({ call }) => call.name === 'read_file');
      return reads.length > 0 && step.plan(filesIn(reads)).kind === 'done-already' ? [step.id] : [];
    }),
  );
}

function lastStepTried(messages: readonly Message[]): TourStepId | undefined {
  return promptsIn(messages).at(-1)?.step?.id;
}

interface TourPrompt {
  readonly step: TourStep | undefined;
  readonly after: readonly Message[];
}

function promptsIn(messages: readonly Message[]): TourPrompt[] {
  const starts = messages.flatMap((message, index) => (isPrompt(message) ? [index] : []));
  return starts.map((start, index) => ({
    step: stepFor(lastTextOf(messages[start])) ?? (index === 0 ? TOUR_STEPS[0] : undefined),
    after: messages.slice(start + 1, starts[index + 1]),
  }));
}

function filesIn(reads: readonly PairedCall[]): TourFiles {
  const whole = reads.filter(({ result }) => !result.isError);
  return Object.fromEntries(whole.map(({ call, result }) => [pathOf(call), resultText(result)]));
}

function isPrompt(message: Message): boolean {
  const text = message.role === 'user' ? lastTextOf(message) : '';
  return text !== '' && !text.startsWith(AMENDED_NOTE);
}

/** The beginning of the chat's note about changed edits. The note can follow the results of calls. */
const AMENDED_NOTE = '[Before these edits were applied';

/** The user's own text is the last text of a message, because the chat adds its own parts before it. */
function lastTextOf(message: Message | undefined): string {
  const last = message?.parts.findLast((part) => part.type === 'text' && part.text.trim() !== '');
  return last?.type === 'text' ? last.text.trim() : '';
}

function pathOf(call: ToolCallPart): string {
  const path = call.input['file_path'];
  return typeof path === 'string' ? path : '';
}

function resultText({ content }: ToolResultPart): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function firstLine(result: ToolResultPart): string {
  return resultText(result).trim().split('\n')[0] || 'no reason given';
}

function hasTools({ tools }: ModelRequest): boolean {
  const names = new Set(tools.map(({ name }) => name));
  return names.has('read_file') && names.has('edit');
}

function inSchema(text: string, { responseSchema }: ModelRequest): string {
  const properties = responseSchema?.['properties'];
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return text;
  const name = Object.entries(properties as JsonObject).find(
    ([, value]) => (value as JsonObject | null)?.['type'] === 'string',
  )?.[0];
  return name === undefined ? text : JSON.stringify({ [name]: text });
}

function textOnly(text: string): TourAnswer {
  return { thinking: '', text, calls: [] };
}
