import { defineConfig } from 'vitest/config';

/** UI tests share the machine with a VS Code and a browser, so files run one at a time and get their time. */
export default defineConfig({
  test: {
    include: ['test/ui/**/*.test.ts'],
    setupFiles: ['test/ui/setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
