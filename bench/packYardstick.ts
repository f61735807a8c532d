import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { outDir, root } from '../scripts/tools/paths.ts';
import { run } from '../scripts/tools/processes.ts';

/**
 * Builds and packages a yardstick extension. `name` is its folder beside this file, and `view` the script of its page.
 * Resolves with the VSIX file.
 */
export async function packYardstick(name: string, view: string): Promise<string> {
  const source = join(import.meta.dirname, name);
  const folder = join(outDir, `${name}-${process.pid}`);
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'icon.svg']) await copyFile(join(source, file), join(folder, file));
  const shared = {
    bundle: true,
    format: 'esm',
    minify: true,
    outdir: join(folder, 'dist'),
    logLevel: 'error',
  } as const;
  await esbuild.build({
    ...shared,
    entryPoints: [join(source, 'extension.ts')],
    platform: 'node',
    external: ['vscode'],
  });
  await esbuild.build({
    ...shared,
    entryPoints: [join(source, view)],
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const file = join(folder, `${name}.vsix`);
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const { code, output } = await run(process.execPath, [vsce, 'package', ...flags], { cwd: folder });
  if (code !== 0) throw new Error(`The yardstick could not be packaged:\n${output}`);
  return file;
}
