import { expect } from 'vitest';
import { ensureToolResultPairing } from '../../../src/extension/chat/conversation/history.ts';
import type { Usage } from '../../../src/extension/model/chatModel.ts';
import { toolCallsOf, type Message } from '../../../src/extension/model/message.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { runSpeculation, type SpeculationResult } from '../../../src/extension/speculate/engine.ts';
import type { DefaultModeEdits } from '../../../src/extension/speculate/gate.ts';
import type { RunBudget } from '../../../src/extension/speculate/budget.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import type { LimitResults } from '../../../src/extension/tools/resultLimit.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { NO_RULES, type PermissionRules } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createFakeShell } from '../../support/shell/fakeShell.ts';
import { bashJudge } from '../../support/shell/shellDecision.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createParams, createRegistry, toSelected, UNLIMITED } from './fixtures.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

/** Runs of the speculation engine over scripted models and files in memory. */

export const usage = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 };

export interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: ApprovalMode;
  readonly defaultMode?: DefaultModeEdits;
  readonly rules?: PermissionRules;
  readonly tools?: readonly Tool[];
  readonly otherwise?: ScriptedStep;
  readonly modelId?: string;
  readonly signal?: AbortSignal;
  readonly limitResults?: LimitResults;
  readonly budget?: Pick<RunBudget, 'check' | 'count'>;
}

export function prepare(steps: readonly ScriptedStep[], setup: Setup = {}) {
  const base = createMemoryWorkspace(setup.files ?? { 'CHANGELOG.md': '# Changes\n' });
  const overlay = createOverlay(base);
  const model = createScriptedModel(steps, setup.otherwise);
  const runs = createFakeShell();
  const progress: string[] = [];
  const spent: (Usage | null)[] = [];
  const shown: string[] = [];
  const params = createParams();
  const run = () =>
    runSpeculation(
      {
        prompt: 'add a changelog entry',
        params,
        model: toSelected(model, setup.modelId),
        approvalMode: setup.mode ?? 'auto-edit',
        rules: setup.rules ?? NO_RULES,
        defaultMode: setup.defaultMode ?? 'preview',
      },
      {
        registry: createRegistry(...(setup.tools ?? [])),
        pause: { isHidden: false, pass: async () => true },
        overlay,
        facts: { shell: bashJudge, editTools: EDIT_TOOLS },
        disk: base,
        shell: runs,
        seen: createSeenFiles(),
        keep: createMemoryOutput(),
        budget: setup.budget ?? UNLIMITED,
        onProgress: ({ step, activity }) => void progress.push(`${step} ${activity}`),
        onTurns: (turns) => void shown.push(turns.map(({ results }) => results.length).join(' ')),
        onUsage: (each) => void spent.push(each),
        limitResults: setup.limitResults,
        log: silentLog,
      },
      setup.signal ?? new AbortController().signal,
    );
  return { base, overlay, model, runs, progress, spent, shown, params, run };
}

/** The messages that accepting would add to the history; their calls must be paired already. */
export function historyOf(result: SpeculationResult): Message[] {
  const messages = result.turns.flatMap(({ message, results }): Message[] => [
    message,
    ...(results.length > 0 ? [{ role: 'user' as const, parts: results.map((each) => each.result) }] : []),
  ]);
  expect(ensureToolResultPairing(messages)).toBe(messages);
  return messages;
}

/** The calls without a result, which must be the last calls of the last message. */
export function pendingOf({ turns }: SpeculationResult): string[] {
  const { message, results = [] } = turns.at(-1) ?? {};
  const calls = message ? toolCallsOf(message).map(({ id }) => id) : [];
  expect(results.map(({ result }) => result.callId)).toEqual(calls.slice(0, results.length));
  return calls.slice(results.length);
}

/** The ids of each turn's calls, which must be those of its results. */
export const callsOf = (result: SpeculationResult): string[][] =>
  result.turns.map(({ message, results }) => {
    const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
    expect(results.map((each) => each.result.callId)).toEqual(calls);
    return calls;
  });
