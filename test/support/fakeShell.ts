import type { OnShellOutput, Shell, ShellRequest, ShellResult } from '../../src/extension/ports/shell.ts';

/** A shell whose commands do what a test says; it starts nothing. */
export interface FakeShell extends Shell {
  readonly requests: ShellRequest[];
  /** What the next commands do, in order. */
  next(...runs: FakeRun[]): void;
}

export type FakeRun = (onOutput: OnShellOutput, signal: AbortSignal) => ShellResult | Promise<ShellResult>;

export function createFakeShell(dialect: Shell['dialect'] = 'posix'): FakeShell {
  const runs: FakeRun[] = [];
  const requests: ShellRequest[] = [];
  return {
    name: 'bash',
    dialect,
    requests,
    next: (...more) => void runs.push(...more),
    async run(request, onOutput, signal) {
      requests.push(request);
      const run = runs.shift();
      if (!run) throw new Error(`Nobody said what ${request.command} does`);
      return run(onOutput, signal);
    },
  };
}

/** A command that writes and ends. */
export function printing(output: string, code = 0): FakeRun {
  return async (onOutput) => {
    await onOutput(output);
    return { end: { kind: 'exited', code } };
  };
}
