// Bundles the host (ESM, split so that activation reads one small file) and the webview into dist/.
import * as esbuild from 'esbuild';
import { cp, mkdir, rm } from 'node:fs/promises';

const watch = process.argv.includes('--watch');
const development = watch || process.argv.includes('--development');

const shared = {
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: !development,
  sourcemap: development,
  metafile: true,
  logLevel: 'info',
  legalComments: 'none',
};

const host = {
  ...shared,
  entryPoints: { extension: 'src/extension/extension.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  // CommonJS packages in the bundle call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);",
  },
};

const webview = {
  ...shared,
  entryPoints: { main: 'src/webview/main.tsx' },
  outdir: 'dist/webview',
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  target: 'chrome128',
  define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
};

await rm('dist', { recursive: true, force: true });
await mkdir('dist/webview', { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/webview/codicon.ttf');

if (watch) {
  for (const options of [host, webview]) await (await esbuild.context(options)).watch();
} else {
  await Promise.all([host, webview].map((options) => esbuild.build(options)));
}
