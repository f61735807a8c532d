import { describe, expect, it } from 'vitest';
import { applyChanges, beginNothing } from '../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { WorkspaceError, type WorkspaceErrorKind } from '../../../src/extension/ports/workspace.ts';
import {
  createMemoryWorkspace,
  type MemoryWorkspace,
  type MemoryWorkspaceOptions,
} from '../../support/memoryWorkspace.ts';

const { signal } = new AbortController();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const FILES = { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n' };
const PREPARED = { 'a.ts': 'A\n', 'b.ts': 'B\n', 'n/new.ts': 'new\n' };

/** Changes that modify two files, add one and delete one. */
async function prepare(options: MemoryWorkspaceOptions = {}) {
  const base = createMemoryWorkspace(FILES, options);
  const overlay = createOverlay(base);
  await overlay.write('/ws/a.ts', bytes('A\n'), {}, signal);
  await overlay.write('/ws/b.ts', bytes('B\n'), {}, signal);
  await overlay.write('/ws/n/new.ts', bytes('new\n'), {}, signal);
  await overlay.delete('/ws/c.ts', {}, signal);
  base.calls.length = 0;
  return { base, changes: overlay.changes() };
}

const writesOf = (base: MemoryWorkspace): string[] => base.calls.filter((call) => /^(write|delete)/.test(call));

describe('applyChanges', () => {
  it('writes all changes, and counts lines', async () => {
    const { base, changes } = await prepare();
    expect(await applyChanges(changes, base, beginNothing, signal)).toEqual({
      kind: 'applied',
      files: [
        { path: '/ws/a.ts', display: 'a.ts', added: 1, removed: 1 },
        { path: '/ws/b.ts', display: 'b.ts', added: 1, removed: 1 },
        { path: '/ws/c.ts', display: 'c.ts', added: 0, removed: 1 },
        { path: '/ws/n/new.ts', display: 'n/new.ts', added: 1, removed: 0 },
      ],
      unsaved: [],
      reformatted: [],
      batch: expect.anything() as unknown,
    });
    expect(base.snapshot()).toEqual(PREPARED);
  });

  it('keeps the mode of a file', async () => {
    const base = createMemoryWorkspace();
    base.put('run.sh', 'a', { mode: 0o755 });
    const overlay = createOverlay(base);
    await overlay.write('/ws/run.sh', bytes('b'), {}, signal);
    await applyChanges(overlay.changes(), base, beginNothing, signal);
    expect(await base.stat('/ws/run.sh', signal)).toMatchObject({ mode: 0o755 });
  });

  it.each<[string, number | undefined, number]>([
    ['keeps a mode that the user has set meanwhile', undefined, 0o700],
    ['sets the mode of a change that has one', 0o755, 0o755],
  ])('%s', async (_title, mode, expected) => {
    const base = createMemoryWorkspace({ 'a.ts': 'a' });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('b'), mode === undefined ? {} : { mode }, signal);
    base.put('a.ts', 'a', { mode: 0o700 });
    await applyChanges(overlay.changes(), base, beginNothing, signal);
    expect(await base.read('/ws/a.ts', signal)).toMatchObject({ bytes: bytes('b'), mode: expected });
  });

  it.each<[string, (base: MemoryWorkspace) => void, string[]]>([
    ['the user has changed a file meanwhile', (base) => base.put('a.ts', 'by the user\n'), ['a.ts']],
    ['a file has unsaved text', (base) => base.put('b.ts', 'typed\n', { unsaved: true }), ['b.ts']],
    ['the user has deleted a file meanwhile', (base) => base.remove('a.ts'), ['a.ts']],
    ['the user has changed a file that would be deleted', (base) => base.put('c.ts', 'kept\n'), ['c.ts']],
    ['a file that would be added already exists', (base) => base.put('n/new.ts', 'mine\n'), ['n/new.ts']],
    ['a file has become a folder', (base) => (base.remove('a.ts'), base.put('a.ts/x', 'x')), ['a.ts']],
    [
      'the user has changed two files meanwhile',
      (base) => (base.put('a.ts', '1'), base.put('b.ts', '2')),
      ['a.ts', 'b.ts'],
    ],
  ])('writes nothing if %s', async (_title, meanwhile, paths) => {
    const { base, changes } = await prepare();
    meanwhile(base);
    const before = base.snapshot();
    expect(await applyChanges(changes, base, beginNothing, signal)).toEqual({ kind: 'conflict', paths });
    expect(base.snapshot()).toEqual(before);
    expect(writesOf(base)).toEqual([]);
  });

  it('writes nothing if a path now leads outside the workspace through a link', async () => {
    const { base, changes } = await prepare();
    const moved = {
      ...base,
      resolve: async (path: string) => (path === '/ws/n/new.ts' ? base.resolve('/etc/new.ts') : base.resolve(path)),
    };
    expect(await applyChanges(changes, moved, beginNothing, signal)).toEqual({ kind: 'conflict', paths: ['n/new.ts'] });
    expect(writesOf(base)).toEqual([]);
  });

  it('changes a file whose unsaved text was saved unchanged', async () => {
    const base = createMemoryWorkspace();
    base.put('a.ts', 'typed', { unsaved: true });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('done'), {}, signal);
    base.put('a.ts', 'typed');
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
  });

  it.each([1, 2, 3, 4])('reverts everything if step %i fails', async (step) => {
    const { base, changes } = await prepare();
    const path = pathOfStep(step);
    base.failNext(path === '/ws/c.ts' ? 'delete' : 'write', 'io', path);
    expect(await applyChanges(changes, base, beginNothing, signal)).toMatchObject({ kind: 'failed', restored: true });
    expect(base.snapshot()).toEqual(FILES);
  });

  it.each([1, 2, 3, 4])('reverts everything if step %i takes effect and then fails', async (step) => {
    const { base, changes } = await prepare();
    const failing: MemoryWorkspace = {
      ...base,
      async write(path, content, options, writeSignal) {
        const result = await base.write(path, content, options, writeSignal);
        if (path === pathOfStep(step) && content.length > 0 && !isBase(path, content)) throw new Error('late');
        return result;
      },
      async delete(path, options, deleteSignal) {
        await base.delete(path, options, deleteSignal);
        if (path === pathOfStep(step) && path === '/ws/c.ts') throw new Error('late');
      },
    };
    expect(await applyChanges(changes, failing, beginNothing, signal)).toMatchObject({
      kind: 'failed',
      restored: true,
    });
    expect(base.snapshot()).toEqual(FILES);
  });

  it.each([2, 3, 4])('reverts files that a formatter changed on save if step %i fails', async (step) => {
    const { base, changes } = await prepare({ formatOnSave: (text) => `// formatted\n${text}` });
    const path = pathOfStep(step);
    base.failNext(path === '/ws/c.ts' ? 'delete' : 'write', 'io', path);
    expect(await applyChanges(changes, base, beginNothing, signal)).toMatchObject({ kind: 'failed', restored: true });
    expect(base.snapshot()).toEqual(FILES);
  });

  it('reverts everything if it is aborted between two writes', async () => {
    const { base, changes } = await prepare();
    const abort = new AbortController();
    const release = base.holdNext('write', 'b.ts');
    const result = applyChanges(changes, base, beginNothing, abort.signal);
    await untilCalled(base, 'write /ws/b.ts');
    abort.abort();
    release();
    expect(await result).toMatchObject({ kind: 'failed', restored: true });
    expect(base.snapshot()).toEqual(FILES);
  });

  it('reverts everything if a file changes between two writes, and reports a conflict', async () => {
    const { base, changes } = await prepare();
    const release = base.holdNext('write', 'a.ts');
    const result = applyChanges(changes, base, beginNothing, signal);
    await untilCalled(base, 'write /ws/a.ts');
    base.put('b.ts', 'by the user\n');
    release();
    expect(await result).toEqual({ kind: 'conflict', paths: ['b.ts'] });
    expect(base.snapshot()).toEqual({ ...FILES, 'b.ts': 'by the user\n' });
  });

  it.each([1, 2, 3, 4])('reverts everything if file %i changes between its comparison and its write', async (step) => {
    const { base, changes } = await prepare();
    const path = pathOfStep(step);
    const disturbed: MemoryWorkspace = {
      ...base,
      async write(written, content, options, writeSignal) {
        if (written === path && options.exact !== true) base.put(path, 'by the user\n');
        return base.write(written, content, options, writeSignal);
      },
      async delete(deleted, options, deleteSignal) {
        if (deleted === path && options.expected !== undefined) base.put(path, 'by the user\n');
        return base.delete(deleted, options, deleteSignal);
      },
    };
    const name = path.slice('/ws/'.length);
    expect(await applyChanges(changes, disturbed, beginNothing, signal)).toEqual({ kind: 'conflict', paths: [name] });
    expect(base.snapshot()).toEqual({ ...FILES, [name]: 'by the user\n' });
  });

  it.each<[string, (base: MemoryWorkspace) => void, Partial<MemoryWorkspace>]>([
    ['becomes a folder', (base) => (base.remove('b.ts'), base.put('b.ts/x', 'x')), {}],
    [
      'becomes a link to another place',
      () => {},
      {
        resolve: (path) => Promise.resolve({ kind: 'inside', path: `/ws/elsewhere${path}`, relative: '', display: '' }),
      },
    ],
  ])('reverts everything if a file %s between two writes', async (_title, meanwhile, moved) => {
    const { base, changes } = await prepare();
    const release = base.holdNext('write', 'a.ts');
    const workspace = { ...base };
    const result = applyChanges(changes, workspace, beginNothing, signal);
    await untilCalled(base, 'write /ws/a.ts');
    meanwhile(base);
    const before = base.snapshot();
    Object.assign(workspace, moved);
    release();
    expect(await result).toEqual({ kind: 'conflict', paths: ['b.ts'] });
    expect(base.snapshot()).toEqual(before);
  });

  it('does not revert a file that the user changed after it was written, and reports it', async () => {
    const { base, changes } = await prepare();
    const disturbed: MemoryWorkspace = {
      ...base,
      async write(path, content, options, writeSignal) {
        if (path !== '/ws/b.ts') return base.write(path, content, options, writeSignal);
        base.put('a.ts', 'by the user\n');
        throw new Error('disk full');
      },
    };
    expect(await applyChanges(changes, disturbed, beginNothing, signal)).toMatchObject({
      kind: 'failed',
      restored: false,
      message: expect.stringContaining('a.ts (changed since)') as string,
    });
    expect(base.text('a.ts')).toBe('by the user\n');
  });

  it('reports a file that could not be restored, and restores the others', async () => {
    const { base, changes } = await prepare();
    base.failNext('write', 'io', 'n/new.ts');
    const stubborn: MemoryWorkspace = {
      ...base,
      async write(path, content, options, writeSignal) {
        if (path === '/ws/a.ts' && isBase(path, content)) throw new WorkspaceError('no-space', path, 'ENOSPC');
        return base.write(path, content, options, writeSignal);
      },
    };
    expect(await applyChanges(changes, stubborn, beginNothing, signal)).toMatchObject({
      kind: 'failed',
      restored: false,
      message: expect.stringContaining('a.ts (disk full)') as string,
    });
    expect(base.snapshot()).toEqual({ ...FILES, 'a.ts': 'A\n' });
  });

  it.each<[WorkspaceErrorKind | Error, string]>([
    ['permission', 'Premove has no permission to change b.ts.'],
    ['unsaved', 'b.ts has unsaved changes in an editor. Save or revert them.'],
    ['no-space', 'The disk is full.'],
    ['io', 'b.ts could not be read or written. See the log.'],
    [new Error('a bug'), 'Something went wrong. See the log.'],
  ])('gives the reason in words for the user, and the error for the log: %s', async (fault, message) => {
    const { base, changes } = await prepare();
    base.failNext('write', fault, 'b.ts');
    expect(await applyChanges(changes, base, beginNothing, signal)).toMatchObject({
      kind: 'failed',
      message,
      errors: [fault instanceof Error ? fault : { kind: fault, path: '/ws/b.ts' }],
    });
  });

  it('reports a full disk if the earlier contents cannot be stored, and writes nothing', async () => {
    const { base, changes } = await prepare();
    const begin = (): Promise<never> => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    const result = await applyChanges(changes, base, begin, signal);
    expect(result).toMatchObject({ kind: 'failed', message: 'The disk is full.', restored: true });
    expect(writesOf(base)).toEqual([]);
  });

  it('runs two calls for one workspace one after the other', async () => {
    const { base, changes } = await prepare();
    const release = base.holdNext('write', 'a.ts');
    const [first, second] = [
      applyChanges(changes, base, beginNothing, signal),
      applyChanges(changes, base, beginNothing, signal),
    ];
    await untilCalled(base, 'write /ws/a.ts');
    release();
    expect(await first).toMatchObject({ kind: 'applied' });
    expect(await second).toMatchObject({ kind: 'conflict' });
    expect(writesOf(base)).toHaveLength(4);
  });
});

/** The path of a step, from 1: writes come first, deletes last. */
function pathOfStep(step: number): string {
  return ['/ws/a.ts', '/ws/b.ts', '/ws/n/new.ts', '/ws/c.ts'][step - 1] ?? '';
}

function isBase(path: string, content: Uint8Array): boolean {
  const base = FILES[path.slice('/ws/'.length) as keyof typeof FILES] as string | undefined;
  return base !== undefined && new TextDecoder().decode(content) === base;
}

async function untilCalled(base: MemoryWorkspace, call: string): Promise<void> {
  while (!base.calls.includes(call)) await Promise.resolve();
}
