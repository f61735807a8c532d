/** Runs commands that a model or the user writes. */
export interface Shell {
  /** The shell's name for the model: "bash", "PowerShell". */
  readonly name: string;
  /** Premove can check only commands for a POSIX shell, because it parses commands with a bash grammar. */
  readonly dialect: 'posix' | 'powershell';
  /**
   * Runs a command until it ends. The command's standard input is empty. `onOutput` gets standard output and error as
   * they arrive, escape sequences included. `onOutput` may return a promise, which never rejects. No more output is
   * read while the promise is pending, so a command without a terminal waits when its pipe is full. If the signal
   * aborts, `run` resolves once the command and the processes that it started have ended.
   */
  run(request: ShellRequest, onOutput: OnShellOutput, signal: AbortSignal): Promise<ShellResult>;
}

export type OnShellOutput = (chunk: string) => Promise<void> | undefined;

export interface ShellRequest {
  readonly command: string;
  /** The absolute path of the folder to run in. */
  readonly directory: string;
  /** Milliseconds after which the command is ended. */
  readonly timeout: number;
  /** Replaces the whole environment that the shell otherwise gives to a command. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ShellResult {
  readonly end: ShellEnd;
  /** The process group of the processes that the command left running, if known. */
  readonly background?: number;
  /** The ids of processes that the command left running outside its process group, if known. */
  readonly detached?: readonly number[];
  /** The command ran with the restrictions of `shell/hardening`, so that it could only read. */
  readonly readsOnly?: boolean;
  /** One more sentence about how the command was run. */
  readonly note?: string;
}

export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** `why`: a sentence; missing if the user has stopped the command. */
  | { readonly kind: 'aborted'; readonly why?: string }
  /** The command has ended, but its exit status is not known; `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The command was never run; `why` is a sentence. */
  | { readonly kind: 'not-started'; readonly why: string };
