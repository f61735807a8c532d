import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Owned {
  readonly folder: string;
  readonly pid: number;
}

test('the guard ends the processes and removes the folders of a killed owner', async () => {
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'owner.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { folder, pid } = await firstLine(owner);
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true]);
  owner.kill('SIGKILL');
  await expect.poll(() => existsSync(folder), { timeout: 5000 }).toBe(false);
  expect(isRunning(pid)).toBe(false);
});

async function firstLine(owner: ChildProcess): Promise<Owned> {
  const early = once(owner, 'exit').then(([code]) => Promise.reject(new Error(`The owner ended with code ${code}.`)));
  const [text] = (await Promise.race([once(owner.stdout ?? process.stdin, 'data'), early])) as [Buffer];
  return JSON.parse(text.toString()) as Owned;
}

/** False for a zombie too: if the system does not reap orphans, an ended orphan keeps its process id. */
function isRunning(pid: number): boolean {
  if (process.platform === 'win32') {
    const { stdout } = spawnSync('tasklist', ['/nh', '/fi', `PID eq ${pid}`], { encoding: 'utf8' });
    return stdout.includes(String(pid));
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
