import { describe, expect, it } from 'vitest';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../../src/extension/speculate/overlay.ts';
import { toFileChange } from '../../../../src/extension/speculate/overlay/overlayChange.ts';
import { createMemorySpill } from '../../../support/memorySpill.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { bytes, kindOf, read, signal } from './overlayFiles.ts';

describe('an overlay with contents that exceed its memory', () => {
  const files = { 'a.txt': 'one two\n', 'b.txt': '12345678\n' };
  const prepare = (maxMemory = 0) => {
    const base = createMemoryWorkspace(files);
    const spill = createMemorySpill();
    return { base, spill, overlay: createOverlay(base, { spill, maxMemory }) };
  };

  it('spills contents, and reads, searches and applies them as usual', async () => {
    const { base, spill, overlay } = prepare();
    await overlay.write('/ws/a.txt', bytes('one\nthree\n'), {}, signal);
    await overlay.write('/ws/n/new.txt', bytes('three\n'), {}, signal);
    await overlay.delete('/ws/b.txt', {}, signal);
    expect(spill.size).toBe(4);
    expect(await read(overlay, '/ws/a.txt')).toBe('one\nthree\n');
    expect(await overlay.stat('/ws/a.txt', signal)).toMatchObject({ size: 10 });
    const { matches } = await overlay.grep({ pattern: 'three', caseSensitive: true, limit: 9 }, signal);
    expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(['/ws/a.txt:2', '/ws/n/new.txt:1']);
    expect(overlay.changes().map(toFileChange)).toMatchObject([
      { display: 'a.txt', added: 2, removed: 1 },
      { display: 'b.txt', added: 0, removed: 1 },
      { display: 'n/new.txt', added: 1, removed: 0 },
    ]);
    base.failNext('write', 'io', 'n/new.txt');
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ restored: true });
    expect(base.snapshot()).toEqual(files);
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    expect(base.snapshot()).toEqual({ 'a.txt': 'one\nthree\n', 'n/new.txt': 'three\n' });
  });

  it('spills only contents that do not fit, counts equal contents once, and reuses freed memory', async () => {
    const { spill, overlay } = prepare(18);
    await overlay.write('/ws/n1', bytes('x'.repeat(9)), {}, signal);
    await overlay.write('/ws/n2', bytes('x'.repeat(9)), {}, signal);
    await overlay.rename('/ws/b.txt', '/ws/moved.txt', signal);
    expect(spill.size).toBe(0);
    await overlay.write('/ws/n3', bytes('y'), {}, signal);
    expect(spill.size).toBe(1);
    for (const name of ['n1', 'n2']) await overlay.delete(`/ws/${name}`, {}, signal);
    await overlay.write('/ws/n4', bytes('z'.repeat(9)), {}, signal);
    expect(spill.size).toBe(1);
    await kindOf(overlay.write('/ws/n4/x', bytes('fails'), {}, signal));
    overlay.clear();
    await overlay.write('/ws/n5', bytes('x'.repeat(18)), {}, signal);
    expect(spill.size).toBe(1);
  });

  it('fails a change that does not fit if there is no spill, and keeps its state', async () => {
    const overlay = createOverlay(createMemoryWorkspace(files), { maxMemory: 16 });
    expect(await kindOf(overlay.write('/ws/a.txt', bytes('123456789'), {}, signal))).toBe('too-large');
    expect(overlay.changes()).toEqual([]);
    expect(await kindOf(overlay.write('/ws/a.txt', bytes('12345678'), {}, signal))).toBe('done');
    expect(await kindOf(overlay.write('/ws/n', bytes('x'), {}, signal))).toBe('too-large');
    expect(overlay.changes()).toHaveLength(1);
  });

  it('applies nothing if a spilled content was damaged', async () => {
    const { base, spill, overlay } = prepare();
    await overlay.write('/ws/a.txt', bytes('one\n'), {}, signal);
    await overlay.write('/ws/b.txt', bytes('two\n'), {}, signal);
    spill.damage('two\n');
    expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({
      kind: 'failed',
      restored: true,
    });
    expect(base.snapshot()).toEqual(files);
  });

  it('disposes the spill when it is disposed', async () => {
    const { spill, overlay } = prepare();
    await overlay.write('/ws/a.txt', bytes('one\n'), {}, signal);
    overlay.dispose();
    expect(spill.disposed).toBe(true);
  });
});
