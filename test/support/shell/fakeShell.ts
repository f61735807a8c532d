import type { OnShellOutput, Shell, ShellRequest, ShellResult } from '../../../src/extension/ports/shell.ts';

/** A shell whose commands are scripted. It starts no process. */
export interface FakeShell extends Shell {
  readonly requests: ShellRequest[];
  /** Scripts the next commands, in order. */
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
      if (!run) throw new Error(`No run is scripted for ${request.command}`);
      return run(onOutput, signal);
    },
  };
}

/** A command that writes `output` and exits with `code`. */
export function printing(output: string, code = 0): FakeRun {
  return async (onOutput) => {
    await onOutput(output);
    return { end: { kind: 'exited', code } };
  };
}
