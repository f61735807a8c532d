import * as esbuild from 'esbuild';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseVscodeHere } from '../tools/desktopVscode.ts';
import { runOnDesktop } from '../tools/hostDesktop.ts';
import type { HostResult, HostRun } from '../tools/hostRun.ts';
import { runOnServer } from '../tools/hostServer.ts';
import { root } from '../tools/paths.ts';
import { type Choice, describeChoice } from '../tools/vscodeChoice.ts';
import { distLock } from './distLock.ts';
import type { Outcome, Step } from './step.ts';
import { temporaryFolder } from '../tools/processes.ts';

const hostDir = join(root, 'test', 'host');

const SUITE_TIMEOUT_MS = 5 * 60_000;

/** Settings of the whole suite; a test changes others with `getConfiguration().update`. */
const SETTINGS = { 'premove.model': 'tour/tour', 'chat.disableAIFeatures': true, 'files.autoSave': 'off' };

/** Mirrors `HostEvent` in test/host/index.ts. */
interface HostEvent {
  readonly kind: 'start' | 'pass' | 'retry' | 'fail' | 'skip' | 'end';
  readonly file?: string;
  readonly title?: string;
  readonly ms?: number;
  readonly error?: string;
}

/**
 * Tests inside VS Code's extension host, on a copy of test/host/workspace. `vscodeChoice.ts` chooses a
 * desktop VS Code or VS Code's server; PREMOVE_HOST overrides the choice. Needs `dist/`. `filters` are parts of file
 * names. A test that fails runs once more.
 */
export function host(filters: readonly string[] = []): Step {
  return {
    name: 'host',
    run: async (write) => {
      const choice = await chooseVscodeHere('PREMOVE_HOST', 'desktop');
      write(`${describeChoice(choice)}\n`);
      if (choice.kind === 'fail') return { passed: 0, failures: [{ error: describeChoice(choice) }] };
      const built = await buildSuite(filters);
      return runSuite(choice, built, temporaryFolder(), write);
    },
  };
}

interface BuiltSuite {
  readonly dir: string;
  /** A copy of the extension, so that another build does not affect the run. */
  readonly extension: string;
  readonly helpers: readonly string[];
}

/** The suite imports packages, so there is a link to node_modules beside it. */
async function buildSuite(filters: readonly string[]): Promise<BuiltSuite> {
  const folder = temporaryFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const dir = join(folder, 'suite');
  const tests = await filesBelow(hostDir, /\.test\.ts$/);
  const isWanted = (file: string) =>
    filters.length === 0 || filters.some((part) => relative(root, file).includes(part));
  await bundle(dir, [join(hostDir, 'index.ts'), ...tests.filter(isWanted)]);
  const helpers: string[] = [];
  for (const manifest of await filesBelow(join(hostDir, 'extensions'), /package\.json$/)) {
    const source = dirname(manifest);
    const target = join(dir, 'extensions', basename(source));
    await cp(source, target, { recursive: true });
    if (existsSync(join(source, 'extension.ts'))) await bundle(target, [join(source, 'extension.ts')]);
    helpers.push(target);
  }
  return { dir, extension: await copyExtension(dir), helpers };
}

async function copyExtension(dir: string): Promise<string> {
  const extension = join(dir, 'premove');
  const parts = ['package.json', 'package.nls.json', 'dist', 'docs', 'media'];
  await distLock(() =>
    Promise.all(parts.map((name) => cp(join(root, name), join(extension, name), { recursive: true }))),
  );
  return extension;
}

async function filesBelow(dir: string, name: RegExp): Promise<string[]> {
  if (!existsSync(dir)) return [];
  const names = await readdir(dir, { recursive: true });
  return names
    .filter((file) => name.test(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => join(dir, file));
}

async function bundle(outdir: string, entryPoints: string[]): Promise<void> {
  await mkdir(outdir, { recursive: true });
  await esbuild.build({
    entryPoints,
    outdir,
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node22', packages: 'external' },
    ...{ sourcemap: true, logLevel: 'warning', external: ['vscode'] },
  });
}

async function runSuite(
  choice: Exclude<Choice, { kind: 'fail' }>,
  built: BuiltSuite,
  folder: string,
  write: (text: string) => void,
): Promise<Outcome> {
  const results = join(folder, 'results.jsonl');
  const workspace = join(folder, 'workspace');
  await cp(join(hostDir, 'workspace'), workspace, { recursive: true });
  const options: HostRun = {
    extension: built.extension,
    suite: join(built.dir, 'index.js'),
    workspace,
    dataDir: join(folder, 'data'),
    helpers: built.helpers,
    settings: SETTINGS,
    env: { PREMOVE_HOST_RESULTS: results },
    timeoutMs: SUITE_TIMEOUT_MS,
  };
  const running =
    choice.kind === 'desktop' ? runOnDesktop(choice.vscode, choice.wrapper, options) : runOnServer(options);
  const events = await follow(results, running, write);
  return conclude(events, await running, write);
}

/** Prints results as they arrive, until the run is over. */
async function follow(file: string, running: Promise<HostResult>, write: (text: string) => void): Promise<HostEvent[]> {
  let over = false;
  void running.catch(() => undefined).finally(() => (over = true));
  for (let shown = 0; ;) {
    const last = over;
    const events = await readEvents(file);
    for (const event of events.slice(shown)) write(line(event));
    shown = events.length;
    if (last) return events;
    await delay(200);
  }
}

async function readEvents(file: string): Promise<HostEvent[]> {
  if (!existsSync(file)) return [];
  const text = await readFile(file, 'utf8');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter(Boolean)
    .map((json) => JSON.parse(json) as HostEvent);
}

function line({ kind, title, ms, error }: HostEvent): string {
  if (kind === 'pass') return `  ✓ ${title} (${ms} ms)\n`;
  if (kind === 'skip') return `  - ${title} (skipped)\n`;
  if (kind === 'retry') return `  ↻ ${title}, second attempt after:\n${(error ?? '').replace(/^/gm, '      ')}\n`;
  if (kind === 'fail') return `  ✗ ${title}\n${(error ?? '').replace(/^/gm, '      ')}\n`;
  return '';
}

function conclude(events: HostEvent[], result: HostResult, write: (text: string) => void): Outcome {
  const passed = events.filter((event) => event.kind === 'pass');
  const outcome = {
    passed: passed.length,
    failures: events.filter((event) => event.kind === 'fail'),
    retried: events.filter((event) => event.kind === 'retry' && passed.some(({ title }) => title === event.title)),
  };
  const finished = events.some((event) => event.kind === 'end');
  if (finished && result.exitCode !== undefined) return outcome;
  const started = events.findLast((event) => event.kind === 'start')?.title;
  const what = result.exitCode === undefined ? 'did not end in time' : `ended early with ${result.exitCode}`;
  const error = `the suite ${what}; ${started ? `the last test to start was "${started}"` : 'no test had started'}`;
  write(`  ✗ ${error}\n${result.log.split('\n').slice(-60).join('\n').replace(/^/gm, '      ')}\n`);
  return { ...outcome, failures: [...outcome.failures, { error }] };
}
