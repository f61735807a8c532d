import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that share a window must be consecutive; see `usePanel`. */
const SHARED = [
  ['chat', 'chatFailures', 'hostileMarkdown', 'chatReturns'],
  ['answers', 'composer', 'composerContent', 'queue', 'scrolling', 'suggestions'],
].flat();

class ByWindow extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const name = ({ moduleId }: TestSpecification) => basename(moduleId, '.test.ts');
    const place = (file: TestSpecification) => SHARED.indexOf(name(file));
    return Promise.resolve(files.toSorted((a, b) => place(b) - place(a) || (name(a) < name(b) ? -1 : 1)));
  }
}

/**
 * UI tests share the machine with a VS Code and a browser, so files run one at a time, with long time limits. All files
 * run in one process, so that a file can use the VS Code of the file before.
 */
export default defineConfig({
  test: {
    include: ['test/ui/**/*.test.ts'],
    setupFiles: ['test/ui/setup.ts'],
    fileParallelism: false,
    isolate: false,
    sequence: { sequencer: ByWindow },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
