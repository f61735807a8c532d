/**
 * Outlives its owner by a moment: reads from stdin which process groups, folders and files the owner has, and when the owner
 * is gone, in whatever way, ends and removes what it has left. A process that is killed cannot do that by itself.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const GRACE_MS = 3000;

/** @type {Set<number>} */
const groups = new Set();
/** @type {Set<string>} */
const paths = new Set();

// Whoever ends the owner's whole session means the owner; what is left then is still ours to clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {{ group?: number, path?: string, owned: boolean }} */
  const { group, path, owned } = JSON.parse(line);
  if (group !== undefined) owned ? groups.add(group) : groups.delete(group);
  if (path !== undefined) owned ? paths.add(path) : paths.delete(path);
}
await Promise.all([...groups].map(endGroup));
for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** @param {number} group */
async function endGroup(group) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], { windowsHide: true });
    return;
  }
  const deadline = Date.now() + GRACE_MS;
  if (!signalGroup(group, 'SIGTERM')) return;
  while (signalGroup(group, 0)) {
    if (Date.now() > deadline) signalGroup(group, 'SIGKILL');
    if (Date.now() > deadline + GRACE_MS) return;
    await delay(25);
  }
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether there was somebody to hear it
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // ESRCH: the group has ended, which is what was wanted.
    return false;
  }
}
