import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkspaceError, type Workspace, type WorkspaceRoot } from '../../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { isSensitivePath } from '../../../src/extension/approval/sensitivePaths.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function inWorkspace(run: (workspace: Workspace, folder: string) => Promise<void>): Promise<void> {
  const files = { 'ws/a.ts': 'a', 'lib/b.ts': 'b', 'lib/sub/c.ts': 'c', 'secret.txt': 'secret' };
  await withTempFolder(files, (folder) => {
    const slashed = folder.replaceAll('\\', '/');
    const roots = (): WorkspaceRoot[] => [{ name: 'ws', path: join(folder, 'ws') }];
    return run(createDiskWorkspace({ roots, search: walkSearch }), slashed);
  });
}

const withAdmitted = (workspace: Workspace, paths: string[]): Workspace => workspace.admit?.(paths) ?? workspace;

const failure = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
  );

describe('a workspace with an admitted path outside its roots', () => {
  test('opens the admitted file, but no other file next to it', () =>
    inWorkspace(async (workspace, folder) => {
      const path = `${folder}/lib/b.ts`;
      const opened = withAdmitted(workspace, [path]);
      expect(await opened.resolve(path)).toMatchObject({ kind: 'inside', path, display: path });
      await opened.write(path, bytes('done'), {}, signal);
      expect(await readFile(path, 'utf8')).toBe('done');
      expect(await failure(opened.read(`${folder}/lib/sub/c.ts`, signal))).toBe('outside');
      expect(await failure(opened.read(`${folder}/lib/b.ts/../../secret.txt`, signal))).toBe('outside');
      expect(await failure(workspace.read(path, signal))).toBe('outside');
      expect(await failure(opened.read(`${folder}/ws/a.ts`, signal))).toBe('done');
    }));

  test('refuses an admitted link that now points elsewhere', () =>
    inWorkspace(async (workspace, folder) => {
      const link = join(folder, 'link');
      await symlink(join(folder, 'lib/b.ts'), link);
      const opened = withAdmitted(workspace, [(await workspace.resolve(link)).path]);
      expect((await opened.resolve(link)).kind).toBe('inside');
      await rm(link);
      await symlink(join(folder, 'secret.txt'), link);
      expect((await opened.resolve(link)).kind).toBe('outside');
    }));

  test('opens an admitted folder with its files, but does not follow links in it', () =>
    inWorkspace(async (workspace, folder) => {
      await symlink(`${folder}/secret.txt`, join(folder, 'lib/link.txt'));
      const opened = withAdmitted(workspace, [`${folder}/lib`]);
      expect((await opened.list(`${folder}/lib`, signal)).map(({ name }) => name)).toEqual(['b.ts', 'link.txt', 'sub']);
      expect(await failure(opened.read(`${folder}/lib/sub/c.ts`, signal))).toBe('done');
      expect(await failure(opened.read(`${folder}/lib/link.txt`, signal))).toBe('outside');
      const { paths } = await opened.glob({ pattern: '**/*.ts', path: `${folder}/lib`, limit: 10 }, signal);
      expect(paths).toEqual([`${folder}/lib/b.ts`, `${folder}/lib/sub/c.ts`]);
    }));

  test('refuses an admitted path that has become a link', () =>
    inWorkspace(async (workspace, folder) => {
      const opened = withAdmitted(workspace, [`${folder}/lib/b.ts`]);
      await rm(join(folder, 'lib/b.ts'));
      await symlink(`${folder}/secret.txt`, join(folder, 'lib/b.ts'));
      expect(await failure(opened.read(`${folder}/lib/b.ts`, signal))).toBe('outside');
      expect(await failure(opened.write(`${folder}/lib/b.ts`, bytes('x'), {}, signal))).toBe('outside');
      expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('secret');
      await rename(join(folder, 'lib'), join(folder, 'moved'));
      await symlink(join(folder, 'moved'), join(folder, 'lib'));
      expect(await failure(withAdmitted(workspace, [`${folder}/lib`]).list(`${folder}/lib`, signal))).toBe('outside');
    }));

  test('creates an admitted file with its folders', () =>
    inWorkspace(async (workspace, folder) => {
      const path = `${folder}/fresh/deep/d.ts`;
      const { context, run } = createToolHarness(withAdmitted(workspace, [path]));
      const outcome = await run(writeFileTool, { file_path: path, content: 'd\n' });
      expect(outcomeText(outcome)).toBe(`Created ${path} (+1 −0 lines).`);
      expect(await readFile(path, 'utf8')).toBe('d\n');
      expect(outcomeText(await run(readFileTool, { file_path: path }))).toBe('1\td');
      expect(context.workspace.roots).toHaveLength(1);
    }));

  test('searches only the roots if the query names no path', () =>
    inWorkspace(async (workspace, folder) => {
      const opened = withAdmitted(workspace, [`${folder}/lib`]);
      const { paths } = await opened.glob({ pattern: '*.ts', limit: 10 }, signal);
      expect(paths).toEqual([`${folder}/ws/a.ts`]);
    }));

  test('treats an admitted path that is sensitive as sensitive', () =>
    inWorkspace(async (workspace, folder) => {
      const opened = withAdmitted(workspace, [`${folder}/home/.bashrc`]);
      expect(isSensitivePath(await opened.resolve(`${folder}/home/.bashrc`))).toBe(true);
    }));
});

test('a workspace uses its current roots after folders were added or removed', async () => {
  await withTempFolder({ 'one/a.ts': 'a', 'two/b.ts': 'b' }, async (folder) => {
    const root = (name: string): WorkspaceRoot => ({ name, path: join(folder, name).replaceAll('\\', '/') });
    let roots = [root('one')];
    const workspace = createDiskWorkspace({ roots: () => roots, search: walkSearch });
    const b = join(folder, 'two/b.ts');
    expect((await workspace.resolve(b)).kind).toBe('outside');
    roots = [root('one'), root('two')];
    expect(workspace.roots).toEqual(roots);
    expect(await workspace.resolve('two/b.ts')).toMatchObject({ kind: 'inside', display: 'two/b.ts' });
    expect((await workspace.glob({ pattern: '*.ts', limit: 9 }, signal)).paths).toHaveLength(2);
    roots = [root('two')];
    expect(await failure(workspace.read(join(folder, 'one/a.ts'), signal))).toBe('outside');
    expect((await workspace.resolve('b.ts')).display).toBe('b.ts');
    await mkdir(join(folder, 'three'));
    await writeFile(join(folder, 'three/c.ts'), 'c');
    expect((await workspace.resolve(join(folder, 'three/c.ts'))).kind).toBe('outside');
  });
});
