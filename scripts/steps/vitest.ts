import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ensureBrowser } from '../tools/browser.ts';
import { ensureCodeServer } from '../tools/codeServer.ts';
import { chooseVscodeHere } from '../tools/desktopVscode.ts';
import { setOwned } from '../tools/owned.ts';
import { outDir, root } from '../tools/paths.ts';
import { run } from '../tools/processes.ts';
import { describeChoice } from '../tools/vscodeChoice.ts';
import type { Outcome, Step } from './step.ts';
import { vsixFile } from './vsix.ts';

/** Unit tests: plain Node, no VS Code. `filters` are parts of file names. */
export function unit(filters: readonly string[] = []): Step {
  return { name: 'unit', run: (write) => vitest({ name: 'unit', config: 'vitest.config.ts' }, filters, write) };
}

/** `npm start` itself, by its processes and folders: what a user of the checkout meets first. */
export function start(filters: readonly string[] = []): Step {
  return {
    name: 'start',
    run: async (write) => {
      const isWindows = process.platform === 'win32';
      if (isWindows) write("On Windows only the command line: VS Code's server does not run there.\n");
      else await ensureCodeServer();
      return vitestTwice({ name: 'start', config: 'test/start/vitest.config.ts' }, filters, write);
    },
  };
}

/**
 * UI tests: the packaged extension in a real workbench, code-server's in a browser, or the desktop's (on Windows, and
 * where PREMOVE_UI asks for it). Needs `premove.vsix`, of which it takes a copy, so that packaging again meanwhile does
 * no harm.
 */
export function ui(filters: readonly string[] = []): Step {
  return {
    name: 'ui',
    run: async (write) => {
      const choice = await chooseVscodeHere('PREMOVE_UI', 'server');
      write(`${describeChoice(choice)}\n`);
      if (choice.kind === 'fail') return { passed: 0, failed: 1 };
      if (choice.kind === 'server') {
        await ensureCodeServer();
        await ensureBrowser();
      }
      if (!existsSync(vsixFile)) throw new Error('There is no premove.vsix to test: it could not be packaged.');
      const vsix = join(outDir, `ui-${process.pid}.vsix`);
      setOwned({ path: vsix }, true);
      await copyFile(vsixFile, vsix);
      const env = { PREMOVE_VSIX: vsix, PREMOVE_UI: choice.kind };
      const wrapper = choice.kind === 'desktop' ? choice.wrapper : [];
      const suite = { name: 'ui', config: 'test/ui/vitest.config.ts', env, wrapper };
      const outcome = await vitestTwice(suite, filters, write);
      await rm(vsix);
      setOwned({ path: vsix }, false);
      return outcome;
    },
  };
}

/** A run of vitest and what it needs besides the checkout. */
interface Suite {
  readonly name: string;
  readonly config: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A program with its arguments that runs the suite's command line. */
  readonly wrapper?: readonly string[];
}

/**
 * Files with a failure run once more, in a VS Code of their own: on a machine that others keep busy, a window can come
 * too late for any wait. What fails twice has failed; what passes the second time is named, to be looked into.
 */
async function vitestTwice(suite: Suite, filters: readonly string[], write: (text: string) => void): Promise<Outcome> {
  const first = await runVitest(suite, filters, write);
  if (first.failedFiles.length === 0) return first.outcome;
  write(`Runs again, because of a failure: ${first.failedFiles.join(', ')}\n`);
  const second = await runVitest(suite, first.failedFiles, write);
  for (const file of first.failedFiles) {
    if (!second.failedFiles.includes(file)) write(`UNSTEADY: ${file} failed, and passed when it ran again.\n`);
  }
  const failed = second.outcome.failed + first.errorsOutside;
  return { passed: first.passedElsewhere + second.outcome.passed, failed };
}

async function vitest(suite: Suite, filters: readonly string[], write: (text: string) => void): Promise<Outcome> {
  return (await runVitest(suite, filters, write)).outcome;
}

interface Run {
  readonly outcome: Outcome;
  /** Relative to the checkout, with `/`. */
  readonly failedFiles: readonly string[];
  /** Tests that passed in the other files. */
  readonly passedElsewhere: number;
  /** Of no test, such as a rejection that nobody handled: running a file again does not undo them. */
  readonly errorsOutside: number;
}

async function runVitest(suite: Suite, filters: readonly string[], write: (text: string) => void): Promise<Run> {
  await mkdir(outDir, { recursive: true });
  const report = join(outDir, `${suite.name}-${process.pid}.json`);
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const [command = '', ...before] = [...(suite.wrapper ?? []), process.execPath];
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
    write(text);
  };
  const { code } = await run(
    command,
    [
      ...before,
      cli,
      'run',
      '--config',
      suite.config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...filters,
    ],
    { cwd: root, onOutput, env: { ...process.env, ...suite.env, NO_COLOR: '1' } },
  );
  // The report has no word of them.
  const errorsOutside = Number(/Vitest caught (\d+) unhandled error/.exec(output)?.[1] ?? 0);
  const result = { ...toRun(await readReport(report)), errorsOutside };
  await rm(report, { force: true });
  // Errors outside any test (a suite that does not load, an unhandled rejection) fail the run without failing a test.
  const failedOutside = code !== 0 && result.outcome.failed === 0;
  return failedOutside ? { ...result, outcome: { ...result.outcome, failed: 1 } } : result;
}

/** What is used of vitest's report. */
interface JsonReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

function toRun({ numPassedTests, numFailedTests, testResults }: JsonReport): Omit<Run, 'errorsOutside'> {
  const failed = testResults.filter(({ status }) => status !== 'passed');
  const passedThere = failed
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return {
    outcome: { passed: numPassedTests, failed: numFailedTests },
    failedFiles: failed.map(({ name }) => relative(root, name).replaceAll(sep, '/')),
    passedElsewhere: numPassedTests - passedThere,
  };
}

async function readReport(file: string): Promise<JsonReport> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JsonReport;
  } catch {
    // vitest wrote no report when it could not even start; its exit code then counts as the failure.
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
