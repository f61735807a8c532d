import { defineConfig } from 'vitest/config';

/** Each of these builds, packages and starts a VS Code, so they get their time. */
export default defineConfig({
  test: {
    include: ['test/start/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});
