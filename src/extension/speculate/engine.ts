import type { ApprovalMode } from '../../shared/chatState.ts';
import { forkRequest, type CacheSafeParams } from '../background/cacheSafeParams.ts';
import { canAppendTo } from '../background/queryPath.ts';
import { unlessAborted } from '../base/unlessAborted.ts';
import type { RecordedResult } from '../chat/conversation/conversationEntry.ts';
import type { PreparedRound } from '../chat/conversation/preparedAnswer.ts';
import { toResultView } from '../chat/conversation/toolResultView.ts';
import type { ModelEnd, ModelRequest, SelectedModel, StopReason, Usage } from '../model/chatModel.ts';
import { textOf, toolCallsOf, userMessage, type Message, type ToolCallPart } from '../model/message.ts';
import { usageAtEnd } from '../background/askOnce.ts';
import { addUsage } from '../model/usage.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { findHardLinks } from '../approval/hardLinks.ts';
import { hideDenied } from '../approval/hiddenPaths.ts';
import type { PermissionRules } from '../approval/rules/permissionRules.ts';
import { findAddedSchemas } from '../approval/remoteSchemas.ts';
import { prepareCall, type ToolRegistry } from '../tools/registry.ts';
import type { LimitResult, LimitRound } from '../tools/roundLimit.ts';
import { toFailure } from '../tools/toolFailure.ts';
import type { SeenFiles, Tool, ToolOutcome } from '../tools/tool.ts';
import { toActivity } from './activity.ts';
import { gateCall, type BoundaryType } from './gate.ts';
import type { HiddenPause } from './hiddenPause.ts';
import type { Overlay } from './overlay.ts';

/** Model requests (seed 001, constants). */
export const MAX_SPECULATION_TURNS = 20;
/**
 * Messages that a speculation may add (seed 001, constants), counted as the Chat Completions wire does, where every
 * tool result is a message: otherwise twenty turns could never reach it, however many calls a model makes in one.
 */
export const MAX_SPECULATION_MESSAGES = 100;

export interface SpeculationTask {
  /** The suggestion's text: the one user message that the fork adds. */
  readonly prompt: string;
  readonly params: CacheSafeParams;
  readonly model: SelectedModel;
  readonly approvalMode: ApprovalMode;
  readonly rules: PermissionRules;
}

export interface SpeculationPorts {
  readonly registry: ToolRegistry;
  readonly overlay: Overlay;
  /** The speculation's own. */
  readonly seen: SeenFiles;
  /** Asked before each request, and before a failed one is made again. */
  readonly pause: Pick<HiddenPause, 'isHidden' | 'pass'>;
  /** As the conversation's own rounds are limited; missing if they are not. */
  readonly limitRound?: LimitRound | undefined;
  readonly onProgress: (progress: { readonly step: number; readonly activity: string }) => void;
  /** Once a request, with what it sent, and null where the provider gave no usage. */
  readonly onUsage: (usage: Usage | null, messages: readonly Message[]) => void;
  readonly log: Log;
}

/**
 * How a speculation ended, with what it did until then. `rounds` are paired whatever the end: a round's message holds
 * only calls that have a result in the same round. When completed, the answer is the last round.
 */
export type SpeculationResult = SpeculationRecord &
  (
    | { readonly kind: 'completed'; readonly answer: Message }
    | {
        readonly kind: 'boundary';
        readonly boundary: BoundaryType;
        readonly detail: string;
        readonly pending: PendingCalls;
      }
    | { readonly kind: 'turn-limit' }
    | { readonly kind: 'message-limit'; readonly pending: PendingCalls }
    /** `message` is for people. */
    | { readonly kind: 'failed'; readonly message: string }
    | { readonly kind: 'aborted' }
  );

export interface SpeculationRecord {
  readonly rounds: readonly PreparedRound[];
  /** The last request that was sent; the first one where none was answered. */
  readonly finalRequest: ModelRequest;
  readonly usage: Usage;
  /** Model requests. */
  readonly turns: number;
  /** Calls that were run. */
  readonly toolUses: number;
}

/** Calls that were set aside, and the message they stand in as the model sent it. */
export interface PendingCalls {
  readonly message: Message;
  readonly calls: readonly ToolCallPart[];
}

/** Carries out a prompt in an overlay. Never throws for what a model, a tool or the user does. */
export async function runSpeculation(
  task: SpeculationTask,
  ports: SpeculationPorts,
  signal: AbortSignal,
): Promise<SpeculationResult> {
  const run = new Run(toFirstRequest(task));
  if (!canAppendTo(task.params.answer))
    return run.end({ kind: 'failed', message: 'There is no answer to go on from.' });
  for (;;) {
    if (run.turns === MAX_SPECULATION_TURNS) return run.end({ kind: 'turn-limit' });
    const step = run.turns + 1;
    ports.onProgress({ step, activity: '' });
    if (ports.pause.isHidden && !(await ports.pause.pass(signal))) return run.end({ kind: 'aborted' });
    const { end, spent } = await ask(task.model, run.request, ports.pause, signal);
    run.countTurn(spent);
    ports.onUsage(spent, run.request.messages);
    if (signal.aborted) return run.end({ kind: 'aborted' });
    const failure = failureOf(end);
    if (failure !== undefined) return run.end({ kind: 'failed', message: failure });

    const calls = toolCallsOf(end.message);
    if (calls.length === 0) {
      run.addRound(end.message, end.usage, []);
      return run.end({ kind: 'completed', answer: end.message });
    }
    const results: RecordedResult[] = [];
    const limit = ports.limitRound?.(calls.length, task.model);
    const setAside = (): PendingCalls => {
      const pending = { message: end.message, calls: calls.slice(results.length) };
      run.addRound(withoutCalls(end.message, pending.calls), end.usage, results);
      return pending;
    };
    for (const call of calls) {
      if (run.messages + 1 + results.length >= MAX_SPECULATION_MESSAGES) {
        return run.end({ kind: 'message-limit', pending: setAside() });
      }
      const outcome = await runCall(call, step, task, { ...ports, limit }, signal);
      if (outcome.kind === 'aborted') {
        setAside();
        return run.end(outcome);
      }
      if (outcome.kind === 'boundary') return run.end({ ...outcome, pending: setAside() });
      results.push(outcome.recorded);
    }
    run.addRound(end.message, end.usage, results);
    run.continueWith(end.message, results, task.params.request.cacheAnchors.at(-1));
  }
}

/** What a run has gathered. */
class Run {
  request: ModelRequest;
  turns = 0;
  /** Added by the speculation; the prompt is the first. */
  messages = 1;
  private readonly rounds: PreparedRound[] = [];
  private usage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

  constructor(request: ModelRequest) {
    this.request = request;
  }

  countTurn(usage: Usage | null): void {
    this.turns += 1;
    if (usage) this.usage = addUsage(this.usage, usage);
  }

  addRound(message: Message, usage: Usage | null, results: readonly RecordedResult[]): void {
    this.messages += 1 + results.length;
    if (results.length > 0 || textOf(message).trim()) this.rounds.push({ message, usage, results: [...results] });
  }

  /**
   * The first request keeps exactly its parent's anchors. The later ones keep the parent's last one, the one their
   * predecessor wrote, where its cache is read, and one at their own end, where their successor will read.
   */
  continueWith(message: Message, results: readonly RecordedResult[], parentAnchor: number | undefined): void {
    const { messages, cacheAnchors } = this.request;
    const next: Message = { role: 'user', parts: results.map(({ result }) => result) };
    const anchors = [parentAnchor, cacheAnchors.at(-1), messages.length + 1];
    this.request = {
      ...this.request,
      messages: [...messages, message, next],
      cacheAnchors: [...new Set(anchors.filter((anchor) => anchor !== undefined))],
    };
  }

  end<T>(ending: T): SpeculationRecord & T {
    const { rounds, request, usage, turns } = this;
    const toolUses = rounds.reduce((sum, round) => sum + round.results.length, 0);
    return { rounds, finalRequest: request, usage, turns, toolUses, ...ending };
  }
}

function toFirstRequest({ params, prompt, model }: SpeculationTask): ModelRequest {
  return forkRequest(params, { message: userMessage(prompt), model, promptId: 'speculation' });
}

async function ask(
  model: SelectedModel,
  request: ModelRequest,
  pause: SpeculationPorts['pause'],
  signal: AbortSignal,
): Promise<{ readonly end: ModelEnd; readonly spent: Usage | null }> {
  let hasBegun = false;
  for await (const event of model.chatModel.stream(request, signal)) {
    if (event.type === 'end') return { end: event, spent: usageAtEnd(event, hasBegun) };
    if (event.type === 'retry') event.holdBack(() => pause.pass(signal));
    else hasBegun = true;
  }
  const error = { kind: 'malformed', message: 'The answer had no end.', retryable: false } as const;
  return { end: { type: 'end', error, message: { role: 'assistant', parts: [] }, usage: null }, spent: null };
}

/** Says why an answer cannot be gone on from; undefined where it can. */
function failureOf(end: ModelEnd): string | undefined {
  if ('error' in end) return end.error.message;
  const reason = UNUSABLE[end.stopReason];
  if (reason) return reason;
  const isEmpty = toolCallsOf(end.message).length === 0 && !canAppendTo(end.message);
  return isEmpty ? 'The model gave no answer.' : undefined;
}

const UNUSABLE: Readonly<Partial<Record<StopReason, string>>> = {
  length: 'The answer was cut off.',
  'context-full': 'The conversation has become too long for the model.',
  paused: 'The model paused.',
  refused: 'The model refused.',
  aborted: 'The answer was stopped.',
};

type CallOutcome =
  | { readonly kind: 'done'; readonly recorded: RecordedResult }
  | { readonly kind: 'boundary'; readonly boundary: BoundaryType; readonly detail: string }
  | { readonly kind: 'aborted' };

async function runCall(
  call: ToolCallPart,
  step: number,
  { approvalMode: mode, rules }: Pick<SpeculationTask, 'approvalMode' | 'rules'>,
  ports: SpeculationPorts & { readonly limit: LimitResult | undefined },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { registry, overlay, seen, onProgress, limit } = ports;
  const prepared = prepareCall(registry, call);
  const tool = registry.find(call.name);
  if (tool && prepared.kind === 'refused') return { kind: 'done', recorded: toRecorded(call, '', prepared.outcome) };
  const input = prepared.kind === 'ready' ? prepared.input : undefined;
  const paths = tool ? await Promise.all(tool.paths(input).map((path) => overlay.resolve(path))) : [];
  const links = await findHardLinks(paths, [...rules.deny, ...rules.ask], overlay, signal);
  const overlayHasChanges = overlay.changes().length > 0;
  const schemas = tool ? await findAddedSchemas(tool, input, { workspace: overlay, seen }, signal) : [];
  const decision = gateCall({ tool, name: call.name, paths, links, schemas, mode, rules, overlayHasChanges });
  if (decision.kind === 'boundary') return decision;
  if (!tool) throw new Error('The gate let a call through that has no tool');
  if (signal.aborted) return { kind: 'aborted' };

  const detail = toDisplayText(tool.describe(input));
  const path = toDisplayText(paths[0]?.display ?? '');
  onProgress({ step, activity: toActivity(tool, { path, detail }) });
  const workspace = hideDenied(overlay, rules, tool);
  const outcome = await execute(tool, input, { workspace, seen }, ports.log, signal);
  if (!outcome) return { kind: 'aborted' };
  return { kind: 'done', recorded: toRecorded(call, detail, (await limit?.(outcome)) ?? outcome) };
}

/** Undefined where the signal aborted; a tool that does not listen to it is left behind, with an overlay that is closed. */
async function execute(
  tool: Tool,
  input: unknown,
  context: { workspace: Workspace; seen: SeenFiles },
  log: Log,
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  try {
    const outcome = await unlessAborted(tool.execute(input, context, signal), signal);
    return signal.aborted ? undefined : outcome;
  } catch (error) {
    if (signal.aborted) return undefined;
    return toFailure(error, tool.name, log);
  }
}

function toRecorded(call: ToolCallPart, detail: string, outcome: ToolOutcome): RecordedResult {
  const { content, ok } = outcome;
  return {
    result: { type: 'tool-result', callId: call.id, name: call.name, content, isError: !ok },
    view: toResultView({ detail, outcome }, ok ? 'success' : 'error'),
  };
}

function withoutCalls(message: Message, calls: readonly ToolCallPart[]): Message {
  return { ...message, parts: message.parts.filter((part) => part.type !== 'tool-call' || !calls.includes(part)) };
}
