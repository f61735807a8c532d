import { readFile } from 'node:fs/promises';
import { until } from '../until.ts';

/** Waits until a command has written its process id into a file. */
export function pidIn(file: string): Promise<number> {
  return until(`a process id is in ${file}`, async () => {
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    return pid > 0 && pid;
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
