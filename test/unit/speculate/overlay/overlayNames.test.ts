import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../../src/extension/node/search/walkSearch.ts';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay, type Overlay } from '../../../../src/extension/speculate/overlay.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { bytes, kindOf, read, signal } from './overlayFiles.ts';

type Contents = Readonly<Record<string, string>>;

async function overDisk(files: Contents, run: (overlay: Overlay, root: string) => Promise<void>): Promise<void> {
  await withTempFolder(files, async (folder) => {
    const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
    const overlay = createOverlay(workspace);
    await run(overlay, workspace.roots[0]?.path ?? '');
    const applied = await applyChanges(overlay.changes(), workspace, beginNothing, signal);
    expect(applied.kind).toBe('applied');
  });
}

const write = (overlay: Overlay, path: string, text: string) => overlay.write(path, bytes(text), {}, signal);

describe('a name that looks like the name of a file or folder', () => {
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];

  test.each([
    ['composed', `${composed}.txt`, `${decomposed}.txt`],
    ['decomposed', `${decomposed}.txt`, `${composed}.txt`],
    ['composed, in a new folder', `${composed}/deep/${composed}.txt`, `${decomposed}/deep/${decomposed}.txt`],
    ['with another space', 'at 9\u202fAM.txt', 'at 9 AM.txt'],
  ])('means that file or folder (%s)', (_title, created, meant) =>
    overDisk({ 'a.txt': '' }, async (overlay, root) => {
      await write(overlay, `${root}/${created}`, 'one');
      expect(await read(overlay, `${root}/${meant}`)).toBe('one');
      await write(overlay, `${root}/${meant}`, 'two');
      expect(await read(overlay, `${root}/${created}`)).toBe('two');
      expect(overlay.changes()).toHaveLength(1);
    }),
  );

  test('means that file also if it is on disk, and never a file whose name looks different', () =>
    overDisk({ 'a 1.txt': 'disk' }, async (overlay, root) => {
      await write(overlay, `${root}/b\u20021.txt`, 'one');
      await write(overlay, `${root}/c.txt`, 'c');
      expect(await read(overlay, `${root}/a 1.txt`)).toBe('disk');
      expect(await read(overlay, `${root}/a\u20021.txt`)).toBe('disk');
      expect(await kindOf(overlay.read(`${root}/b 2.txt`, signal))).toBe('not-found');
    }));
});

test.skipIf(process.platform === 'win32')('a link to a deleted file has no target', () =>
  overDisk({ 'target.txt': 'one', 'other.txt': '' }, async (overlay, root) => {
    symlinkSync(join(root, 'target.txt'), join(root, 'link.txt'));
    await overlay.delete(`${root}/target.txt`, {}, signal);
    const link = `${root}/link.txt`;
    expect(await kindOf(overlay.read(link, signal))).toBe('not-found');
    expect(await overlay.stat(link, signal)).toBeUndefined();
    const linkInList = async () => (await overlay.list(root, signal)).find(({ isLink }) => isLink);
    expect(await linkInList()).toEqual({ name: 'link.txt', type: 'other', isLink: true });
    await write(overlay, `${root}/target.txt/new.txt`, 'new');
    expect(await linkInList()).toEqual({ name: 'link.txt', type: 'directory', isLink: true });
    await overlay.delete(`${root}/target.txt/new.txt`, {}, signal);
    await write(overlay, link, 'again');
    expect(overlay.changes()).toMatchObject([{ path: `${root}/target.txt`, kind: 'modified' }]);
  }),
);
