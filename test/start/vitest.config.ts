import { defineConfig } from 'vitest/config';

/**
 * The time limits are long, because most of these tests build, package and start a VS Code in the browser. Windows has
 * no code-server, so there only the command line is tested, which opens no window on the desktop.
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
