import { expect, it } from 'vitest';
import { createFixedWorkspace } from '../../../src/extension/tools/fixedWorkspace.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';

const { signal } = new AbortController();
const FILES = { 'README.md': '# Hello\n', 'src/a.ts': 'alpha\nbeta\n', 'src/b.ts': 'beta\n' };
const create = () => createFixedWorkspace({ name: 'sample', path: '/nowhere/sample' }, FILES);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

it('the fixed workspace resolves paths as models write them, and refuses paths outside its folder', async () => {
  const workspace = create();
  const at = { kind: 'inside', path: '/nowhere/sample/src/a.ts', relative: 'src/a.ts', display: 'src/a.ts' };
  for (const name of ['src/a.ts', './src/a.ts', 'sample/src/a.ts', '/nowhere/sample/src/a.ts'])
    expect(await workspace.resolve(name)).toEqual(at);
  for (const name of ['/etc/passwd', '../other', '/nowhere/sample2/a.ts'])
    expect(await workspace.resolve(name)).toMatchObject({ kind: 'outside' });
  await expect(workspace.read('/etc/passwd', signal)).rejects.toMatchObject({ kind: 'outside' });
});

it('the fixed workspace reads, lists and searches its files', async () => {
  const workspace = create();
  expect(text((await workspace.read('/nowhere/sample/src/a.ts', signal)).bytes)).toBe('alpha\nbeta\n');
  await expect(workspace.read('/nowhere/sample/src', signal)).rejects.toMatchObject({ kind: 'is-directory' });
  await expect(workspace.read('/nowhere/sample/no.ts', signal)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await workspace.stat('/nowhere/sample/src/b.ts', signal)).toMatchObject({ type: 'file', size: 5 });
  expect(await workspace.stat('/nowhere/sample/src', signal)).toMatchObject({ type: 'directory' });
  expect(await workspace.stat('/nowhere/sample/no.ts', signal)).toBeUndefined();
  expect(await workspace.list('/nowhere/sample', signal)).toEqual([
    { name: 'README.md', type: 'file' },
    { name: 'src', type: 'directory' },
  ]);
  const all = await workspace.glob({ pattern: '**/*.ts', limit: 1 }, signal);
  expect(all).toEqual({ paths: ['/nowhere/sample/src/a.ts'], truncated: true });
  const query = { pattern: 'beta', include: '*.ts', caseSensitive: true, limit: 10 };
  const { matches } = await workspace.grep(query, signal);
  expect(matches.map(({ path, line }) => [path, line])).toEqual([
    ['/nowhere/sample/src/a.ts', 2],
    ['/nowhere/sample/src/b.ts', 1],
  ]);
  const inFile = await workspace.grep({ ...query, path: '/nowhere/sample/src/b.ts' }, signal);
  expect(inFile.matches).toHaveLength(1);
});

it('the fixed workspace refuses changes, but an overlay over the workspace accepts them', async () => {
  const workspace = create();
  const path = '/nowhere/sample/src/a.ts';
  const bytes = new TextEncoder().encode('new');
  await expect(workspace.write(path, bytes, {}, signal)).rejects.toMatchObject({ kind: 'permission' });
  await expect(workspace.delete(path, {}, signal)).rejects.toMatchObject({ kind: 'permission' });
  const overlay = createOverlay(workspace);
  await overlay.write(path, bytes, {}, signal);
  expect(text((await overlay.read(path, signal)).bytes)).toBe('new');
  expect(text((await workspace.read(path, signal)).bytes)).toBe('alpha\nbeta\n');
});
