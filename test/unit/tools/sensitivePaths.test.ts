import { expect, test } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { isSensitivePath } from '../../../src/extension/tools/sensitivePaths.ts';

const inside = (relative: string): PathResolution => ({
  kind: 'inside',
  path: `/ws/${relative}`,
  relative,
  display: relative,
});

test.each([
  ['.vscode/tasks.json', true],
  ['app/.VSCODE/Settings.json', true],
  ['.git/hooks/pre-commit', true],
  ['.git', true],
  ['sub/.GIT/config', true],
  ['.mcp.json', true],
  ['deep/.npmrc', true],
  ['.NPMRC', true],
  ['home/.bashrc', true],
  ['Documents/PowerShell/Microsoft.PowerShell_profile.ps1', true],
  ['my.code-workspace', true],
  ['.husky/pre-push', true],
  ['.g\u200cit/config', true],
  ['.github/workflows/ci.yml', true],
  ['src/a.ts', false],
  ['.github/README.md', false],
  ['src/vscode/a.ts', false],
  ['docs/npmrc.md', false],
  ['.gitignore', false],
  ['package.json', true],
  ['sub/pnpm-lock.yaml', true],
  ['Cargo.lock', true],
  ['vite.config.ts', true],
  ['.env.local', true],
  ['build.gradle.kts', true],
  ['src/package.ts', false],
  ['src/config.ts', false],
])('%s is sensitive: %s', (path, expected) => {
  expect(isSensitivePath(inside(path))).toBe(expected);
});
