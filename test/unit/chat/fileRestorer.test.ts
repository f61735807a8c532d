import { expect, test } from 'vitest';
import { FileRestorer, type FileRestorerOptions } from '../../../src/extension/chat/fileRestorer.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

test('the file restorer names each file that cannot be restored, with the reason', async () => {
  const workspace = createMemoryWorkspace({});
  const restorer = new FileRestorer({ workspace } as unknown as FileRestorerOptions);
  const { lost } = await restorer.toUnrestored([
    { path: '/ws/large.bin', kind: 'lost', reason: 'too-large' },
    { path: '/ws/gone.txt', kind: 'lost', reason: 'damaged' },
    { path: '/ws/locked.txt', kind: 'failed', message: 'Permission denied' },
    { path: '/ws/same.txt', kind: 'unchanged' },
  ]);
  expect(lost).toEqual([
    'large.bin (too large to be kept)',
    'gone.txt (its earlier content is damaged)',
    'locked.txt (Permission denied)',
  ]);
});
