import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Tests the processes and folders of `npm start` itself, the first command that users of the checkout run. */
export function start(filters: readonly string[] = []): Step {
  return {
    name: 'start',
    run: async (write) => {
      const isWindows = process.platform === 'win32';
      if (isWindows) write("On Windows, only the command line is tested: VS Code's server does not run there.\n");
      else await ensureCodeServer();
      return vitest({ name: 'start', config: 'test/start/vitest.config.ts' }, filters, write);
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
      const outcome = await vitest({ name: 'ui', config: 'test/ui/vitest.config.ts', env, wrapper }, filters, write);
      await rm(vsix);
      setOwned({ path: vsix }, false);
      return outcome;
    },
  };
}

/** A run of vitest, and what the run needs besides the checkout. */
interface Suite {
  readonly name: string;
  readonly config: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A program and its arguments; the suite's command line is appended. */
  readonly wrapper?: readonly string[];
}

async function vitest(suite: Suite, filters: readonly string[], write: (text: string) => void): Promise<Outcome> {
  await mkdir(outDir, { recursive: true });
  const report = join(outDir, `${suite.name}-${process.pid}.json`);
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const [command = '', ...before] = [...(suite.wrapper ?? []), process.execPath];
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
    { cwd: root, onOutput: write, env: { ...process.env, ...suite.env, NO_COLOR: '1' } },
  );
  const { numPassedTests: passed, numFailedTests: failed } = await readReport(report);
  await rm(report, { force: true });
  // Errors outside tests (a suite that fails to load, an unhandled rejection) fail the run although no test failed.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** The fields of vitest's report that are used here. */
interface JsonReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

async function readReport(file: string): Promise<JsonReport> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JsonReport;
  } catch {
    // vitest writes no report if it cannot start; its exit code then counts as one failure.
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}
