import type { ApprovalMode } from '../../shared/chatState.ts';
import { forkRequest, type CacheSafeParams } from '../background/cacheSafeParams.ts';
import { canAppendTo } from '../background/queryPath.ts';
import { unlessAborted } from '../base/unlessAborted.ts';
import type { RecordedResult } from '../chat/conversation/conversationEntry.ts';
import type { PreparedTurn } from '../chat/conversation/preparedAnswer.ts';
import { toResultView } from '../chat/conversation/toolResultView.ts';
import type { ModelEnd, ModelRequest, SelectedModel, StopReason, Usage } from '../model/chatModel.ts';
import { toolCallsOf, userMessage, type Message, type ToolCallPart } from '../model/message.ts';
import { usageAtEnd } from '../background/askOnce.ts';
import { addUsage } from '../model/usage.ts';
import type { KeptOutput } from '../ports/keptOutput.ts';
import type { Log } from '../ports/log.ts';
import type { Shell } from '../ports/shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { toApprovalCall, type ApprovalCall, type CallSources } from '../approval/approvalCall.ts';
import { filterDeniedPaths } from '../approval/deniedPaths.ts';
import { findPermanentDeletes } from '../approval/permanentDeletes.ts';
import type { PermissionRules } from '../approval/rules/permissionRules.ts';
import { findAddedSchemas } from '../approval/remoteSchemas.ts';
import { prepareCall, type ToolRegistry } from '../tools/registry.ts';
import type { CutResult, LimitResults } from '../tools/resultLimit.ts';
import { toFailure } from '../tools/toolFailure.ts';
import { failed, type SeenFiles, type Tool, type ToolContext, type ToolOutcome } from '../tools/tool.ts';
import { toActivity } from './activity.ts';
import type { RunBudget } from './budget.ts';
import { gateCall, type BoundaryType, type DefaultModeEdits } from './gate.ts';
import type { HiddenPause } from './hiddenPause.ts';
import type { Overlay } from './overlay.ts';
import { wireTexts } from '../base/texts/errorTexts.ts';
import { notPreparedTexts } from '../base/texts/preparedTexts.ts';

/** Maximum number of model requests. */
export const MAX_SPECULATION_TURNS = 20;

export interface SpeculationTask {
  /** The only prompt that the fork adds. */
  readonly prompt: string;
  readonly params: CacheSafeParams;
  readonly model: SelectedModel;
  readonly approvalMode: ApprovalMode;
  readonly rules: PermissionRules;
  readonly defaultMode: DefaultModeEdits;
}

export interface SpeculationPorts {
  readonly registry: ToolRegistry;
  readonly overlay: Overlay;
  readonly facts: CallSources;
  /** The files below the overlay, which commands read. */
  readonly disk: Workspace;
  /** Runs read-only commands only. */
  readonly shell: Shell;
  readonly canRestore?: ToolContext['canRestore'];
  readonly seen: SeenFiles;
  /** Stores tool output that is too long to send. */
  readonly keep: KeptOutput;
  readonly pause: Pick<HiddenPause, 'isHidden' | 'pass'>;
  readonly budget: Pick<RunBudget, 'check' | 'count'>;
  /** If missing, the results are not limited. */
  readonly limitResults?: LimitResults | undefined;
  readonly onProgress: (progress: { readonly step: number; readonly activity: string }) => void;
  /** Called with all turns so far. */
  readonly onTurns: (turns: readonly PreparedTurn[]) => void;
  /** The usage is null if the provider reported none. */
  readonly onUsage: (usage: Usage | null, request: ModelRequest) => void;
  readonly log: Log;
}

/**
 * If the speculation completed, the last turn is the answer. If it stopped or was aborted at a call, that call and
 * later calls have no results; after a stop, they can run live.
 */
export type SpeculationResult = SpeculationRecord &
  (
    | { readonly kind: 'completed'; readonly answer: Message }
    | {
        readonly kind: 'boundary';
        readonly boundary: BoundaryType;
        readonly detail: string;
        /** The call that was not run, for display; empty if the speculation stopped before a request. */
        readonly call: string;
      }
    | { readonly kind: 'turn-limit' }
    /** `message` is for display. */
    | { readonly kind: 'failed'; readonly message: string }
    | { readonly kind: 'aborted' }
  );

export interface SpeculationRecord {
  readonly turns: readonly PreparedTurn[];
  /** The last request that was sent; the first request if none was sent. */
  readonly finalRequest: ModelRequest;
  readonly usage: Usage;
  readonly requests: number;
  /** Calls with a result, including refused calls. */
  readonly toolUses: number;
}

/** Carries out a prompt in an overlay. Errors and an abort are returned, not thrown. */
export async function runSpeculation(
  task: SpeculationTask,
  ports: SpeculationPorts,
  signal: AbortSignal,
): Promise<SpeculationResult> {
  const run = new Run(toFirstRequest(task));
  if (!canAppendTo(task.params.answer)) return run.end({ kind: 'failed', message: notPreparedTexts.nothingToFollow() });
  for (;;) {
    if (run.requests === MAX_SPECULATION_TURNS) return run.end({ kind: 'turn-limit' });
    const step = run.requests + 1;
    ports.onProgress({ step, activity: '' });
    if (ports.pause.isHidden && !(await ports.pause.pass(signal))) return run.end({ kind: 'aborted' });
    const costLimit = await ports.budget.check();
    if (costLimit !== null) {
      return run.end({ kind: 'boundary', boundary: 'cost-limit', detail: costLimit, call: '' });
    }
    if (signal.aborted) return run.end({ kind: 'aborted' });
    const { end, spent } = await ask(task.model, run.request, signal);
    run.countRequest(spent);
    ports.onUsage(spent, run.request);
    await ports.budget.count(spent, run.request);
    if (signal.aborted) return run.end({ kind: 'aborted' });
    const failure = failureOf(end);
    if (failure !== undefined) return run.end({ kind: 'failed', message: failure });

    run.addTurn(end.message, end.usage);
    ports.onTurns(run.turns);
    const calls = toolCallsOf(end.message);
    if (calls.length === 0) return run.end({ kind: 'completed', answer: end.message });
    const results: RecordedResult[] = [];
    const limit = ports.limitResults?.(calls.length, task.model, ports.keep);
    for (const call of calls) {
      const outcome = await runCall(call, step, task, { ...ports, limit }, signal);
      if (outcome.kind !== 'done') return run.end(outcome);
      results.push(outcome.recorded);
      run.setResults(results);
      ports.onTurns(run.turns);
    }
    run.continueWith(end.message, results, task.params.request.cacheAnchors.at(-1));
  }
}

class Run {
  request: ModelRequest;
  requests = 0;
  private sent: ModelRequest;
  turns: readonly PreparedTurn[] = [];
  private usage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

  constructor(request: ModelRequest) {
    this.request = request;
    this.sent = request;
  }

  countRequest(usage: Usage | null): void {
    this.requests += 1;
    this.sent = this.request;
    if (usage) this.usage = addUsage(this.usage, usage);
  }

  addTurn(message: Message, usage: Usage | null): void {
    this.turns = [...this.turns, { message, usage, results: [] }];
  }

  /** Sets the results of the last turn. */
  setResults(results: readonly RecordedResult[]): void {
    this.turns = this.turns.map((turn, index, { length }) =>
      index === length - 1 ? { ...turn, results: [...results] } : turn,
    );
  }

  /**
   * Keeps three cache anchors: the parent's last one, the previous request's (to read its cache), and one at the end
   * (for the next request).
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
    const { turns, sent: finalRequest, usage, requests } = this;
    const toolUses = turns.reduce((sum, turn) => sum + turn.results.length, 0);
    return { turns, finalRequest, usage, requests, toolUses, ...ending };
  }
}

function toFirstRequest({ params, prompt, model }: SpeculationTask): ModelRequest {
  return forkRequest(params, { message: userMessage(prompt), model, promptId: 'speculation' });
}

/** Makes only one attempt, because background work is not worth a retry. */
async function ask(
  model: SelectedModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<{ readonly end: ModelEnd; readonly spent: Usage | null }> {
  let hasBegun = false;
  for await (const event of model.chatModel.stream({ ...request, maxAttempts: 1 }, signal)) {
    if (event.type === 'end') return { end: event, spent: usageAtEnd(event, hasBegun) };
    hasBegun = true;
  }
  const error = { kind: 'malformed', message: wireTexts.noEnd(), retryable: false } as const;
  return { end: { type: 'end', error, message: { role: 'assistant', parts: [] }, usage: null }, spent: null };
}

/** Why the answer cannot be used, for display; undefined if it can. */
function failureOf(end: ModelEnd): string | undefined {
  if ('error' in end) return end.error.message;
  const reason = UNUSABLE[end.stopReason];
  if (reason) return reason();
  const isEmpty = toolCallsOf(end.message).length === 0 && !canAppendTo(end.message);
  return isEmpty ? notPreparedTexts.empty() : undefined;
}

const UNUSABLE: Readonly<Partial<Record<StopReason, () => string>>> = {
  length: notPreparedTexts.length,
  'context-full': notPreparedTexts['context-full'],
  paused: notPreparedTexts.paused,
  refused: notPreparedTexts.refused,
  aborted: notPreparedTexts.aborted,
};

type CallOutcome =
  | { readonly kind: 'done'; readonly recorded: RecordedResult }
  | { readonly kind: 'boundary'; readonly boundary: BoundaryType; readonly detail: string; readonly call: string }
  | { readonly kind: 'aborted' };

async function runCall(
  call: ToolCallPart,
  step: number,
  { approvalMode: mode, rules, defaultMode }: SpeculationTask,
  ports: SpeculationPorts & { readonly limit: CutResult | undefined },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { registry, overlay, shell, seen, keep, onProgress, limit } = ports;
  const prepared = prepareCall(registry, call);
  const tool = registry.find(call.name);
  if (tool && prepared.kind === 'refused') return { kind: 'done', recorded: toRefused(call, '', prepared.outcome) };
  const input = prepared.kind === 'ready' ? prepared.input : undefined;
  const facts = tool
    ? await toFacts(tool, input, rules, ports, signal)
    : { tool, editTools: ports.facts.editTools, paths: [] };
  const overlayHasChanges = overlay.changes().length > 0;
  const decision = gateCall({ ...facts, name: call.name, mode, rules, defaultMode, overlayHasChanges });
  if (decision.kind === 'boundary') return { ...decision, call: describeCall(call, tool, input) };
  if (!tool) throw new Error('The gate allowed a call that has no tool');
  if (signal.aborted) return { kind: 'aborted' };

  const detail = toDisplayText(tool.describe(input));
  if (decision.kind === 'refuse') {
    return {
      kind: 'done',
      recorded: toRefused(call, detail, failed(decision.text, decision.summary, decision.userText)),
    };
  }
  const path = toDisplayText(facts.paths[0]?.display ?? '');
  onProgress({ step, activity: toActivity(tool, { path, detail }) });
  const workspace = filterDeniedPaths(filesOf(tool, ports), rules, tool);
  const outcome = await execute(tool, input, { workspace, seen, shell, keep }, ports.log, signal);
  if (!outcome) return { kind: 'aborted' };
  return { kind: 'done', recorded: toRecorded(call, detail, (await limit?.(outcome)) ?? outcome) };
}

/**
 * Describes a call for display. For an external or unknown tool, returns the tool's name, because only the name
 * identifies who gets the arguments.
 */
function describeCall({ name }: ToolCallPart, tool: Tool | undefined, input: unknown): string {
  return toDisplayText((tool?.record && tool.describe(input)) || name);
}

async function toFacts(
  tool: Tool,
  input: unknown,
  rules: PermissionRules,
  ports: SpeculationPorts,
  signal: AbortSignal,
): Promise<ApprovalCall> {
  const { facts, seen, disk, canRestore } = ports;
  const workspace = filesOf(tool, ports);
  const call = await toApprovalCall(tool, input, workspace, { ...facts, rules }, signal);
  const schemas = await findAddedSchemas(tool, input, { workspace, seen }, signal);
  // Checks the files on disk, because applying a deletion deletes those files and stores their contents.
  const files = { workspace: disk, ...(canRestore && { canRestore }) };
  return { ...call, schemas, permanentDeletes: await findPermanentDeletes(tool, call.paths, files, signal) };
}

/** Commands do not see the overlay. */
function filesOf({ kind }: Tool, { overlay, disk }: SpeculationPorts): Workspace {
  return kind === 'execute' ? disk : overlay;
}

/** Undefined if the signal aborted. A tool that ignores the signal is abandoned; its overlay refuses further writes. */
async function execute(
  tool: Tool,
  input: unknown,
  context: ToolContext,
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

function toRefused(call: ToolCallPart, detail: string, outcome: ToolOutcome): RecordedResult {
  const { result, view } = toRecorded(call, detail, outcome);
  return { result, view: { ...view, notRun: 'refused' } };
}

function toRecorded(call: ToolCallPart, detail: string, outcome: ToolOutcome): RecordedResult {
  const { content, ok } = outcome;
  return {
    result: { type: 'tool-result', callId: call.id, name: call.name, content, isError: !ok },
    view: toResultView({ detail, outcome }, ok ? 'success' : 'error'),
  };
}
