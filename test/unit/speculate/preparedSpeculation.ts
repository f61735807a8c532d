import { Emitter } from '../../../src/extension/base/emitter.ts';
import type { BackgroundRequest } from '../../../src/extension/background/spending.ts';
import {
  toPreparedExchange,
  type PreparedExchange,
  type ExchangeRecorder,
} from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import { UNKNOWN_PRICING } from '../../../src/extension/model/pricing.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { Overlay } from '../../../src/extension/speculate/overlay.ts';
import type { SpeculationPreview } from '../../../src/extension/speculate/preview.ts';
import type { AcceptRequest } from '../../../src/extension/speculate/applySpeculation.ts';
import type { SpeculationEnd, SpeculationEvent } from '../../../src/extension/speculate/speculationEvent.ts';
import { Speculator } from '../../../src/extension/speculate/speculator.ts';
import type { RunBudget } from '../../../src/extension/speculate/budget.ts';
import type { AtBoundary } from '../../../src/extension/speculate/speculation.ts';
import type { Allowance } from '../../../src/extension/suggest/allowance.ts';
import { createResultLimits } from '../../../src/extension/tools/resultLimit.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createFakeShell } from '../../support/shell/fakeShell.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemorySpill } from '../../support/memorySpill.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createParams, createRegistry, edit, toSelected, UNLIMITED } from './fixtures.ts';

/** A speculator with fakes of its ports, and the records of what it does. */

export const { signal } = new AbortController();
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const never = new Promise<never>(() => {});
export const suggestion = { id: 's1', text: 'add a changelog entry', immediate: false };

export const COST = { dollars: 0.01, tokens: 20, unpricedTokens: 7, isEstimate: true };
export const EDIT: ScriptedStep = { calls: [edit('a.ts', 'old', 'new')] };

export class FakePreview implements SpeculationPreview {
  readonly events: string[] = [];
  /** Unsaved text that the user typed into the diff, by path. */
  typed: Readonly<Record<string, string>> = {};
  overlay: Overlay | undefined;
  /** The ids of the open diffs. */
  readonly openIds = new Set<string>();
  /** Runs while the diff opens. */
  whileOpening = (): Promise<void> => Promise.resolve();

  async open(id: string, overlay: Overlay, title: string): Promise<void> {
    this.events.push(`open ${title}`);
    this.openIds.add(id);
    this.overlay = overlay;
    await this.whileOpening();
  }
  async collect(): Promise<void> {
    this.events.push('collect');
    for (const [path, text] of Object.entries(this.typed)) await this.overlay?.write(path, bytes(text), {}, signal);
  }
  choose(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  isOpen(id: string): boolean {
    return this.openIds.has(id);
  }
  async close(id: string): Promise<void> {
    this.events.push('close');
    this.openIds.delete(id);
  }
}

export function prepare(
  steps: readonly ScriptedStep[],
  sources: Readonly<Record<string, string>> = { 'a.ts': 'old\n' },
  allowance: Allowance = 'within',
  atBoundary: AtBoundary = 'resume',
) {
  const base = createMemoryWorkspace(sources);
  const model = createScriptedModel(steps);
  const preview = new FakePreview();
  const seen = createSeenFiles();
  const phases: string[] = [];
  const usage: string[] = [];
  const logged: string[] = [];
  const ends: SpeculationEnd[] = [];
  const events: SpeculationEvent[] = [];
  const output = createMemoryOutput();
  const clock = createManualClock();
  const files = createMemoryFileStore();
  const owner = createFakeProcesses().start('this process');
  const changes = new ChangeStore({ files, owner, log: silentLog, maxBytes: () => Infinity });
  const openBatches = async (): Promise<number> => (await files.list('changes/open')).length;
  const filesChanged = new Emitter<readonly string[]>();
  const project = { workspace: base, registry: createRegistry(), changes };
  const budget: Pick<RunBudget, 'check' | 'count' | 'spent'> = { ...UNLIMITED, spent: COST };
  const onRequest = ({ promptId }: BackgroundRequest): void => void usage.push(promptId);
  const speculator = new Speculator({
    sources: {
      project: () => project,
      seen: () => seen,
      createSpill: createMemorySpill,
      output,
      onDidChangeFiles: filesChanged.event,
      clock,
    },
    carryOut: {
      approval: () => createApprovalPolicy('auto-edit'),
      defaultMode: () => 'preview',
      shell: createFakeShell(),
      budget: { start: () => budget },
      limitResults: createResultLimits({ keep: createMemoryOutput(), contextWindowOf: async () => 40_000 }),
      onRequest,
      log: silentLog,
    },
    predictNext: {
      enableCacheSharing: () => true,
      allowance: () => Promise.resolve(allowance),
      commandNames: () => [],
      onRequest,
      log: { ...silentLog, info: (message) => void logged.push(message) },
    },
    preview,
    onDidEnd: (end) => void ends.push(end),
    record: (event) => void events.push(event),
    atBoundary: () => atBoundary,
    log: silentLog,
  });
  const params = createParams();
  speculator.onDidChange((view) => {
    const phase = view ? [view.phase, view.activity, view.problem].filter(Boolean).join(': ') : 'none';
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  const start = (approvalMode: ApprovalMode = 'auto-edit') =>
    speculator.start({ suggestion, conversationId: 'chat', params, model: toSelected(model), approvalMode });
  /** The exchanges that were recorded. */
  const exchanges: PreparedExchange[] = [];
  const recorder: ExchangeRecorder = {
    key: { chat: 'chat', prompt: 'prompt' },
    toExchange: async (answer) =>
      toPreparedExchange(answer, { id: 'prompt', parent: params.leaf, at: 0 }, UNKNOWN_PRICING),
    record: async (exchange) => exchanges.push(exchange) > 0,
  };
  const accept = (request: Partial<AcceptRequest> = {}, record = recorder.record) =>
    speculator.accept(
      {
        text: suggestion.text,
        leaf: params.leaf,
        approvalMode: 'auto-edit',
        mayResume: true,
        mayOpenDiff: true,
        ...request,
      },
      { ...recorder, record },
    );
  return {
    base,
    budget,
    clock,
    logged,
    model,
    output,
    preview,
    ends,
    events,
    seen,
    phases,
    usage,
    params,
    speculator,
    start,
    accept,
    exchanges,
    recorder,
    filesChanged,
    files,
    openBatches,
  };
}

export type Prepared = ReturnType<typeof prepare>;

export const idOf = ({ speculator }: Prepared): string => speculator.view?.id ?? '';

export async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 10_000) throw new Error('The expected state was not reached');
    await Promise.resolve();
  }
}

/** Starts a speculation, and waits until it is ready and the request for the next suggestion has ended. */
export async function ready(prepared: Prepared, mode?: ApprovalMode): Promise<void> {
  prepared.start(mode);
  await until(() => prepared.usage.includes('prompt_suggestion'));
}
