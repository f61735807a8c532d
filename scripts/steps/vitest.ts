import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../tools/browser.ts';
import { ensureCodeServer } from '../tools/codeServer.ts';
import { chooseVscodeHere } from '../tools/desktopVscode.ts';
import { outDir, root } from '../tools/paths.ts';
import { run, temporaryFolder } from '../tools/processes.ts';
import { describeChoice } from '../tools/vscodeChoice.ts';
import type { Outcome, Step } from './step.ts';
import { type FileOutcome, mergeAttempts, readReport, type VitestReport } from './vitestReport.ts';
import { vsixFile } from './vsix.ts';

/** Unit tests: plain Node, no VS Code. `filters` are parts of file names. */
export function unit(filters: readonly string[] = []): Step {
  return {
    name: 'unit',
    run: async (write) => total(await vitest({ name: 'unit', config: 'vitest.config.ts' }, filters, write)),
  };
}

/** Tests the processes and folders of `npm start` itself, the first command that users of the checkout run. */
export function start(filters: readonly string[] = []): Step {
  return {
    name: 'start',
    run: async (write) => {
      const isWindows = process.platform === 'win32';
      if (isWindows) write("On Windows, only the command line is tested: VS Code's server does not run there.\n");
      else await ensureCodeServer();
      return vitestWithRetry({ name: 'start', config: 'test/start/vitest.config.ts' }, filters, write);
    },
  };
}

/**
 * UI tests: the packaged extension in a real workbench. Uses code-server in a browser; on Windows, or if PREMOVE_UI is
 * "desktop", the desktop VS Code. Needs `premove.vsix` and copies it, so that packaging again does not affect the run.
 */
export function ui(filters: readonly string[] = []): Step {
  return {
    name: 'ui',
    run: async (write) => {
      const choice = await chooseVscodeHere('PREMOVE_UI', 'server');
      write(`${describeChoice(choice)}\n`);
      if (choice.kind === 'fail') return { passed: 0, failures: [{ error: describeChoice(choice) }] };
      if (choice.kind === 'server') {
        await ensureCodeServer();
        await ensureBrowser();
      }
      if (!existsSync(vsixFile)) throw new Error('There is no premove.vsix to test: it could not be packaged.');
      const vsix = join(temporaryFolder(), 'premove.vsix');
      await copyFile(vsixFile, vsix);
      const env = { PREMOVE_VSIX: vsix, PREMOVE_UI: choice.kind };
      const wrapper = choice.kind === 'desktop' ? choice.wrapper : [];
      const suite = { name: 'ui', config: 'test/ui/vitest.config.ts', env, wrapper };
      // Two windows on one desktop would take the focus from each other.
      const runsInHalves = choice.kind === 'server' && filters.length === 0;
      return vitestWithRetry(suite, filters, write, runsInHalves ? UI_HALVES : [undefined]);
    },
  };
}

/** Values of PREMOVE_UI_HALF, which test/ui/vitest.config.ts reads. Each half waits for its window most of the time. */
const UI_HALVES = ['first', 'second'];

/** A run of vitest, and what the run needs besides the checkout. */
interface Suite {
  readonly name: string;
  readonly config: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A program and its arguments; the suite's command line is appended. */
  readonly wrapper?: readonly string[];
}

/** If more files fail, the failures usually have one cause, and a second run would only repeat them. */
const MAX_RETRIED_FILES = 4;

/**
 * Runs the halves of a suite in parallel; `[undefined]` is the whole suite. Then runs files with a failure once more,
 * because a busy machine can make a window too slow for any time limit. Runs whole files in a new window: tests of a
 * file build on the tests before, and a failure can leave a window unusable.
 */
async function vitestWithRetry(
  suite: Suite,
  filters: readonly string[],
  write: (text: string) => void,
  halves: readonly (string | undefined)[] = [undefined],
): Promise<Outcome> {
  const first = await inParallel(
    halves.map((half) => (writeHalf: (text: string) => void) => {
      const env = { ...suite.env, ...(half !== undefined && { PREMOVE_UI_HALF: half }) };
      return vitest({ ...suite, name: [suite.name, half].filter(Boolean).join('-'), env }, filters, writeHalf);
    }),
    write,
  );
  const files = first.filter(({ failures }) => failures.length > 0).flatMap(({ file }) => file ?? []);
  if (files.length === 0 || files.length > MAX_RETRIED_FILES) return total(first);
  write(`Second attempt, because tests failed: ${files.join(', ')}\n`);
  return total(mergeAttempts(first, await vitest(suite, files, write)));
}

/** The first run writes at once. The outputs of the others follow, so that outputs are not mixed. */
async function inParallel(
  runs: readonly ((write: (text: string) => void) => Promise<FileOutcome[]>)[],
  write: (text: string) => void,
): Promise<FileOutcome[]> {
  const held = runs.map(() => '');
  const outcomes = await Promise.all(
    runs.map((run, index) =>
      run((text) => {
        if (index === 0) write(text);
        else held[index] += text;
      }),
    ),
  );
  for (const text of held) if (text !== '') write(text);
  return outcomes.flat();
}

async function vitest(suite: Suite, filters: readonly string[], write: (text: string) => void): Promise<FileOutcome[]> {
  await mkdir(outDir, { recursive: true });
  const report = join(outDir, `${suite.name}-${process.pid}.json`);
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const [command = '', ...before] = [...(suite.wrapper ?? []), process.execPath];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(command, [...before, cli, 'run', '--config', suite.config, ...reporters, ...filters], {
    cwd: root,
    onOutput: write,
    env: { ...process.env, ...suite.env, NO_COLOR: '1' },
  });
  const files = existsSync(report) ? readReport(JSON.parse(await readFile(report, 'utf8')) as VitestReport, root) : [];
  await rm(report, { force: true });
  if (code === 0 || files.some(({ failures }) => failures.length > 0)) return files;
  // No test failed: there was an unhandled rejection, or vitest could not start.
  return [...files, { passed: 0, failures: [{ error: `vitest ended with ${code}, see its output above` }] }];
}

function total(files: readonly FileOutcome[]): Outcome {
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failures: files.flatMap(({ failures }) => failures),
    retried: files.flatMap(({ retried = [] }) => retried),
  };
}
