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

test('lets one go after the other, and says once that it waits', () =>
  withCache(async (cache) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const events: string[] = [];
    let finish = (): void => undefined;
    const first = withLock(LOCK, async () => {
      events.push('first begins');
      await new Promise<void>((resolve) => (finish = resolve));
      events.push('first ends');
    });
    const second = withLock(LOCK, async () => void events.push('second'));
    await vi.waitFor(() => expect(said).toHaveBeenCalledWith(LOCK.waiting));
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual(['first begins', 'first ends', 'second']);
    expect(said).toHaveBeenCalledTimes(1);
    expect(await readdir(cache)).toEqual([]);
  }));

test('takes over from an owner that is gone, and lets go after a failure', () =>
  withCache(async (cache) => {
    const failing = withLock(LOCK, async () => {
      const [file = ''] = await readdir(cache);
      const { pid } = spawnSync(process.execPath, ['--version']);
      await writeFile(join(cache, file), String(pid));
      // Another takes the lock over now, as if this process were the dead one.
      await withLock(LOCK, async () => undefined);
      throw new Error('the build failed');
    });
    await expect(failing).rejects.toThrow('the build failed');
    expect(await readdir(cache)).toEqual([]);
  }));
