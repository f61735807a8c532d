import { expect, test } from 'vitest';
import { compileGlob, escapeGlob } from '../../../src/extension/tools/glob.ts';

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/deep/a.ts', true],
  ['*.ts', 'a.tsx', false],
  ['/*.ts', 'src/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/deep/er/a.ts', true],
  ['**/test/**', 'a/test/b/c', true],
  ['**/a.ts', 'a.ts', true],
  ['src/**', 'src/a', true],
  ['src/**', 'lib/src/a', false],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['*.{ts,tsx}', 'a.js', false],
  ['{src,lib}/*.ts', 'lib/a.ts', true],
  ['a?.ts', 'ab.ts', true],
  ['a?b', 'a/b', false],
  ['[a-c].ts', 'b.ts', true],
  ['[!a-c].ts', 'b.ts', false],
  ['[!a]b', '/b', false],
  ['[a-', '[a-', undefined],
  ['{a', '{a', undefined],
  ['[z-a]', 'b', undefined],
  ['\\*.ts', '*.ts', true],
  ['\\*.ts', 'a.ts', false],
  ['a+(b).ts', 'a+(b).ts', true],
  ['?.ts', '😀.ts', true],
  ['*'.repeat(5) + 'a', 'xxa', true],
  ['*a'.repeat(40), 'a', undefined],
])('%j on %j: %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)?.(path)).toBe(expected);
});

test.each(['a[b].ts', '{x},y', 'st*r?', '!neg', 'back\\slash'])('escaped, %j matches itself only', (name) => {
  const matches = compileGlob(escapeGlob(name));
  expect(matches?.(name)).toBe(true);
  expect(matches?.('b.ts')).toBe(false);
});
