import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that can share a window must be consecutive; see `usePanel`. */
const SHARED = [
  [
    'agents',
    'agentTools',
    'approval',
    'approvalCards',
    'attention',
    'checkpoints',
    'instructions',
    'keptFocus',
    'mentions',
    'persistentRules',
    'prompt',
    'slashCommands',
  ],
  // These tests leave a terminal open.
  ['tasks', 'shell'],
  ['chat', 'chatFailures', 'hostileMarkdown', 'chatReturns', 'oneMoveAhead'],
  // The first file needs a window without earlier suggestions.
  [
    'suggestionSwitches',
    'answers',
    'composer',
    'composerContent',
    'queue',
    'scrolling',
    'shellMode',
    'suggestions',
    'review',
  ],
].flat();

class ByWindow extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const name = ({ moduleId }: TestSpecification) => basename(moduleId, '.test.ts');
    const others = files.map(name).filter((each) => !SHARED.includes(each));
    const order = [...SHARED, ...others.sort()];
    return Promise.resolve(files.toSorted((a, b) => order.indexOf(name(a)) - order.indexOf(name(b))));
  }
}

/** These files take about half of the time of all files. The halves do not share a window. */
const FIRST_HALF = ['test/ui/composer/**/*.test.ts', 'test/ui/{chats,earlyInput,models,tour,walkthrough}.test.ts'];

/** `scripts/steps/vitest.ts` sets this to run `first` and `second` in parallel. Without a value, all files run. */
const half = process.env.PREMOVE_UI_HALF;

/**
 * UI tests share the machine with a VS Code and a browser, so files run one at a time, with long time limits. All files
 * run in one process, so that a file can use the VS Code of the file before.
 */
export default defineConfig({
  test: {
    include: half === 'first' ? FIRST_HALF : ['test/ui/**/*.test.ts'],
    exclude: half === 'second' ? FIRST_HALF : [],
    setupFiles: ['test/ui/setup.ts'],
    fileParallelism: false,
    isolate: false,
    sequence: { sequencer: ByWindow },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 25 } },
  },
});
