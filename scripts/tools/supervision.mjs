import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './lock.mjs';

/** After SIGKILL a group is gone within milliseconds, unless its orphans are never reaped and remain as zombies. */
const ZOMBIE_MS = 500;

/**
 * Ends a script first, so that it does not continue or report failures. Then ends the process groups that the script
 * and its processes have registered in the folder of the run (`endWithRun`), and removes the folder.
 *
 * @param {string} folder
 * @param {number} script its process id
 */
export async function endRun(folder, script) {
  await endGroup(script);
  const groups = readdirSync(folder).flatMap((name) => /^group-(\d+)$/.exec(name)?.[1] ?? []);
  await Promise.all(groups.map((group) => endGroup(Number(group))));
  removeFolder(folder);
}

/** @param {string} folder removed with retries, because a process may have used it a moment ago */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Asks a process group to end, and kills it after `graceMs` (at once if 0). Resolves when the group is gone or only
 * zombies remain. On Windows a group is a process and its descendants, which are killed at once.
 *
 * @param {number} group
 */
export async function endGroup(group, graceMs = 3000) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], { windowsHide: true });
    return;
  }
  const deadline = Date.now() + graceMs;
  if (graceMs > 0) signalGroup(group, 'SIGTERM');
  while (signalGroup(group, Date.now() < deadline ? 0 : 'SIGKILL') && Date.now() < deadline + ZOMBIE_MS)
    await delay(25);
}

/** @type {(group: number, signal: NodeJS.Signals | 0) => boolean} returns whether the group exists */
function signalGroup(group, signal) {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** @param {() => void} callback called once after the parent process, or npm above it, has ended or was killed */
export function onParentGone(callback) {
  const [parent, npm] = [process.ppid, npmAbove(process.ppid)];
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && npmAbove(parent) === npm) return;
    clearInterval(timer);
    callback();
  }, 500).unref();
}

/**
 * npm runs a script with `sh -c`. Debian's sh waits for the script, even if npm is killed, so the parent of sh is watched
 * too. On other systems the script replaces sh.
 *
 * @param {number} parent
 */
function npmAbove(parent) {
  try {
    // proc_pid_stat(5): process id, name in parentheses, state, parent.
    const stat = process.env.npm_lifecycle_event && readFileSync(`/proc/${parent}/stat`, 'utf8');
    return /^\d+ \((?:sh|dash|bash)\) \S (\d+)/.exec(stat ?? '')?.[1];
  } catch {
    return undefined;
  }
}
