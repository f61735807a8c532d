import { readFileSync } from 'node:fs';
import { isAlive } from './lock.mjs';

const POLL_MS = 500;

/**
 * Calls `callback` once after the parent process has ended or was killed. Does not keep this process alive. Without it,
 * a stop button or a script that ends only npm would leave everything running that npm has started.
 *
 * @param {() => void} callback
 */
export function onParentGone(callback) {
  const parent = process.ppid;
  const grandparent = parentOfShell(parent);
  const timer = setInterval(() => {
    const isParentAlive = process.platform === 'win32' ? isAlive(parent) : process.ppid === parent;
    if (isParentAlive && parentOfShell(parent) === grandparent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/**
 * npm runs a script with `sh -c`. Debian's sh waits for the script, even if npm is killed, so npm, the parent of sh, is
 * watched as well. On other systems sh is replaced by the script, so npm is the direct parent.
 *
 * @param {number} pid
 * @returns {string | undefined} the parent's process id, if `pid` is npm's `sh` on Linux
 */
function parentOfShell(pid) {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return undefined;
  try {
    // proc_pid_stat(5): process id, name in parentheses, state, parent.
    return /^\d+ \((?:sh|dash|bash)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
