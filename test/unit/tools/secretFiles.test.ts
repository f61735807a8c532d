import { expect, it } from 'vitest';
import { looksSecret } from '../../../src/extension/tools/secretFiles.ts';

it.each([
  ['app/.env', true],
  ['.\uff45nv', true],
  ['.s\u017fh/config', true],
  ['\u200d/.aws/x', true],
  ['gha-creds-0a1b.json', true],
  ['.psql_history', true],
  ['.env.example', false],
  ['src/secrets.ts', false],
])('%s looks secret: %s', (path, expected) => {
  expect(looksSecret(path)).toBe(expected);
});
