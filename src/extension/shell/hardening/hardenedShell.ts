import type { GitRepository } from './shellHardening.ts';
import type { Shell, ShellEnd, ShellRequest, ShellResult } from '../../ports/shell.ts';

export interface HardenedShellOptions {
  /** Folders whose files may come from a repository. Read-only commands do not run programs from these folders. */
  readonly roots: () => readonly string[];
  readonly environment: () => Readonly<Record<string, string>>;
}

/** Limits of a command that only reads: milliseconds, and characters of output. */
export const READING_TIMEOUT = 60_000;
export const READING_OUTPUT = 16_000_000;
/** Milliseconds that a command may take in a speculation. */
export const READING_AHEAD_TIMEOUT = 10_000;
/** KiB of memory and seconds of CPU time. macOS cannot limit memory, and prints an error, which is dropped. */
const LIMITS = 'ulimit -v 2097152 2>/dev/null; ulimit -t 60 2>/dev/null\n';

/**
 * Hardens commands that are judged to only read. Otherwise git would start programs that are named in git's
 * configuration and in a repository's attributes. A user who allows `git diff` does not expect such programs. If git is
 * too old to be hardened, a read-only git command does not start. Commands that are not judged to only read run
 * unchanged. A shell other than bash is returned unchanged, because the judgement is valid only for bash.
 */
export function hardenReaders<T extends Shell>(shell: T, options: HardenedShellOptions): T {
  if (shell.name !== 'bash') return shell;
  return {
    ...shell,
    async run(request, onOutput, signal) {
      if (signal.aborted) return { end: { kind: 'aborted' } };
      return (await runHardened(shell, request, options, onOutput, signal)) ?? shell.run(request, onOutput, signal);
    },
  };
}

/**
 * The shell of a speculation. Only hardened commands start, each for at most `READING_AHEAD_TIMEOUT`, whatever the
 * caller has decided.
 */
export function onlyReaders(shell: Shell, options: HardenedShellOptions): Shell {
  const { name, dialect } = shell;
  return {
    name,
    dialect,
    async run(request, onOutput, signal) {
      if (signal.aborted) return { end: { kind: 'aborted' } };
      const timeout = Math.min(request.timeout, READING_AHEAD_TIMEOUT);
      const limited = { ...request, timeout };
      const result = name === 'bash' ? await runHardened(shell, limited, options, onOutput, signal) : null;
      if (!result) return { end: { kind: 'not-started', why: NOT_A_READER } };
      const isOwnLimit = result.end.kind === 'timed-out' && timeout < request.timeout;
      return isOwnLimit ? { ...result, end: { kind: 'unknown', why: TOO_LONG_AHEAD } } : result;
    },
  };
}

/**
 * Hardens a command that only reads, and runs the command within the limits. Returns null, without running anything,
 * for a command that is not known to only read.
 */
async function runHardened(
  shell: Shell,
  request: ShellRequest,
  { roots, environment }: HardenedShellOptions,
  onOutput: Parameters<Shell['run']>[1],
  signal: AbortSignal,
): Promise<ShellResult | null> {
  const { hardenReadOnly } = await loadHardening();
  const options = { folder: request.directory, roots: roots(), environment: environment() };
  const hardened = await hardenReadOnly(request.command, options, signal);
  if (hardened === null) return null;
  if (hardened === 'git-too-old') return { end: { kind: 'not-started', why: GIT_TOO_OLD } };
  const limited = { ...request, ...hardened, command: LIMITS + hardened.command };
  return runLimited(shell, limited, onOutput, signal);
}

/** Queries to git before a command runs. They do not run any program that a repository names. */
export interface Git {
  /** Whether git can be kept from running programs that a repository names. Checked once per `Git`. */
  canHarden(): Promise<boolean>;
  findRepository(folder: string, signal: AbortSignal): Promise<GitRepository | null>;
  /** The files in the index or the last commit, relative to the root; null if they cannot be listed. */
  listTracked(root: string, signal: AbortSignal): Promise<readonly string[] | null>;
}

export function createGit({ roots, environment }: HardenedShellOptions): Git {
  let answer: Promise<boolean> | undefined;
  const options = (): Parameters<Hardening['canHardenGit']>[0] => ({ roots: roots(), environment: environment() });
  return {
    canHarden: () => (answer ??= check()),
    findRepository: async (folder, signal) => (await loadHardening()).findRepository(folder, options(), signal),
    listTracked: async (root, signal) => (await loadHardening()).listTracked(root, options(), signal),
  };

  async function check(): Promise<boolean> {
    const { canHardenGit } = await loadHardening();
    return canHardenGit(options(), AbortSignal.timeout(GIT_CHECK_TIMEOUT)).catch(() => false);
  }
}

type Hardening = Awaited<ReturnType<typeof loadHardening>>;

/** Activation must not load the parser and the tables of programs. */
function loadHardening() {
  return import('./shellHardening.ts');
}

/** Milliseconds. */
const GIT_CHECK_TIMEOUT = 10_000;

const GIT_TOO_OLD =
  'Read-only git commands require git 2.31 or later, because older versions cannot be kept from running programs that ' +
  'the repository names.';

async function runLimited(
  shell: Shell,
  request: ShellRequest,
  onOutput: Parameters<Shell['run']>[1],
  signal: AbortSignal,
): Promise<ShellResult> {
  const tooMuch = new AbortController();
  let characters = 0;
  const count = (chunk: string): Promise<void> | undefined => {
    if (tooMuch.signal.aborted) return undefined;
    characters += chunk.length;
    if (characters > READING_OUTPUT) tooMuch.abort();
    return onOutput(chunk);
  };
  const timeout = Math.min(request.timeout, READING_TIMEOUT);
  const result = await shell.run({ ...request, timeout }, count, AbortSignal.any([signal, tooMuch.signal]));
  return { ...result, end: toEnd(result.end), readsOnly: true };

  function toEnd(end: ShellEnd): ShellEnd {
    if (tooMuch.signal.aborted && !signal.aborted) return { kind: 'unknown', why: TOO_MUCH_OUTPUT };
    return end.kind === 'timed-out' && timeout < request.timeout ? { kind: 'unknown', why: TOO_LONG } : end;
  }
}

const TOO_MUCH_OUTPUT = `Ended after ${READING_OUTPUT} characters of output, the limit for read-only commands.`;
const NOT_A_READER = 'Before the user has sent the prompt, only read-only commands run.';
const TOO_LONG_AHEAD =
  `Ended after ${READING_AHEAD_TIMEOUT / 1000} s, the limit of a command that runs before the user has sent the prompt. ` +
  'Run the command again if its output is needed.';
const TOO_LONG = `Ended after ${READING_TIMEOUT / 1000} s, the limit for read-only commands.`;
