/**
 * VS Code loads this file as an extension's tests and calls `run`, which runs Mocha over the built suites in this
 * folder. Results are written to a file, one JSON object per line, so that they are kept if the host hangs or crashes.
 */
import Mocha from 'mocha';
import { appendFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { findSourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The default time limit of a test. A test written with `function` can change its limit: `this.timeout(…)`. */
const TEST_TIMEOUT_MS = 20_000;

export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { PREMOVE_HOST_RESULTS: results } = process.env;
  if (!results)
    throw new Error('PREMOVE_HOST_RESULTS, the file for results, is not set. Run the suite with `npm run host`.');
  const mocha = new Mocha({ ui: 'bdd', timeout: TEST_TIMEOUT_MS, reporter: 'min', retries: 1 });
  const files = await readdir(import.meta.dirname, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.test.js')).sort()) {
    // Gives the name of the file to the tests that the import registers.
    mocha.suite.emit(
      'pre-require',
      globalThis,
      `test/host/${file.replace(/\.js$/, '.ts').replaceAll('\\', '/')}`,
      mocha,
    );
    await import(pathToFileURL(join(import.meta.dirname, file)).href);
  }
  const failures = await new Promise<number>((resolve) => {
    report(mocha.run(resolve), (event) => appendFileSync(results, `${JSON.stringify(event)}\n`));
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}

/** Mirrored by `HostEvent` in scripts/steps/host.ts, which reads the results. */
type HostEvent =
  | { readonly kind: 'start' | 'skip'; readonly file: string; readonly title: string }
  | { readonly kind: 'pass'; readonly file: string; readonly title: string; readonly ms: number }
  | { readonly kind: 'retry' | 'fail'; readonly file: string; readonly title: string; readonly error: string }
  | { readonly kind: 'end' };

function report(runner: Mocha.Runner, write: (event: HostEvent) => void): void {
  const name = (test: Mocha.Runnable) => ({ file: test.file ?? '', title: test.titlePath().join(' › ') });
  runner.on('test', (test) => write({ kind: 'start', ...name(test) }));
  runner.on('pass', (test) => write({ kind: 'pass', ...name(test), ms: test.duration ?? 0 }));
  runner.on('retry', (test: Mocha.Test, error: Error) =>
    write({ kind: 'retry', ...name(test), error: explain(error) }),
  );
  runner.on('fail', (test, error: Error) => write({ kind: 'fail', ...name(test), error: explain(error) }));
  runner.on('pending', (test) => write({ kind: 'skip', ...name(test) }));
  runner.on('end', () => write({ kind: 'end' }));
}

/** The stack with positions in the TypeScript files. VS Code formats stacks without source maps. */
function explain(error: Error): string {
  return (error.stack ?? String(error)).replace(/file:\/\/\S+?\.js:\d+:\d+/g, (place) => {
    const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const entry = findSourceMap(fileURLToPath(file))?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${fileURLToPath(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
