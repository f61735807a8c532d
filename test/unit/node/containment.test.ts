import { realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkspaceError, type Workspace } from '../../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;

/** The content of the file, or the kind of the error if it cannot be read. */
const contentOf = (workspace: Workspace, path: string): Promise<string> =>
  workspace.read(path, signal).then(
    ({ bytes }) => Buffer.from(bytes).toString(),
    (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
  );

/** The real path of the existing part of `path`, from the operating system. */
async function realPart(path: string): Promise<string> {
  for (let part = path; ; part = part.slice(0, part.lastIndexOf('/'))) {
    const real = await realpath(part).catch(() => undefined);
    if (real !== undefined) return real;
  }
}

const isBelow = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

test('a path of links, dots and names never leads outside the roots', async () => {
  const files = { 'ws/a/file': 'in', 'ws/..b/file': 'in', 'ws2/file': 'in', 'outside/secret.txt': 'secret' };
  await withTempFolder(files, async (folder) => {
    const top = folder.replaceAll('\\', '/');
    const roots = [`${top}/ws`, `${top}/ws2`];
    const workspace = createDiskWorkspace({
      roots: () => roots.map((path) => ({ name: path.slice(top.length + 1), path })),
      search: walkSearch,
    });
    await symlink(join(folder, 'outside'), join(folder, 'ws/a/out'));
    await symlink('..', join(folder, 'ws/a/up'));
    await symlink('../..', join(folder, 'ws/a/upper'));
    await symlink(join(folder, 'ws2'), join(folder, 'ws/other'));
    const names = ['a', 'out', 'up', 'upper', 'other', '..b', 'ws', 'ws2', 'outside', 'A', 'file', 'new', 'secret.txt'];
    const path = fc.tuple(
      fc.constantFrom('', `${top}/`, `${top}/ws/`),
      fc.array(fc.constantFrom('..', '.', ...names), { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(path, async ([start, segments]) => {
        const resolution = await workspace.resolve(start + segments.join('/'));
        const found = await contentOf(workspace, resolution.path);
        expect(found).not.toBe('secret');
        if (resolution.kind === 'outside') {
          expect(found).toBe('outside');
          return;
        }
        expect(isBelow(await realPart(resolution.path), roots)).toBe(true);
        const { isLink: _, ...place } = resolution;
        expect(await workspace.resolve(resolution.path)).toEqual(place);
      }),
      { numRuns: 300 },
    );
  });
}, 20_000);

test('on a case-insensitive disk, a path in any case never leads outside the roots', async () => {
  const files = { 'ws/src/file': 'in', 'outside/secret': 'secret', 'ws-other/secret': 'secret' };
  await withTempFolder(files, async (folder) => {
    const top = folder.replaceAll('\\', '/');
    await symlink(join(folder, 'outside'), join(folder, 'ws/src/out'));
    await symlink('..', join(folder, 'ws/src/up'));
    // Like a case-insensitive disk: a name in another case is the same file, which has one real name.
    for (const [place, name] of [
      ['', 'ws'],
      ['', 'outside'],
      ['', 'ws-other'],
      ['ws', 'src'],
      ['ws/src', 'out'],
      ['ws/src', 'up'],
      ['ws/src', 'file'],
      ['outside', 'secret'],
      ['ws-other', 'secret'],
    ] as const) {
      const other = join(folder, place, name.toUpperCase());
      // On a case-insensitive disk the name exists already.
      await symlink(name, other).catch(() => realpath(other));
    }
    const root = `${top}/ws`;
    const workspace = createDiskWorkspace({
      roots: () => [{ name: 'WS', path: `${top}/WS` }],
      search: walkSearch,
      caseSensitive: false,
    });
    expect(await contentOf(workspace, `${top}/ws/SRC/file`)).toBe('in');
    const names = ['ws', 'src', 'out', 'up', 'file', 'outside', 'secret', 'ws-other'];
    const path = fc.tuple(
      fc.constantFrom('', `${top}/`, `${top}/ws/`, `${top}/WS/`),
      fc.array(fc.constantFrom('..', '.', 'new', ...names, ...names.map((name) => name.toUpperCase())), {
        minLength: 1,
        maxLength: 6,
      }),
    );
    await fc.assert(
      fc.asyncProperty(path, async ([start, segments]) => {
        const { kind, path: resolved } = await workspace.resolve(start + segments.join('/'));
        const found = await contentOf(workspace, resolved);
        expect(found).not.toBe('secret');
        expect(found === 'outside').toBe(kind === 'outside');
        if (kind === 'inside') expect(isBelow(await realPart(resolved), [root])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
}, 20_000);

test('a path of links, dots and names opens only the roots and the admitted paths', async () => {
  const files = { 'ws/a': 'a', 'one/b': 'b', 'one/sub/c': 'c', 'two/d': 'secret', secret: 'secret' };
  await withTempFolder(files, async (folder) => {
    const top = folder.replaceAll('\\', '/');
    await symlink(top, join(folder, 'ws/up'));
    await symlink(join(folder, 'two'), join(folder, 'one/two'));
    await symlink(join(folder, 'one'), join(folder, 'two/one'));
    const workspace = createDiskWorkspace({
      roots: () => [{ name: 'ws', path: join(folder, 'ws') }],
      search: walkSearch,
    });
    const admitting = workspace.admit?.([`${top}/one`, `${top}/two/x`]) ?? workspace;
    const segment = fc.constantFrom('..', '.', 'up', 'ws', 'one', 'two', 'sub', 'a', 'b', 'c', 'd', 'secret', 'x');
    const start = fc.constantFrom('', `${top}/`, `${top}/one/`, `${top}/ws/up/`);
    await fc.assert(
      fc.asyncProperty(start, fc.array(segment, { minLength: 1, maxLength: 6 }), async (from, segments) => {
        const { kind, path } = await admitting.resolve(from + segments.join('/'));
        const found = await contentOf(admitting, path);
        expect(found).not.toBe('secret');
        expect(found === 'outside').toBe(kind === 'outside');
      }),
      { numRuns: 200 },
    );
  });
}, 20_000);
