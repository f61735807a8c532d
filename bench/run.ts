/**
 * `npm run bench`: builds and packages Premove, measures it, and writes `bench/results.json` and the table of
 * `bench/README.md`. `npm run bench -- keystrokes activation` runs only these measurements and keeps the other results.
 * `--no-build` measures the existing package.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/steps/checks.ts';
import { runOrThrow } from '../scripts/steps/step.ts';
import { vsix, vsixFile } from '../scripts/steps/vsix.ts';
import { ensureBrowser } from '../scripts/tools/browser.ts';
import { CODE_SERVER_VERSION, ensureCodeServer } from '../scripts/tools/codeServer.ts';
import { outDir } from '../scripts/tools/paths.ts';
import { openWorkbenches } from '../test/support/vscode/workbench.ts';
import { activation } from './activation.ts';
import { applyToDisk } from './applyToDisk.ts';
import { cacheSharing } from './cacheSharing.ts';
import { compression } from './compression.ts';
import { editorContext } from './editorContext.ts';
import { commandList } from './commandList.ts';
import { instructions } from './instructions.ts';
import { keystrokes } from './keystrokes.ts';
import { markdown } from './markdown.ts';
import { overlay } from './overlay.ts';
import { readResults, toTable, writeResults, type Result } from './results.ts';
import { reopening } from './reopening.ts';
import { restore } from './restore.ts';
import { terminalWatch } from './terminalWatch.ts';
import { scheduler } from './scheduler.ts';
import { search } from './search.ts';
import { shellSafety } from './shellSafety.ts';
import { streamReplay } from './streamReplay.ts';
import { suggestionOverhead } from './suggestionOverhead.ts';
import { terminal } from './terminal.ts';
import { tourWaiting } from './tourWaiting.ts';
import { vsixSize } from './vsixSize.ts';
import { webviewLoad } from './webviewLoad.ts';

const MEASUREMENTS = [
  vsixSize,
  streamReplay,
  keystrokes,
  commandList,
  markdown,
  webviewLoad,
  activation,
  reopening,
  suggestionOverhead,
  cacheSharing,
  applyToDisk,
  tourWaiting,
  overlay,
  restore,
  search,
  shellSafety,
  scheduler,
  terminalWatch,
  editorContext,
  compression,
  instructions,
  terminal,
];

const { values: options, positionals: names } = parseArgs({
  options: { build: { type: 'boolean', default: true } },
  allowPositionals: true,
  allowNegative: true,
});
const unknown = names.filter((name) => !MEASUREMENTS.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. The measurements are ${MEASUREMENTS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

await ensureCodeServer();
await ensureBrowser();
if (options.build) for (const step of [build, vsix]) await runOrThrow(step);
// A copy, so that packaging again during the run does not change what is measured.
await mkdir(outDir, { recursive: true });
const copy = join(outDir, `bench-${process.pid}.vsix`);
await copyFile(vsixFile, copy);
process.env.PREMOVE_VSIX = copy;

const order = MEASUREMENTS.map(({ name }) => name);
let results = await readResults();
let failed = 0;
for (const { name, run } of MEASUREMENTS) {
  if (names.length > 0 && !names.includes(name)) continue;
  const load = loadavg()[0] ?? 0;
  const started = performance.now();
  try {
    const figures = await run();
    const seconds = Math.round((performance.now() - started) / 1000);
    const result: Result = { name, figures, ...circumstances(load) };
    results = [...results.filter((other) => other.name !== name), result];
    console.log(`${name} (${seconds} s)\n${toTable([result])}\n`);
    // Written at once, so that a later failure does not lose this result.
    await writeResults(results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)));
  } catch (error) {
    failed += 1;
    console.error(`${name} failed:`, error);
    // A failed measurement leaves its workbenches open for these pictures.
    for (const workbench of openWorkbenches()) {
      console.error(`Picture: ${await workbench.screenshot(`bench-${name}`)}`);
      await workbench.close();
    }
  }
}
await rm(copy, { force: true });
process.exit(failed > 0 ? 1 : 0);

function circumstances(load: number): Omit<Result, 'name' | 'figures'> {
  return {
    measured: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    loadBefore: Math.round(load * 10) / 10,
    node: process.versions.node,
    codeServer: CODE_SERVER_VERSION,
  };
}
