import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Milliseconds. A system under load may start a program slowly. */
const TIMEOUT = 10_000;

/**
 * A text that identifies a running process by its id and start, because a later process can get the same id. Undefined
 * if the start is unknown.
 */
export async function processKey(pid: number, platform = process.platform): Promise<string | undefined> {
  const started = await readStart(pid, platform);
  return started === '' ? undefined : `${pid}@${started}`;
}

/**
 * When a process started, in clock ticks since the machine started; empty outside of Linux, or if unknown. The
 * start is the 22nd field of `/proc/<pid>/stat`. The last `)` ends the second field: the program's name, which may
 * contain anything.
 */
export async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return (
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[19] ?? ''
  );
}

async function readStart(pid: number, platform: NodeJS.Platform): Promise<string> {
  switch (platform) {
    case 'linux':
      return readLinuxStart(pid);
    case 'win32': {
      const command = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`;
      return outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command]);
    }
    default:
      return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
  }
}

/** The result of `startOf` with the id of the machine's last start, because `startOf` counts from that start. */
async function readLinuxStart(pid: number): Promise<string> {
  const started = await startOf(pid);
  return started === '' ? '' : `${started} ${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}`;
}

/** The output does not depend on languages and time zones. Empty if the program fails. */
function outputOf(file: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: TIMEOUT, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout.trim()),
    );
  });
}
