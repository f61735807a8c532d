import { join } from 'node:path';
import { checkFiles } from '../src/extension/changes/restore.ts';
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

/** The time to restore the files that a prompt has changed. */
export const restore: Measurement = { name: 'restore', run: measure };

async function measure(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    return await measureRestore(folder);
  } finally {
    removeFolder(folder);
  }
}

async function measureRestore(folder: string): Promise<Figure[]> {
  const [ours, direct] = [join(folder, 'ours'), join(folder, 'direct')];
  const store = openChangeStore(join(folder, 'store'));
  const workspace = workspaceOf(ours);
  const samples: Record<'restored' | 'listed' | 'written', number[]> = { restored: [], listed: [], written: [] };
  for (const root of [ours, direct]) await fill(root, 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const key = { chat: 'bench', prompt: `prompt ${round}` };
    const tools = store.record(workspace, key);
    await eachFile(ours, (path) => tools.write(path, contentOf(round), {}, signal));
    const { files } = await store.chainsOf([key]);
    samples.listed.push(await timed(() => checkFiles(files, workspace, signal)));
    samples.restored.push(
      await timed(async () => {
        const undo = { chat: 'bench', prompt: `undo ${round}` };
        const result = await store.restoreAll([key], { undo, record: async () => true }, workspace, signal);
        const restored = result.kind === 'restored' ? result.files.filter(({ kind }) => kind === 'restored') : [];
        if (restored.length !== FILES) throw new Error(`Only ${restored.length} files were restored.`);
      }),
    );
    samples.written.push(await timed(() => writeDurably(direct, round)));
  }
  const yardstick = { name: 'the same durable writes by Node', samples: samples.written };
  return [
    toFigure({
      name: `A restore of ${FILES} files`,
      unit: 'ms',
      statistic: 'median',
      samples: samples.restored,
      yardstick,
      target: TWICE_DURABLE,
    }),
    toFigure({
      name: `The list of the files before this restore`,
      unit: 'ms',
      statistic: 'median',
      samples: samples.listed,
      yardstick,
    }),
  ];
}
