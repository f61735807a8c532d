import { expect, it } from 'vitest';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { BaseWatch } from '../../../src/extension/speculate/baseWatch.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, signal } from './overlayFiles.ts';

async function watch() {
  const base = createMemoryWorkspace({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  const overlay = createOverlay(base);
  const files = new Emitter<readonly string[]>();
  const reports: string[][] = [];
  const errors: unknown[] = [];
  const watching = new BaseWatch({
    overlay,
    workspace: base,
    onDidChangeFiles: files.event,
    onChange: (changed) => reports.push([...changed]),
    onError: (error) => errors.push(error),
  });
  await overlay.write('/ws/a.ts', bytes('A\n'), {}, signal);
  const put = async (name: string, text: string): Promise<void> => {
    base.put(name, text);
    files.fire([`/ws/${name}`]);
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
  };
  return { base, overlay, reports, errors, watching, put };
}

it('reports a file that has changed since, and that it has its earlier content again', async () => {
  const { put, reports, errors } = await watch();
  await put('a.ts', 'by the user\n');
  await put('a.ts', 'by the user again\n');
  await put('a.ts', 'a\n');
  expect(reports).toEqual([['a.ts'], []]);
  expect(errors).toEqual([]);
});

it('does not look at files that the overlay does not change', async () => {
  const { base, put, reports } = await watch();
  const before = base.calls.length;
  await put('b.ts', 'by the user\n');
  expect(reports).toEqual([]);
  expect(base.calls.slice(before)).toEqual([]);
});

it('reports nothing once it is disposed', async () => {
  const { put, reports, watching } = await watch();
  watching.dispose();
  await put('a.ts', 'by the user\n');
  expect(reports).toEqual([]);
});
