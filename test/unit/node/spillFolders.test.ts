import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { newSpillFolder, sweepSpillFolders } from '../../../src/extension/node/spillFolders.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

test('removes only the folder of a process that has ended', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const own = basename(newSpillFolder('/'));
  const files = { [`${dead}-left/content`]: 'x', [`${own}/content`]: 'x', 'other/content': 'x' };
  await withTempFolder(files, async (folder) => {
    await sweepSpillFolders(folder, silentLog);
    expect((await readdir(folder)).sort()).toEqual([own, 'other'].sort());
  });
});

test('does nothing if there is no spill folder', () =>
  withTempFolder({}, (folder) => sweepSpillFolders(join(folder, 'none'), silentLog)));
