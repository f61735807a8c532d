import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** After SIGKILL a group is gone within milliseconds, unless its orphans are never reaped and remain as zombies. */
const ZOMBIE_MS = 500;

/**
 * Asks a process group to end, and kills it after `graceMs` (at once if 0). Resolves when the group is gone or only
 * zombies remain. On Windows a group is a process and its descendants, which are killed at once.
 */
export async function endGroup(group: number, graceMs = 3000): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], { windowsHide: true });
    return;
  }
  const deadline = Date.now() + graceMs;
  if (graceMs > 0) signalGroup(group, 'SIGTERM');
  while (signalGroup(group, Date.now() < deadline ? 0 : 'SIGKILL') && Date.now() < deadline + ZOMBIE_MS)
    await delay(25);
}

/** Sends a signal; returns whether the group exists. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
