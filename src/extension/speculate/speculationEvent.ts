import type { SpeculationCost } from './budget.ts';
import type { SpeculationResult } from './engine.ts';
import type { BoundaryType } from './gate.ts';

/** The outcome of a speculation. Contains no text, no command and no path. */
export interface SpeculationEvent {
  /** `aborted`: the speculation was not accepted, whether it had finished or not. */
  readonly outcome: SpeculationOutcome;
  /** Model requests. */
  readonly turns_used: number;
  /** Files with a change at the end; a moved file counts once. 0 after a failure. */
  readonly files_written: number;
  /** Calls with a result, including refused calls. */
  readonly tool_use_count: number;
  /** Milliseconds of the run. */
  readonly duration_ms: number;
  /** Missing unless a boundary or the limit of requests stopped the run. */
  readonly boundary_type?: BoundaryType | 'turn-limit';
  /** The next suggestion was there when the speculation ended. */
  readonly had_pipelined_suggestion: boolean;
  /** `<provider>/<model>`. */
  readonly model: string;
  /** Tokens of all requests; estimated if the model does not report them. */
  readonly tokens: number;
  /** US dollars; null if the price of a request is unknown. */
  readonly cost_usd: number | null;
  /** `applied`, `failed`, `aborted`, `superseded`, `hidden-too-long`, or a `MoveStopReason`. */
  readonly ended_by: string;
}

export type SpeculationOutcome = 'accepted' | 'aborted' | 'failed';

/** Records outcomes in a file on the user's machine. */
export interface SpeculationEvents {
  /** Does nothing if the user has turned recording off. */
  record(event: SpeculationEvent): void;
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>;
}

export interface SpeculationEnd {
  readonly outcome: SpeculationOutcome;
  /** As `SpeculationEvent.ended_by`; after a failure, why the speculation left the bar. */
  readonly reason: string;
  /** A boundary (except a cost limit) or a failure ended the run before its second request. */
  readonly stoppedInFirstStep: boolean;
}

export interface EndedSpeculation {
  readonly end: SpeculationEnd;
  readonly files: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly hadNext: boolean;
  readonly model: string;
}

/** `result` is undefined if the run failed unexpectedly. */
export function toSpeculationEvent(
  { end, files, duration, hadNext, model }: EndedSpeculation,
  result: SpeculationResult | undefined,
  { dollars, tokens, unpricedTokens }: SpeculationCost,
): SpeculationEvent {
  const boundary = boundaryOf(result);
  return {
    outcome: end.outcome,
    turns_used: result?.requests ?? 0,
    files_written: files,
    tool_use_count: result?.toolUses ?? 0,
    duration_ms: duration,
    ...(boundary && { boundary_type: boundary }),
    had_pipelined_suggestion: hadNext,
    model,
    tokens,
    cost_usd: unpricedTokens > 0 ? null : dollars,
    ended_by: end.outcome === 'failed' ? 'failed' : end.reason,
  };
}

/** `result` is undefined while the run goes on, and after an unexpected error. */
export function isStoppedInFirstStep(result: SpeculationResult | undefined): boolean {
  if (!result || result.requests > 1 || boundaryOf(result) === 'cost-limit') return false;
  return result.kind === 'boundary' || result.kind === 'failed';
}

function boundaryOf(result: SpeculationResult | undefined): SpeculationEvent['boundary_type'] {
  if (result?.kind === 'boundary') return result.boundary;
  return result?.kind === 'turn-limit' ? 'turn-limit' : undefined;
}
