import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

let guard: ChildProcess | undefined;

/**
 * Notes that a process group, a folder or a file is ours, or no longer: what is still ours when this process is gone (killed,
 * crashed, or just ended) is ended and removed by a helper process. On Windows a group is a process and what it has started.
 */
export function setOwned(thing: { readonly group: number } | { readonly path: string }, owned: boolean): void {
  guard ??= startGuard();
  guard.stdin?.write(`${JSON.stringify({ ...thing, owned })}\n`);
}

/** In a session of its own, so that a Ctrl-C for us is not one for it; it never keeps us from ending. */
function startGuard(): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // On Windows a detached process would come with a console window of its own.
    windowsHide: true,
    env,
  });
  child.unref();
  // The type is a plain stream; what Node makes of a pipe is a socket.
  const stdin = child.stdin as (typeof child.stdin & { unref(): void }) | null;
  stdin?.unref();
  // Without it everything works but cleaning up after a kill.
  for (const source of [child, stdin]) source?.on('error', () => undefined);
  return child;
}
