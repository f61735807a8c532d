import { once } from 'node:events';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { rootArguments } from './desktopVscode.ts';
import type { HostResult, HostRun } from './hostRun.ts';
import { start, stop } from './processes.ts';
import type { DesktopVscode } from './vscodeChoice.ts';
import { desktopEnvironment } from './vscodeEnvironment.ts';
import { writeSettings } from './startCodeServer.ts';

/** The input of `runTests.ts`: the arguments of test-electron. */
export interface TestElectronRun {
  readonly vscodeExecutablePath: string;
  readonly extensionDevelopmentPath: string[];
  readonly extensionTestsPath: string;
  readonly launchArgs: string[];
}

/**
 * Runs a test suite inside the extension host of a desktop VS Code. `@vscode/test-electron` runs in a separate process,
 * so that it can be wrapped in `xvfb-run` and stopped together with its children.
 */
export async function runOnDesktop(
  vscode: DesktopVscode,
  wrapper: readonly string[],
  options: HostRun,
): Promise<HostResult> {
  const userDataDir = join(options.dataDir, 'user');
  await writeSettings(userDataDir, options.settings);
  const file = join(options.dataDir, 'run.json');
  await writeFile(file, JSON.stringify(testElectronRun(vscode, userDataDir, options)));

  let log = '';
  const [command = '', ...args] = [...wrapper, process.execPath, join(import.meta.dirname, 'runTests.ts'), file];
  const child = start(command, args, {
    env: desktopEnvironment(options.env),
    onOutput: (text) => (log += text),
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [exitCode] = await Promise.race([ended, timeout(options.timeoutMs)]);
  await stop(child);
  return { exitCode: exitCode ?? undefined, log };
}

function testElectronRun(vscode: DesktopVscode, userDataDir: string, options: HostRun): TestElectronRun {
  return {
    vscodeExecutablePath: vscode.executable,
    extensionDevelopmentPath: [options.extension, ...options.helpers],
    extensionTestsPath: options.suite,
    launchArgs: [
      options.workspace,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${join(options.dataDir, 'extensions')}`,
      ...['--disable-gpu', '--disable-telemetry', '--use-inmemory-secretstorage', '--password-store=basic'],
      ...rootArguments(),
    ],
  };
}

function timeout(ms: number): Promise<[undefined]> {
  return new Promise((resolve) => setTimeout(() => resolve([undefined]), ms).unref());
}
