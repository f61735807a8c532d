import type { ApprovalPolicy } from '../approval/approval.ts';
import type { CallSources } from '../approval/approvalCall.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import type { Shell } from '../ports/shell.ts';
import type { LimitResults } from '../tools/resultLimit.ts';
import type { RunBudget } from './budget.ts';
import { runSpeculation, type SpeculationResult } from './engine.ts';
import type { DefaultModeEdits } from './gate.ts';
import type { Overlay } from './overlay.ts';
import type { Speculation } from './speculation.ts';

export interface CarryOutOptions {
  /** Called when a speculation begins. */
  readonly approval: () => Pick<ApprovalPolicy, 'rules'> & CallSources;
  readonly defaultMode: () => DefaultModeEdits;
  /** Runs only read-only commands. */
  readonly shell: Shell;
  readonly budget: { start(model: SelectedModel): Pick<RunBudget, 'check' | 'count' | 'spent'> };
  readonly limitResults?: LimitResults;
  readonly onRequest: (request: BackgroundRequest) => void;
  readonly log: Log;
}

export function carryOut(speculation: Speculation, options: CarryOutOptions): Promise<SpeculationResult> {
  const { approval, defaultMode, shell, budget, limitResults, onRequest, log } = options;
  const { rules, ...facts } = approval();
  const { origin, project, overlay, seen, output, pause, signal } = speculation;
  const { suggestion, params, model, approvalMode } = origin;
  const { changes } = project;
  const run = budget.start(model);
  return runSpeculation(
    { prompt: suggestion.text, params, model, approvalMode, rules: rules(), defaultMode: defaultMode() },
    {
      registry: project.registry,
      overlay,
      facts,
      disk: project.workspace,
      shell,
      ...(changes && { canRestore: (bytes: number) => Promise.resolve(changes.fits(bytes + baseBytes(overlay))) }),
      seen,
      keep: output,
      log,
      pause,
      budget: {
        // The limits do not apply to an adopted speculation, but its cost still counts.
        check: () => (speculation.isAdopted ? Promise.resolve(null) : run.check()),
        async count(usage, request) {
          await run.count(usage, request);
          speculation.spend(run.spent);
        },
      },
      limitResults,
      onProgress: (progress) => speculation.update(progress),
      onTurns: (turns) => speculation.setTurns(turns),
      onUsage: (usage, request) => onRequest({ promptId: 'speculation', model, usage, request, leaf: params.leaf }),
    },
    signal,
  );
}

/** Bytes of the earlier contents that an apply stores. */
function baseBytes(overlay: Overlay): number {
  return overlay.changes().reduce((sum, { base }) => sum + (base.kind === 'file' ? base.size : 0), 0);
}
