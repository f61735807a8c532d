import type { ApprovalView, NotRun, ToolStatus } from '../../shared/toolBlock.ts';

/**
 * An agent that the tool `agent` can start. It carries out one task in a conversation of its own, and returns only its
 * report.
 */
export interface AgentEntry {
  readonly name: string;
  /** One line, for the model that chooses the agent. */
  readonly description: string;
}

/** The agents that every chat has. Agents from files cannot replace them. */
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
  /** The name of the agent. */
  readonly agent: string;
  /** The whole task, because the agent sees nothing else of the conversation. */
  readonly task: string;
}

/** The progress of a running agent, for its row. */
export type AgentProgress =
  /** The agent begins to run. `model`: the name of its model, for display; empty until the name is known. */
  | { readonly kind: 'begun'; readonly model: string }
  | { readonly kind: 'call'; readonly call: AgentCall }
  /** The agent starts or stops waiting for the retry of a failed request. */
  | { readonly kind: 'retry'; readonly isWaiting: boolean };

/** A call that an agent makes. Each update replaces the previous update. */
export interface AgentCall extends EndedCall {
  /** Unique in the chat, unlike the id that the model has given the call. */
  readonly callId: string;
  /** The name of the agent, for display. */
  readonly madeBy: string;
  readonly approval?: ApprovalView | undefined;
}

/** The parts of an agent's call that are kept after the call has ended. All texts are for display. */
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

/** The work of an agent that has ended, as its row keeps it. */
export interface AgentWork {
  /** The name of the agent's model, for display; empty if the agent ended before the name was known. */
  readonly model: string;
  /** Oldest first. A row keeps only the last calls. */
  readonly calls: readonly EndedCall[];
  /** The number of all calls of the agent. */
  readonly count: number;
  /** A note for the user about the run. */
  readonly note?: string | undefined;
}

export type AgentReport =
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  | {
      readonly kind: 'ended';
      readonly end: AgentEnd;
      /**
       * The agent's last message; empty if it has written none. If the agent has not completed its task, messages
       * without text are skipped.
       */
      readonly text: string;
      readonly work: AgentWork;
    };

/**
 * How an agent ended. `limit`: the agent has used up its `requests`, so it had to report early. `loop`: the agent
 * repeated itself. `cut-off`: the report has reached the output limit. `stopped`: the user stopped the agent. `failed`:
 * `message` says why.
 */
export type AgentEnd =
  | { readonly kind: 'done' | 'loop' | 'cut-off' | 'stopped' }
  | { readonly kind: 'limit'; readonly requests: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Runs an agent. If too many agents run, waits until another agent has ended. Resolves even if the agent fails, or if
 * the signal aborts, which stops the agent.
 */
export type RunAgent = (
  task: AgentTask,
  onProgress: (progress: AgentProgress) => void,
  signal: AbortSignal,
) => Promise<AgentReport>;
