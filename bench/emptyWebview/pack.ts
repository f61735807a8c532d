import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { outDir, root } from '../../scripts/tools/paths.ts';
import { run } from '../../scripts/tools/processes.ts';

/** Builds and packages the yardstick extension; resolves to the VSIX file. */
export async function packEmptyWebview(): Promise<string> {
  const folder = join(outDir, `empty-webview-${process.pid}`);
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'icon.svg']) await copyFile(join(import.meta.dirname, name), join(folder, name));
  const shared = {
    bundle: true,
    format: 'esm',
    minify: true,
    outdir: join(folder, 'dist'),
    logLevel: 'error',
  } as const;
  await esbuild.build({
    ...shared,
    entryPoints: [join(import.meta.dirname, 'extension.ts')],
    platform: 'node',
    external: ['vscode'],
  });
  await esbuild.build({
    ...shared,
    entryPoints: [join(import.meta.dirname, 'view.tsx')],
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const file = join(folder, 'empty-webview.vsix');
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const { code, output } = await run(process.execPath, [vsce, 'package', ...flags], { cwd: folder });
  if (code !== 0) throw new Error(`The yardstick could not be packaged:\n${output}`);
  return file;
}
