import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withLock } from '../../../scripts/tools/lock.mjs';
import { withTempFolder } from '../../support/tempFolder.ts';

const LOCK = { name: 'build', root: '/checkout', waiting: 'Waiting for the other build…' };

afterEach(() => {
  vi.unstubAllEnvs();
});

function withCache(run: (cache: string) => Promise<void>): Promise<void> {
  return withTempFolder({}, async (cache) => {
    vi.stubEnv('PREMOVE_CACHE', cache);
    await run(cache);
  });
}

test('withLock runs one action after the other, and prints once that the second action waits', () =>
  withCache(async (cache) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const events: string[] = [];
    let finish = (): void => undefined;
    const first = withLock(LOCK, async () => {
      events.push('first begins');
      await new Promise<void>((resolve) => (finish = resolve));
      events.push('first ends');
    });
    const second = withLock(LOCK, async () => void events.push('second'));
    await vi.waitFor(() => expect(printed).toHaveBeenCalledWith(LOCK.waiting));
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual(['first begins', 'first ends', 'second']);
    expect(printed).toHaveBeenCalledTimes(1);
    expect(await readdir(cache)).toEqual([]);
  }));

test('withLock takes over the lock of a dead process, and releases the lock after a failure', () =>
  withCache(async (cache) => {
    const failing = withLock(LOCK, async () => {
      const [file = ''] = await readdir(cache);
      const { pid } = spawnSync(process.execPath, ['--version']);
      await writeFile(join(cache, file), String(pid));
      // The lock file now names a dead process, so this call takes the lock over.
      await withLock(LOCK, async () => undefined);
      throw new Error('the build failed');
    });
    await expect(failing).rejects.toThrow('the build failed');
    expect(await readdir(cache)).toEqual([]);
  }));
