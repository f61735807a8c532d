/** `node runTests.ts <file>`: passes the file's JSON to test-electron, and exits with the suite's result. */
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { readFileSync } from 'node:fs';
import type { TestElectronRun } from './hostDesktop.ts';

const [file = ''] = process.argv.slice(2);
const run = JSON.parse(readFileSync(file, 'utf8')) as TestElectronRun;
try {
  process.exitCode = await runTests(run);
} catch (error) {
  console.error(error);
  process.exitCode = (error instanceof TestRunFailedError ? error.code : undefined) ?? 1;
}
