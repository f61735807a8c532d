import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Calls back once when the process that started us is gone: ended or killed without passing it on. Does not keep this
 * process alive.
 *
 * @param {() => void} callback
 */
export function onParentGone(callback) {
  const isThere = watchParent();
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/** @returns {() => boolean} */
function watchParent() {
  const parent = process.ppid;
  if (process.platform === 'win32') return () => isAlive(parent);
  // `sh -c` of Debian waits for us on behalf of npm, and goes on waiting when npm is gone.
  const grandparent = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : undefined;
  return () => process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent);
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {number} pid */
function isShell(pid) {
  return /^(\S*\/)?(sh|dash|bash)\0-c\0/.test(readProc(pid, 'cmdline'));
}

/**
 * @param {number} pid
 * @returns {number | undefined} the parent's process id, where the system has /proc
 */
function parentOf(pid) {
  const found = /^PPid:\s*(\d+)/m.exec(readProc(pid, 'status'))?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * @param {number} pid
 * @param {string} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // Only Linux has it; elsewhere `sh -c` replaces itself by us, so npm is our parent.
    return '';
  }
}
