/** Runs commands that a model or the user writes. */
export interface Shell {
  /** For the model: "bash", "PowerShell". */
  readonly name: string;
  /** Premove parses commands with a bash grammar, so it can check only commands for a POSIX shell. */
  readonly dialect: 'posix' | 'powershell';
  /**
   * Runs a command without input until it ends. `onOutput` gets standard output and error with escape sequences. If
   * `onOutput` returns a promise, which must not reject, no output is read until the promise resolves. After an abort,
   * `run` resolves once the command and the processes that it started have ended.
   */
  run(request: ShellRequest, onOutput: OnShellOutput, signal: AbortSignal): Promise<ShellResult>;
}

export type OnShellOutput = (chunk: string) => Promise<void> | undefined;

export interface ShellRequest {
  readonly command: string;
  /** Absolute. */
  readonly directory: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Replaces the whole environment of the command. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ShellResult {
  readonly end: ShellEnd;
  /** The process group of processes that the command left running, if known. */
  readonly background?: number;
  /** The ids of processes that the command left running outside its process group, if known. */
  readonly detached?: readonly number[];
  /** The command ran with the restrictions of `shell/hardening`, so that it could only read. */
  readonly readsOnly?: boolean;
  /** One sentence about how the command was run. */
  readonly note?: string;
}

export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** `why`: a sentence; missing if the user has stopped the command. */
  | { readonly kind: 'aborted'; readonly why?: string }
  /** The command has ended with an unknown exit status; `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The command was never run; `why` is a sentence. */
  | { readonly kind: 'not-started'; readonly why: string };
