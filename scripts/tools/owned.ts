import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

let guard: ChildProcess | undefined;

/**
 * Notes that a process group, a folder or a file is ours, or no longer. What is still ours when this process has ended, in
 * whatever way, is ended and removed by the guard, a process of its own.
 */
export function setOwned(thing: { readonly group: number } | { readonly path: string }, owned: boolean): void {
  guard ??= startGuard();
  guard.stdin?.write(`${JSON.stringify({ ...thing, owned })}\n`);
}

/** Ends and removes everything that is ours. What becomes ours later is not. */
export async function releaseOwned(): Promise<void> {
  if (!guard || guard.exitCode !== null || guard.signalCode !== null) return;
  guard.ref();
  guard.stdin?.end();
  await once(guard, 'exit').catch(() => undefined);
}

/** In a session of its own, so that it does not get our Ctrl-C. It does not keep this process alive. */
function startGuard(): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
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
  // Without the guard everything works but the cleaning up.
  for (const source of [child, stdin]) source?.on('error', () => undefined);
  return child;
}
