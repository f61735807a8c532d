import { execFile } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { sleep } from '../../base/timers.ts';
import { processesOf } from './processRun.ts';

/** Maximum milliseconds between SIGTERM and SIGKILL. */
const GRACE = 2000;
/** Milliseconds to wait for killed processes to disappear. */
const KILL_TIMEOUT = 1000;
/** Milliseconds between two checks. */
const POLL = 20;

/**
 * Ends a process and all processes that it started. Resolves when they have ended, or `KILL_TIMEOUT` after SIGKILL. On
 * POSIX, `pid` must lead a process group, and `runId` finds processes that left the tree. The processes get SIGTERM
 * before SIGKILL, except processes that are found after the SIGTERM. On Windows, the tree is killed at once, because
 * console programs cannot be asked to end.
 */
export async function endProcessTree(pid: number, clock: Clock, runId?: string): Promise<void> {
  if (process.platform === 'win32') return taskkill(pid);
  const strays = await straysOf(pid, runId);
  signalAll(pid, strays, 'SIGTERM');
  const areEnded = await areGone(pid, strays, GRACE, clock);
  const late = await straysOf(pid, runId);
  if (areEnded && late.length === 0) return;
  const left = strays.filter((stray) => isAlive(stray));
  signalAll(pid, [...left, ...late], 'SIGKILL');
  await areGone(pid, [...left, ...late], KILL_TIMEOUT, clock);
}

/** The descendants of a process, and all processes of the run. They may have left the process group. */
async function straysOf(pid: number, runId: string | undefined): Promise<readonly number[]> {
  const [below, named] = await Promise.all([descendantsOf(pid), runId === undefined ? [] : processesOf(runId)]);
  return [...new Set([...below, ...named.map((each) => each.pid)])];
}

/** Whether any process is alive in the group that `pid` leads or led. */
export function isGroupAlive(pid: number): boolean {
  return process.platform !== 'win32' && isAlive(-pid);
}

/** Unlike `isGroupAlive`, ignores the other processes of the group. */
export function isProcessAlive(pid: number): boolean {
  return isAlive(pid);
}

/** All descendants of `pid`. Empty without `ps`, as in some small containers. */
async function descendantsOf(pid: number): Promise<number[]> {
  const parents = await listParents();
  const found: number[] = [];
  for (let next = [pid]; next.length > 0;) {
    next = parents.flatMap((entry) => (next.includes(entry.parent) ? [entry.pid] : []));
    next = next.filter((each) => !found.includes(each));
    found.push(...next);
  }
  return found;
}

function listParents(): Promise<{ readonly pid: number; readonly parent: number }[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid='], { maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => {
      const lines = [...stdout.matchAll(/^[ \t]*(\d+)[ \t]+(\d+)[ \t]*$/gm)];
      resolve(lines.map(([, pid, parent]) => ({ pid: Number(pid), parent: Number(parent) })));
    });
  });
}

function signalAll(group: number, pids: readonly number[], name: NodeJS.Signals): void {
  for (const target of [-group, ...pids]) {
    try {
      process.kill(target, name);
    } catch {
      // The process has ended, or signaling it is not permitted.
    }
  }
}

async function areGone(group: number, pids: readonly number[], timeout: number, clock: Clock): Promise<boolean> {
  const never = new AbortController().signal;
  for (const deadline = clock.now() + timeout; ; await sleep(clock, POLL, never)) {
    if (!isAlive(-group) && !pids.some((pid) => isAlive(pid))) return true;
    if (clock.now() >= deadline) return false;
  }
}

/** A process of another user counts as alive, although signaling it fails with EPERM. */
function isAlive(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    // `taskkill` fails if the process has already ended.
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
  });
}
