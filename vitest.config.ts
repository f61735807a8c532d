import { defineConfig } from 'vitest/config';

/** Unit tests: plain Node, no network. UI tests have a configuration of their own, in-host tests run under Mocha. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}'],
    setupFiles: ['test/unit/setup.ts'],
    restoreMocks: true,
    // The files of one worker share their modules: half the processor time of a process per file.
    pool: 'threads',
    isolate: false,
    // Only against a test that hangs: a busy machine is no failure.
    testTimeout: 30_000,
  },
});
