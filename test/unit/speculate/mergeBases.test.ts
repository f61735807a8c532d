import { describe, expect, it } from 'vitest';
import { applyChanges, beginNothing } from '../../../src/extension/speculate/apply.ts';
import { mergeBases, unresolvedFiles } from '../../../src/extension/speculate/mergeBases.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, read, signal } from './overlay/overlayFiles.ts';

const FILES = { 'a.ts': 'one\ntwo\nthree\n', 'b.ts': 'alpha\n', 'gone.ts': 'old\n' };

async function prepare() {
  const base = createMemoryWorkspace(FILES);
  const overlay = createOverlay(base);
  await overlay.write('/ws/a.ts', bytes('one\ntwo\nTHREE\n'), {}, signal);
  await overlay.write('/ws/b.ts', bytes('beta\n'), {}, signal);
  await overlay.delete('/ws/gone.ts', {}, signal);
  const merge = async () => (await mergeBases(overlay, base, signal)).map(({ display }) => display);
  return { base, overlay, merge };
}

describe('mergeBases', () => {
  it('merges edits of different lines, and the result is applied', async () => {
    const { base, overlay, merge } = await prepare();
    base.put('a.ts', 'ONE\ntwo\nthree\n');
    expect(await merge()).toEqual([]);
    expect(overlay.changes()[0]).toMatchObject({ path: '/ws/a.ts', lines: { added: 1, removed: 1 } });
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    expect(base.snapshot()).toEqual({ 'a.ts': 'ONE\ntwo\nTHREE\n', 'b.ts': 'beta\n' });
  });

  it('drops a change that the file already has', async () => {
    const { base, overlay, merge } = await prepare();
    base.put('b.ts', 'beta\n');
    base.remove('gone.ts');
    expect(await merge()).toEqual([]);
    expect(overlay.changes().map(({ path }) => path)).toEqual(['/ws/a.ts']);
  });

  it('leaves both versions between markers, until the user has resolved them', async () => {
    const { base, overlay, merge } = await prepare();
    base.put('b.ts', 'mine\n');
    const conflicts = await mergeBases(overlay, base, signal);
    expect(conflicts.map(({ display }) => display)).toEqual(['b.ts']);
    expect(await read(overlay, '/ws/b.ts')).toBe('<<<<<<< Your file\nmine\n=======\nbeta\n>>>>>>> Prepared edits\n');
    expect(await merge()).toEqual([]);
    expect(await unresolvedFiles(conflicts, overlay, signal)).toHaveLength(1);
    await overlay.write('/ws/b.ts', bytes('mine, beta\n'), {}, signal);
    expect(await unresolvedFiles(conflicts, overlay, signal)).toEqual([]);
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    expect(base.text('b.ts')).toBe('mine, beta\n');
  });

  it('does not merge a prepared delete with an edit, so that the delete is never applied', async () => {
    const { base, overlay, merge } = await prepare();
    base.put('gone.ts', 'still needed\n');
    expect(await merge()).toEqual(['gone.ts']);
    expect(await merge()).toEqual(['gone.ts']);
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toEqual({
      kind: 'conflict',
      paths: ['gone.ts'],
    });
  });

  it('says of a conflict that the file was deleted, and keeps the prepared file', async () => {
    const { base, overlay } = await prepare();
    base.remove('b.ts');
    const conflict = { path: '/ws/b.ts', display: 'b.ts', isMarked: false, isDeleted: true };
    expect(await mergeBases(overlay, base, signal)).toEqual([conflict]);
    expect(await read(overlay, '/ws/b.ts')).toBe('beta\n');
  });

  it('takes the mode that the file has now', async () => {
    const { base, overlay, merge } = await prepare();
    base.put('a.ts', 'ONE\ntwo\nthree\n', { mode: 0o755 });
    expect(await merge()).toEqual([]);
    expect(overlay.changes()[0]).toMatchObject({ base: { mode: 0o755 }, current: { mode: 0o755 } });
  });
});
