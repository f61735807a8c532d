import type { GitRepository } from './shellHardening.ts';
import type { Shell, ShellEnd, ShellRequest, ShellResult } from '../../ports/shell.ts';

export interface HardenedShellOptions {
  /** The folders that a repository's files are in. */
  readonly roots: () => readonly string[];
  readonly environment: () => Readonly<Record<string, string>>;
}

/** What a command that reads may take: milliseconds, characters of output, and in bash's units memory (KiB) and CPU (s). */
export const READING_TIMEOUT = 60_000;
export const READING_OUTPUT = 16_000_000;
/** macOS has no limit of memory, and says so. */
const LIMITS = 'ulimit -v 2097152 2>/dev/null; ulimit -t 60 2>/dev/null\n';

/**
 * Runs a command that only reads so that it does: git starts programs that its configuration and a repository's
 * attributes name (an external diff, a file system monitor), which a user who allows `git diff` does not have in mind.
 * Such a command has limits of time, output and memory. Every other command runs as it is. Only bash is read as the
 * judgement reads it.
 */
export function hardenReaders<T extends Shell>(shell: T, { roots, environment }: HardenedShellOptions): T {
  if (shell.name !== 'bash') return shell;
  return {
    ...shell,
    async run(request, onOutput, signal) {
      if (signal.aborted) return { end: { kind: 'aborted' } };
      const { hardenReadOnly } = await loadHardening();
      const options = { folder: request.directory, roots: roots(), environment: environment() };
      const hardened = await hardenReadOnly(request.command, options, signal);
      if (hardened === null) return shell.run(request, onOutput, signal);
      if (hardened === 'git-too-old') return { end: { kind: 'not-started', why: GIT_TOO_OLD } };
      const limited = { ...request, ...hardened, command: LIMITS + hardened.command };
      return runLimited(shell, limited, onOutput, signal);
    },
  };
}

/** What is asked of git before a command runs. Nothing that a repository names is run for it. */
export interface Git {
  /** Whether git can be kept from running what a repository names; asked once in the life of a window. */
  canHarden(): Promise<boolean>;
  findRepository(folder: string, signal: AbortSignal): Promise<GitRepository | null>;
  /** The files that the index or the last commit has, from the root of the repository; null if they cannot be listed. */
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

/** With the first command, because it loads the grammar. */
function loadHardening() {
  return import('./shellHardening.ts');
}

/** Milliseconds. */
const GIT_CHECK_TIMEOUT = 10_000;

const GIT_TOO_OLD =
  'This version of git cannot be kept from running what the repository names, so it does not run as a command that only ' +
  'reads. Git 2.31 or later can.';

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

const TOO_MUCH_OUTPUT = `Ended after ${READING_OUTPUT} characters of output, the limit of a command that only reads.`;
const TOO_LONG = `Ended after ${READING_TIMEOUT / 1000} s, the limit of a command that only reads.`;
