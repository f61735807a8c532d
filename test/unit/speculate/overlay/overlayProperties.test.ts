import fc from 'fast-check';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createDiskWorkspace } from '../../../../src/extension/node/diskWorkspace.ts';
import { createFileSpill } from '../../../../src/extension/node/fileSpill.ts';
import { createProcessOwner } from '../../../../src/extension/node/processOwner.ts';
import { walkSearch } from '../../../../src/extension/node/search/walkSearch.ts';
import { newSpillFolder } from '../../../../src/extension/node/spillFolders.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { WorkspaceError, type PathResolution, type Workspace } from '../../../../src/extension/ports/workspace.ts';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../../src/extension/speculate/overlay.ts';
import { DEFAULT_TOOLS } from '../../../../src/extension/tools/builtin/defaultTools.ts';
import { createToolRegistry } from '../../../../src/extension/tools/registry.ts';
import type { ToolContext } from '../../../../src/extension/tools/tool.ts';
import { createSeenFiles } from '../../../../src/extension/tools/seenFiles.ts';
import { createMemorySpill } from '../../../support/memorySpill.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { makeTempFolder, putFile } from '../../../support/tempFolder.ts';
import { bytes, kindOf, read, signal } from './overlayFiles.ts';

/** Relative to the workspace. `new/x` needs a folder `new`, but `new` may already be a file. */
const PATHS = ['a', 'b', 'F', 'new', 'new/x', 'd/a', 'd/e/b', 'caf\u00e9/a'] as const;
/** Other spellings of names above, which some disks treat as the same name. */
const RESPELLED = ['f', 'New/x', 'D/a', 'd/E/b', 'cafe\u0301/a'] as const;

const text = fc.constantFrom('', 'one\n', 'two\n', 'one\ntwo\n');
const mode = fc.constantFrom(undefined, 0o600, 0o644, 0o755);

/** The operations of the file tools: an edit appends text to what it has read. */
function operationOn(path: fc.Arbitrary<string>) {
  return fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text, mode }),
    fc.record({ kind: fc.constant('edit' as const), path, text }),
    fc.record({ kind: fc.constant('delete' as const), path }),
    fc.record({ kind: fc.constant('rename' as const), path, to: path }),
  );
}
type Operation = ReturnType<typeof operationOn> extends fc.Arbitrary<infer T> ? T : never;

/** `resolved` converts a path to the form that the workspace's methods take. */
async function run(
  workspace: Workspace,
  step: Operation,
  resolved = async (path: string): Promise<string> => (await workspace.resolve(path)).path,
): Promise<unknown> {
  const path = await resolved(step.path);
  switch (step.kind) {
    case 'write':
      return workspace.write(path, bytes(step.text), step.mode === undefined ? {} : { mode: step.mode }, signal);
    case 'edit':
      return workspace.write(path, bytes((await read(workspace, path)) + step.text), {}, signal);
    case 'delete':
      return workspace.delete(path, {}, signal);
    case 'rename':
      return workspace.rename(path, await resolved(step.to), signal);
  }
}

function pathsOf(step: Operation): string[] {
  return 'to' in step ? [step.path, step.to] : [step.path];
}

const toNfc = (name: string): string => name.normalize('NFC');
const fold = (name: string): string => toNfc(name).toLowerCase();

/** A rename that changes only the spelling is a boundary in a speculation. */
function isRespelling({ kind, path, ...step }: Operation): boolean {
  return kind === 'rename' && 'to' in step && fold(path) === fold(step.to);
}

/** Paths whose modes may differ: a file that is deleted and created again keeps its mode in an overlay only. */
function createdAgain(steps: readonly Operation[]): ReadonlySet<string> {
  return new Set(steps.filter(({ kind }) => kind === 'delete' || kind === 'rename').map(({ path }) => fold(path)));
}

describe('an overlay in memory', () => {
  const start = fc.dictionary(fc.constantFrom(...PATHS.filter((path) => path !== 'new/x')), text);
  const disk = fc.record({ caseSensitive: fc.boolean(), unifiesForms: fc.boolean() });
  const steps = fc.array(operationOn(fc.constantFrom(...PATHS, ...RESPELLED)), { maxLength: 10 });

  /**
   * The paths and texts of all files, with each path in one spelling. When a folder loses its last file, the workspace
   * in memory forgets the folder's spelling, but an overlay does not.
   */
  async function view(workspace: Workspace, spell: (path: string) => string): Promise<unknown> {
    const { paths } = await workspace.glob({ pattern: '**', limit: 100 }, signal);
    const contents = await Promise.all(paths.map(async (path) => [spell(path), await read(workspace, path)]));
    return contents.sort();
  }

  async function found(workspace: Workspace): Promise<string[]> {
    const { matches } = await workspace.grep({ pattern: 'two', caseSensitive: true, limit: 100 }, signal);
    return matches.map(({ path, line }) => `${fold(path)}:${line}`).sort();
  }

  async function modesOf(base: MemoryWorkspace, steps: readonly Operation[]): Promise<unknown> {
    const again = createdAgain(steps);
    const names = Object.keys(base.snapshot()).filter((name) => !again.has(fold(name)));
    const modes = names.map(async (name) => [fold(name), (await base.stat(`/ws/${name}`, signal))?.mode]);
    return Object.fromEntries(await Promise.all(modes));
  }

  it('shows the same files as direct operations, at each step and after applying', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(start, steps, disk, async (files, all, { caseSensitive, unifiesForms }) => {
        const direct = createMemoryWorkspace(files, { caseSensitive });
        const base = createMemoryWorkspace(files, { caseSensitive });
        const overlay = createOverlay(base, { unifiesForms });
        // The workspace in memory does not unify Unicode forms. With NFC paths it acts like a disk that unifies them.
        const spell = (path: string): string => (unifiesForms ? toNfc(path) : path);
        const shown = (workspace: Workspace) => view(workspace, caseSensitive ? toNfc : fold);
        const done = all.filter((step) => !isRespelling(step));
        for (const step of done) {
          const there = await kindOf(run(direct, step, async (path) => (await direct.resolve(spell(path))).path));
          expect([step, await kindOf(run(overlay, step))]).toEqual([step, there]);
          expect(await shown(overlay)).toEqual(await shown(direct));
        }
        expect(await found(overlay)).toEqual(await found(direct));
        expect(base.snapshot()).toEqual(createMemoryWorkspace(files).snapshot());
        expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
        expect(await shown(base)).toEqual(await shown(direct));
        expect(await modesOf(base, done)).toEqual(await modesOf(direct, done));
      }),
      { numRuns: 150 },
    );
  });

  it('leaves no trace if it is disposed', async () => {
    await fc.assert(
      fc.asyncProperty(start, steps, async (files, all) => {
        const base = createMemoryWorkspace(files);
        const before = base.snapshot();
        const spill = createMemorySpill();
        const overlay = createOverlay(base, { spill, maxMemory: 8 });
        for (const step of all) await kindOf(run(overlay, step));
        overlay.dispose();
        expect([overlay.changes(), overlay.summary().files, spill.disposed]).toEqual([[], [], true]);
        expect(base.snapshot()).toEqual(before);
        expect(base.calls.filter((call) => /^(write|delete|rename)/.test(call))).toEqual([]);
      }),
    );
  });
});

describe.skipIf(process.platform === 'win32')('an overlay on a disk', () => {
  const start = fc.dictionary(fc.constantFrom(...PATHS.filter((path) => path !== 'new/x')), fc.record({ text, mode }));
  /** Links, beside the files: to a file, to a folder, out of the workspace, and to nothing. */
  const LINKS = { link: 'a', in: 'd', out: '../outside', loose: 'gone' };
  const linked = fc.constantFrom('link', 'in/a', 'in/e/b', 'out/x', 'loose', 'loose/x');
  const steps = fc.array(operationOn(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PATHS) }, linked)), {
    maxLength: 10,
  });
  type Start = typeof start extends fc.Arbitrary<infer T> ? T : never;

  async function makeProject(root: string, files: Start): Promise<Workspace> {
    await mkdir(join(root, 'ws/d'), { recursive: true });
    for (const [name, file] of Object.entries(files)) {
      const path = await putFile(root, `ws/${name}`, file.text);
      if (file.mode !== undefined) await chmod(path, file.mode);
    }
    await putFile(root, 'outside/x', 'secret\n');
    for (const [name, target] of Object.entries(LINKS)) await symlink(target, join(root, 'ws', name));
    return createDiskWorkspace({ roots: () => [{ name: 'ws', path: join(root, 'ws') }], search: walkSearch });
  }

  /** Every folder, file and link below the folder, with content and mode. */
  async function treeOf(folder: string, more: (path: string) => Promise<unknown> = () => Promise.resolve()) {
    const tree: Record<string, unknown> = {};
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const { mode: bits } = await lstat(path);
      const content = entry.isFile()
        ? await readFile(path, 'latin1')
        : entry.isSymbolicLink()
          ? await readlink(path)
          : '';
      tree[path.slice(folder.length + 1)] = [entry.isDirectory() ? 'folder' : bits & 0o777, content, await more(path)];
    }
    return tree;
  }

  /** An overlay has no empty folders of its own, so a folder that a step created is removed with its last file. */
  async function removeEmptied(workspace: Workspace, path: string, kept: ReadonlySet<string>): Promise<void> {
    for (let folder = dirname(path); workspace.roots[0]?.path !== folder && !kept.has(folder); folder = dirname(folder))
      if (
        (await rmdir(folder).then(
          () => 'removed',
          () => 'kept',
        )) === 'kept'
      )
        return;
  }

  it('shows the same files as direct operations', { timeout: 120_000 }, async () => {
    const roots = [await makeTempFolder(), await makeTempFolder()] as const;
    try {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(start, steps, async (files, all) => {
          count += 1;
          const [directRoot, root] = roots.map((each) => join(each, String(count))) as [string, string];
          const [direct, disk] = [await makeProject(directRoot, files), await makeProject(root, files)];
          const before = await treeOf(root);
          const folders = new Set(
            Object.keys(before).flatMap((name) =>
              (before[name] as unknown[])[0] === 'folder' ? join(directRoot, name) : [],
            ),
          );
          const overlay = createOverlay(disk, {
            maxMemory: 16,
            spill: createMemorySpill(),
          });
          // Resolved before all steps: a link to a file that a step deletes is broken on the disk afterwards.
          const places = new Map<string, readonly [PathResolution, PathResolution]>();
          const at = (path: string): readonly [PathResolution, PathResolution] => places.get(path) ?? fail(path);
          for (const path of all.flatMap(pathsOf))
            places.set(path, [await direct.resolve(path), await overlay.resolve(path)]);
          const done = all.filter((step) => {
            const paths = pathsOf(step).map((path) => at(path)[0].path);
            return !isRespelling(step) && new Set(paths).size === paths.length;
          });
          for (const step of done) {
            // Tools refuse a path outside the workspace, so the step is not run directly. The overlay must refuse it.
            const isOutside = pathsOf(step).some((path) => at(path)[0].kind === 'outside');
            const there = isOutside ? 'outside' : await kindOf(run(direct, step, async (path) => at(path)[0].path));
            await removeEmptied(direct, at(step.path)[0].path, folders);
            const here = await kindOf(run(overlay, step, async (path) => at(path)[1].path));
            expect([step, isOutside && here === 'not-found' ? 'outside' : here]).toEqual([step, there]);
          }
          expect(await treeOf(root)).toEqual(before);
          expect(await applyChanges(overlay.changes(), disk, beginNothing, signal)).toMatchObject({ kind: 'applied' });
          overlay.dispose();
          const result = async (folder: string): Promise<unknown> => {
            const tree = await treeOf(folder);
            for (const { path } of all.filter(({ kind }) => kind === 'delete' || kind === 'rename')) {
              const entry = tree[at(path)[0].path.slice(directRoot.length + 1)];
              if (Array.isArray(entry) && entry[0] !== 'folder') entry[0] = 'any mode';
            }
            return tree;
          };
          expect(await result(root)).toEqual(await result(directRoot));
        }),
        { numRuns: 30 },
      );
    } finally {
      for (const root of roots) await rm(root, { recursive: true, force: true });
    }
  });

  /** The encodings that the tools keep. */
  const ENCODINGS = {
    utf8: (content: string) => Buffer.from(content),
    'utf8 with a mark': (content: string) => Buffer.from(`\ufeff${content}`),
    'utf16, little end first': (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le'),
    'utf16, big end first': (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16(),
  };
  const encoded = fc.dictionary(
    fc.constantFrom(...PATHS.filter((path) => path !== 'new/x')),
    fc.record({
      encoding: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
      text: fc.constantFrom('', 'one\n', 'one\r\ntwo\r\n', 'two ä'),
    }),
  );
  // No links to files and no other Unicode forms, because an overlay and the disk resolve these paths differently.
  const file_path = fc.constantFrom(...PATHS, 'f', 'D/a', 'in/a', 'out/x');
  const callOf = <Name extends string, T>(tool: Name, input: fc.Arbitrary<T>) =>
    fc.record({ tool: fc.constant(tool), input });
  const calls = fc.array(
    fc.oneof(
      callOf('read_file', fc.record({ file_path })),
      callOf('write_file', fc.record({ file_path, content: fc.constantFrom('', 'one\n', 'ö\n') })),
      callOf('edit', fc.record({ file_path, old_string: fc.constant('one'), new_string: fc.constantFrom('two', 'ß') })),
      callOf('delete_file', fc.record({ file_path })),
      callOf('move_file', fc.record({ file_path, new_path: file_path })),
      callOf('grep', fc.record({ pattern: fc.constantFrom('two', 'ß') })),
      callOf('glob', fc.record({ pattern: fc.constant('**') })),
    ),
    { maxLength: 12, size: 'max' },
  );

  it('gives the file tools the same results as the disk, in every encoding', { timeout: 120_000 }, async () => {
    const roots = [await makeTempFolder(), await makeTempFolder()] as const;
    const registry = createToolRegistry(DEFAULT_TOOLS);
    try {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(encoded, calls, async (files, all) => {
          count += 1;
          const [directRoot, root] = roots.map((each) => join(each, String(count))) as [string, string];
          const workspaces: Workspace[] = [];
          for (const each of [directRoot, root]) {
            workspaces.push(await makeProject(each, {}));
            for (const [name, file] of Object.entries(files)) {
              await writeFile(await putFile(each, `ws/${name}`, ''), ENCODINGS[file.encoding](file.text));
            }
          }
          const [direct, disk] = workspaces as [Workspace, Workspace];
          const before = await treeOf(root);
          const kept = new Set(Object.keys(before).map((name) => join(directRoot, name)));
          const overlay = createOverlay(disk);
          const [there, here] = [direct, overlay].map((workspace): ToolContext => ({
            workspace,
            seen: createSeenFiles(),
          }));
          for (const { tool, input } of all) {
            const found = registry.find(tool) ?? fail(tool);
            const outcomeIn = async (context: ToolContext = fail(tool)): Promise<string> =>
              JSON.stringify(await found.execute(input, context, signal).catch(kindOfError))
                .replaceAll(directRoot, '')
                .replaceAll(root, '');
            const [expected, outcome] = [await outcomeIn(there), await outcomeIn(here)];
            expect([tool, input, outcome]).toEqual([tool, input, expected]);
            if ('file_path' in input) {
              await removeEmptied(direct, (await direct.resolve(input.file_path)).path, kept);
            }
          }
          expect(await treeOf(root)).toEqual(before);
          expect(await applyChanges(overlay.changes(), disk, beginNothing, signal)).toMatchObject({ kind: 'applied' });
          expect(await treeOf(root)).toEqual(await treeOf(directRoot));
          overlay.dispose();
        }),
        {
          numRuns: 15,
          examples: [
            [
              {},
              [
                { tool: 'write_file', input: { file_path: 'new', content: '' } },
                { tool: 'edit', input: { file_path: 'new/x', old_string: 'one', new_string: 'two' } },
              ],
            ],
          ],
        },
      );
    } finally {
      for (const root of roots) await rm(root, { recursive: true, force: true });
    }
  });

  it('leaves no trace if it is aborted at any moment', { timeout: 120_000 }, async () => {
    const folder = await makeTempFolder();
    try {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(start, steps, fc.nat(30), async (files, all, moment) => {
          count += 1;
          const root = join(folder, String(count));
          const spills = join(folder, 'spill');
          const disk = await makeProject(root, files);
          const timesOf = async (path: string): Promise<unknown> => (await lstat(path)).mtimeMs;
          const before = await treeOf(root, timesOf);
          const abort = new AbortController();
          let left = moment;
          const overlay = createOverlay(
            abortingAt(disk, () => left-- === 0 && abort.abort()),
            {
              maxMemory: 4,
              spill: createFileSpill(newSpillFolder(spills), createProcessOwner(), silentLog),
            },
          );
          abort.signal.addEventListener('abort', () => overlay.dispose());
          for (const step of all) await kindOf(run(overlay, step));
          abort.abort();
          expect(overlay.changes()).toEqual([]);
          await vi.waitFor(async () => expect(await readdir(spills).catch(() => [])).toEqual([]));
          expect(await treeOf(root, timesOf)).toEqual(before);
        }),
        { numRuns: 20 },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

function kindOfError(error: unknown): string {
  return error instanceof WorkspaceError ? error.kind : String(error);
}

function fail(path: string): never {
  throw new Error(`${path} is not resolved`);
}

/** Calls `onRead` before each read. */
function abortingAt(workspace: Workspace, onRead: () => unknown): Workspace {
  return {
    ...workspace,
    roots: workspace.roots,
    async read(path, readSignal) {
      onRead();
      return workspace.read(path, readSignal);
    },
  };
}
