import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { KeptOutputFolder } from '../../../src/extension/node/keptOutput.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** Returns what is logged while the first output of a window is created. */
async function loggedBySweep(folder: string): Promise<string[]> {
  const logged: string[] = [];
  const log = { ...silentLog, error: (message: string) => void logged.push(message) };
  const kept = await new KeptOutputFolder(folder, log).create();
  await kept?.delete();
  return logged;
}

test('old output is removed without a message', () =>
  withTempFolder({ 'old.log': 'x', 'new.log': 'x' }, async (folder) => {
    await utimes(join(folder, 'old.log'), 0, 0);
    expect(await loggedBySweep(folder)).toEqual([]);
    expect(await readdir(folder)).toEqual(['new.log']);
  }));

test('old output that cannot be removed is logged', () =>
  withTempFolder({}, async (folder) => {
    await mkdir(join(folder, 'old.log'));
    await utimes(join(folder, 'old.log'), 0, 0);
    expect(await loggedBySweep(folder)).toEqual(['Old output could not be removed']);
  }));

test.skipIf(process.platform === 'win32')('old output whose age cannot be read is logged as such', () =>
  withTempFolder({}, async (folder) => {
    await symlink('loop.log', join(folder, 'loop.log'));
    expect(await loggedBySweep(folder)).toEqual(['The size and age of old output could not be read']);
  }),
);
