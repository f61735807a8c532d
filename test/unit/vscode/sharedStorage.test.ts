import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedStorage } from '../../../src/extension/vscode/sharedStorage.ts';

type Context = Parameters<typeof sharedStorage>[0];

function check(workspace: string | undefined): string {
  const storageUri = workspace && { fsPath: `/user/workspaceStorage/${workspace}/premove.premove` };
  return sharedStorage({ storageUri, globalStorageUri: { fsPath: '/user/globalStorage/premove' } } as Context);
}

test.each([
  ['775ea477', '775ea477'],
  ['775ea477-1', '775ea477'],
  ['-75ea477-9', '-75ea477'],
  ['-7', '-7'],
  ['ext-dev', 'ext-dev'],
])('all windows of a workspace share a folder: %s becomes %s', (workspace, shared) => {
  expect(check(workspace)).toBe(join('/user/workspaceStorage', shared, 'premove.premove'));
});

test('without a workspace, all windows share the global folder', () => {
  expect(check(undefined)).toBe('/user/globalStorage/premove');
});
