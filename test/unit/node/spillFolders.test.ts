import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { newSpillFolder, sweepSpillFolders } from '../../../src/extension/node/spillFolders.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

test('sweeps what a dead process left, and nothing else', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const mine = basename(newSpillFolder('/'));
  const files = { [`${dead}-left/content`]: 'x', [`${mine}/content`]: 'x', 'other/content': 'x' };
  await withTempFolder(files, async (folder) => {
    await sweepSpillFolders(folder, silentLog);
    expect((await readdir(folder)).sort()).toEqual([mine, 'other'].sort());
  });
});

test('finds nothing to sweep where nothing was ever spilled', () =>
  withTempFolder({}, (folder) => sweepSpillFolders(join(folder, 'none'), silentLog)));
