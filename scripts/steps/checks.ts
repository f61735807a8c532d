import { join } from 'node:path';
import { root } from '../tools/paths.ts';
import { run } from '../tools/processes.ts';
import { distLock } from './distLock.ts';
import { check } from './step.ts';

export const types = check('types', (write) => tool(write, 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'));

export const lint = check('lint', (write) => tool(write, 'eslint/bin/eslint.js', '--max-warnings', '0', '.'));

export const format = check('format', (write) =>
  tool(write, 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
);

export const imports = check('imports', (write) =>
  tool(write, 'dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', 'src'),
);

export const build = check('build', (write) => distLock(() => node(write, 'esbuild.mjs')));

/** Runs a command of an installed package; `file` is its path in node_modules. */
function tool(write: (text: string) => void, file: string, ...args: string[]): Promise<number | null> {
  return node(write, join('node_modules', file), ...args);
}

async function node(write: (text: string) => void, file: string, ...args: string[]): Promise<number | null> {
  const { code } = await run(process.execPath, [join(root, file), ...args], { cwd: root, onOutput: write });
  return code;
}
