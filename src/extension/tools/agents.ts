import type { ApprovalView, NotRun, ToolStatus } from '../../shared/toolBlock.ts';

/** An agent that the tool `agent` can start. It has its own conversation, and returns only its report. */
export interface AgentEntry {
  readonly name: string;
  /** One line, for the model that chooses the agent. */
  readonly description: string;
}

/** Agents from files cannot replace these. */
export const BUILT_IN_AGENTS = [
  {
    name: 'explore',
    description: 'Answers a question about the project with a fast model; it can only read and search.',
  },
  {
    name: 'general',
    description: 'Carries out a task of several steps with your tools; its calls need the same approval as yours.',
  },
] as const satisfies readonly AgentEntry[];

export interface AgentTask {
  readonly agent: string;
  /** The whole task, because the agent sees nothing else of the conversation. */
  readonly task: string;
}

export type AgentProgress =
  /** `model`: for display; empty until the name is known. */
  | { readonly kind: 'begun'; readonly model: string }
  | { readonly kind: 'call'; readonly call: AgentCall }
  /** The agent starts or stops waiting for the retry of a failed request. */
  | { readonly kind: 'retry'; readonly isWaiting: boolean };

/** A call that an agent makes. Each update replaces the previous one. */
export interface AgentCall extends EndedCall {
  /** Unique in the chat, unlike the id that the model gave the call. */
  readonly callId: string;
  /** The agent's name. */
  readonly madeBy: string;
  readonly approval?: ApprovalView | undefined;
}

/** The part of a call that is kept after its end. All texts are for display. */
export interface EndedCall {
  readonly name: string;
  readonly detail: string;
  readonly status: ToolStatus;
  readonly summary: string;
  readonly added: number;
  readonly removed: number;
  readonly files: readonly string[];
  readonly notRun?: NotRun | undefined;
}

export interface AgentWork {
  /** The name of the agent's model, for display; empty if the agent ended before the name was known. */
  readonly model: string;
  /** Oldest first. A row keeps only the last calls. */
  readonly calls: readonly EndedCall[];
  /** Number of all calls. */
  readonly count: number;
  /** For the user. */
  readonly note?: string | undefined;
}

export type AgentReport =
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  | {
      readonly kind: 'ended';
      readonly end: AgentEnd;
      /** The agent's last message; empty if there is none. If the task is incomplete, the last message with text. */
      readonly text: string;
      readonly work: AgentWork;
    };

/**
 * `limit`: the agent has used up its `requests`. `loop`: the agent repeated itself. `cut-off`: the report has reached
 * the output limit. `stopped`: the user stopped the agent. `failed`: `message` says why.
 */
export type AgentEnd =
  | { readonly kind: 'done' | 'loop' | 'cut-off' | 'stopped' }
  | { readonly kind: 'limit'; readonly requests: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Runs an agent. Waits while too many agents run. Resolves even if the agent fails, or if the signal aborts, which
 * stops the agent.
 */
export type RunAgent = (
  task: AgentTask,
  onProgress: (progress: AgentProgress) => void,
  signal: AbortSignal,
) => Promise<AgentReport>;
