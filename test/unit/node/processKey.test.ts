import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processKey } from '../../../src/extension/node/processKey.ts';

describe.skipIf(process.platform !== 'linux')('the key of a process', () => {
  it('stays the same, and contains the start time of the process', async () => {
    const key = await processKey(process.pid);
    expect(key).toMatch(new RegExp(`^${process.pid}@\\d+ [-0-9a-f]{36}$`));
    expect(await processKey(process.pid)).toBe(key);
    expect(await processKey(1)).not.toBe(key?.replace(String(process.pid), '1'));
  });

  it('has the start that ps reports, on a system without /proc', async () =>
    expect(await processKey(process.pid, 'darwin')).toMatch(/^\d+@\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/));

  it.each(['linux', 'darwin', 'win32'] as const)('is undefined for a process that has ended (%s)', async (platform) => {
    const child = spawn('true');
    await once(child, 'exit');
    expect(await processKey(child.pid ?? 0, platform)).toBeUndefined();
  });
});
