import { defineConfig } from 'vitest/config';

/** Unit tests: plain Node, no network. UI tests have a configuration of their own, in-host tests run under Mocha. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
