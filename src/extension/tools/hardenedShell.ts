import type { Shell, ShellRequest } from '../ports/shell.ts';

export interface HardenedShellOptions {
  /** The folders that a repository's files are in. */
  readonly roots: () => readonly string[];
  readonly environment: () => Readonly<Record<string, string>>;
}

/**
 * Runs a command that only reads so that it does: git starts programs that its configuration and a repository's
 * attributes name (an external diff, a file system monitor), which nobody who allows `git diff` has in mind. Every other
 * command runs as it is. Only bash is read as the judgement reads it.
 */
export function hardenReaders<T extends Shell>(shell: T, { roots, environment }: HardenedShellOptions): T {
  if (shell.name !== 'bash') return shell;
  const harden = async (request: ShellRequest, signal: AbortSignal): Promise<ShellRequest> => {
    const { hardenReadOnly } = await import('../shell/shellHardening.ts');
    const options = { folder: request.directory, roots: roots(), environment: environment() };
    const hardened = await hardenReadOnly(request.command, options, signal);
    return hardened ? { ...request, ...hardened } : request;
  };
  return {
    ...shell,
    async run(request, onOutput, signal) {
      if (signal.aborted) return { end: { kind: 'aborted' } };
      return shell.run(await harden(request, signal), onOutput, signal);
    },
  };
}
