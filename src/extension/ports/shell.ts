/** Runs commands. The one way that the product starts programs for a model. */
export interface Shell {
  /** What commands are read by, for the model's benefit: "bash", "PowerShell". */
  readonly name: string;
  /** Only commands for a POSIX shell can be judged by the bash grammar. */
  readonly dialect: 'posix' | 'powershell';
  /**
   * Runs a command to its end. Nothing it asks for is answered: its input is empty. `onOutput` gets standard output and
   * error as they come, with all their escape sequences; while the promise it may return is pending, the command is
   * made to wait; that promise never rejects. Resolves also when the signal aborts, once the command and what it started are gone.
   */
  run(request: ShellRequest, onOutput: OnShellOutput, signal: AbortSignal): Promise<ShellResult>;
}

export type OnShellOutput = (chunk: string) => Promise<void> | undefined;

export interface ShellRequest {
  readonly command: string;
  /** The absolute path of the folder to run in. */
  readonly directory: string;
  /** Milliseconds, after which the command is ended. */
  readonly timeout: number;
  /** All of the environment, in place of the one that the shell gives every command. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ShellResult {
  readonly end: ShellEnd;
  /** The process group of what the command has left running, where that can be known. */
  readonly background?: number;
  /** Processes that it has left running in sessions of their own, where that can be known. */
  readonly detached?: readonly number[];
  /** It ran so that it could only read. */
  readonly readsOnly?: boolean;
  /** What else there is to say about how it was run, in a sentence. */
  readonly note?: string;
}

export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'aborted' }
  /** It is over, but how it ended is not known; `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** It was never run; `why` is a sentence. */
  | { readonly kind: 'not-started'; readonly why: string };
