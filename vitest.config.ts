import { defineConfig } from 'vitest/config';

/**
 * Unit tests: plain Node, no network. UI tests and the tests of `npm start` have their own configurations; in-host
 * tests run under Mocha.
 */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}'],
    setupFiles: ['test/unit/setup.ts'],
    restoreMocks: true,
    // The files of one worker share their modules: this takes half the processor time of one process per file.
    pool: 'threads',
    isolate: false,
    // Ends only a test that hangs: a slow test on a busy machine is not a failure.
    testTimeout: 30_000,
  },
});
