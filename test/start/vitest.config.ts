import { defineConfig } from 'vitest/config';

/**
 * Most of these build, package and start a VS Code in the browser, so they get their time. On Windows there is none,
 * and the command line is what can be tested without opening a window on somebody's desktop.
 */
export default defineConfig({
  test: {
    include: [process.platform === 'win32' ? 'test/start/commandLine.test.ts' : 'test/start/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});
