import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

let guard: ChildProcess | undefined;

/**
 * Registers or unregisters a process group, a folder or a file as owned by this process. When this process has ended,
 * in whatever way, the guard (a separate process) ends and removes everything that is still registered.
 */
export function setOwned(thing: { readonly group: number } | { readonly path: string }, owned: boolean): void {
  guard ??= startGuard();
  guard.stdin?.write(`${JSON.stringify({ ...thing, owned })}\n`);
}

/** Ends and removes everything that is registered. Call last: later registrations have no effect. */
export async function releaseOwned(): Promise<void> {
  if (!guard || guard.exitCode !== null || guard.signalCode !== null) return;
  guard.ref();
  guard.stdin?.end();
  await once(guard, 'exit').catch(() => undefined);
}

/** Starts the guard in its own session, so that it does not get Ctrl-C. It does not keep this process alive. */
function startGuard(): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // On Windows a detached process would open a console window.
    windowsHide: true,
    env,
  });
  child.unref();
  // Typed as a plain stream, but Node creates a socket for a pipe.
  const stdin = child.stdin as (typeof child.stdin & { unref(): void }) | null;
  stdin?.unref();
  // Without the guard everything but the cleanup works.
  for (const source of [child, stdin]) source?.on('error', () => undefined);
  return child;
}
