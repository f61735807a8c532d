import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyChanges, type BeginBatch } from '../src/extension/speculate/apply.ts';
import { createOverlay, type Overlay } from '../src/extension/speculate/overlay.ts';
import { temporaryFolder } from '../scripts/tools/processes.ts';
import { removeFolder } from '../scripts/tools/supervision.mjs';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import {
  contentOf,
  eachFile,
  FILES,
  fill,
  openChangeStore,
  timed,
  TWICE_DURABLE,
  workspaceOf,
  writeDurably,
} from './manyFiles.ts';

const ROUNDS = 15;
const { signal } = new AbortController();

/**
 * The overlay of a speculation without VS Code: applying its changes to the disk, and reading and writing through it.
 */
export const overlay: Measurement = { name: 'overlay', run: measure };

async function measure(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    return [...(await measureApply(folder)), ...(await measureAccess(folder))];
  } finally {
    removeFolder(folder);
  }
}

/** `applyChanges` as a whole, with its durable change store, compared with the same durable writes alone. */
async function measureApply(folder: string): Promise<Figure[]> {
  const begin = createBegin(join(folder, 'store'));
  const [plain, previewed, direct, fast]: [number[], number[], number[], number[]] = [[], [], [], []];
  const paths = [
    join(folder, 'plain'),
    join(folder, 'previewed'),
    join(folder, 'direct'),
    join(folder, 'fast'),
  ] as const;
  for (const path of paths) await fill(path, 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    plain.push(await applyOnce(paths[0], round, begin, false));
    previewed.push(await applyOnce(paths[1], round, begin, true));
    direct.push(await timed(() => writeDurably(paths[2], round)));
    fast.push(await timed(() => fill(paths[3], round)));
  }
  const yardstick = { name: 'the same durable writes by Node', samples: direct };
  const target = TWICE_DURABLE;
  const name = `\`applyChanges\`, ${FILES} files`;
  return [
    toFigure({ name, unit: 'ms', statistic: 'median', samples: plain, yardstick, target }),
    toFigure({ name: `${name}, shown before`, unit: 'ms', statistic: 'median', samples: previewed, yardstick, target }),
    toFigure({ name: `Plain writes, ${FILES} files`, unit: 'ms', statistic: 'median', samples: fast, yardstick }),
  ];
}

async function applyOnce(root: string, round: number, begin: BeginBatch, isShown: boolean): Promise<number> {
  const workspace = workspaceOf(root);
  const layer = createOverlay(workspace);
  await writeAll(layer, root, round);
  // A preview reads both sides of every file.
  if (isShown)
    for (const { path, base } of layer.changes()) {
      await layer.read(path, signal);
      if (base.kind === 'file') await base.read(signal);
    }
  const elapsed = await timed(async () => {
    const result = await applyChanges(layer.changes(), workspace, begin, signal);
    if (result.kind !== 'applied') throw new Error(`The changes were not applied: ${result.kind}`);
    await result.batch.written();
    await result.batch.finished();
  });
  layer.dispose();
  return elapsed;
}

/** Reads and writes of 4 kB files through an overlay, one after the other, compared with the plain file system. */
async function measureAccess(folder: string): Promise<Figure[]> {
  const root = join(folder, 'access');
  await fill(root, 0);
  const samples: Record<'writes' | 'reads' | 'plainWrites' | 'plainReads', number[]> = {
    writes: [],
    reads: [],
    plainWrites: [],
    plainReads: [],
  };
  const each = (elapsed: number): number => (elapsed / FILES) * 1000;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const layer = createOverlay(workspaceOf(root));
    samples.writes.push(each(await timed(() => writeAll(layer, root, round))));
    samples.reads.push(each(await timed(() => readAll(layer, root))));
    layer.dispose();
    samples.plainReads.push(each(await timed(() => readPlainly(root))));
    samples.plainWrites.push(each(await timed(() => fill(join(folder, 'plainly'), round))));
  }
  const yardstick = (of: number[]) => ({ name: 'the plain file system', samples: of });
  return [
    toFigure({
      name: `Write of a file through an overlay${perSecond(samples.writes, samples.plainWrites)}`,
      unit: 'µs',
      statistic: 'median',
      samples: samples.writes,
      yardstick: yardstick(samples.plainWrites),
    }),
    toFigure({
      name: `Read of a changed file through an overlay${perSecond(samples.reads, samples.plainReads)}`,
      unit: 'µs',
      statistic: 'median',
      samples: samples.reads,
      yardstick: yardstick(samples.plainReads),
    }),
  ];
}

/** Both rates, in words. */
function perSecond(ours: readonly number[], theirs: readonly number[]): string {
  const rate = (samples: readonly number[]): string => {
    const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
    return Math.round(1_000_000 / middle).toLocaleString('en-US');
  };
  return ` (${rate(ours)} per second; plain: ${rate(theirs)})`;
}

function createBegin(folder: string): BeginBatch {
  const store = openChangeStore(folder);
  return (files, beginSignal) =>
    store.beginBatch({ chat: 'bench', prompt: randomUUID(), exchange: null, files }, workspaceOf(folder), beginSignal);
}

const writeAll = (layer: Overlay, root: string, version: number): Promise<void> =>
  eachFile(root, (path) => layer.write(path, contentOf(version), {}, signal));
const readAll = (layer: Overlay, root: string): Promise<void> => eachFile(root, (path) => layer.read(path, signal));
const readPlainly = (root: string): Promise<void> => eachFile(root, (path) => readFile(path));
