// Bundles the host (ESM) and the webview into dist/. Activation reads one small file; the rest of the host is split.
import * as esbuild from 'esbuild';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const watch = process.argv.includes('--watch');
const development = watch || process.argv.includes('--development');

/** A build writes to a folder of its own, which becomes dist/ when the build is complete. Watching writes to dist/. */
const target = watch ? 'dist' : `out/dist-${process.pid}`;

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
  entryPoints: { premove: 'src/extension/premove.ts' },
  outdir: target,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  define: { SAMPLE_FILES: JSON.stringify(await readSample()) },
  // CommonJS packages in the bundle call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);",
  },
};

/**
 * One file, because VS Code loads the files of an extension one after the other while other extensions start. The file
 * has its own copy of the modules that `premove.js` also uses, so `instanceof` fails for an object of the other bundle.
 */
const activation = {
  ...host,
  entryPoints: { extension: 'src/extension/extension.ts' },
  splitting: false,
  banner: {},
  plugins: [
    {
      name: 'load-the-rest-on-first-use',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\/premove\.ts$/ }, () => ({ path: './premove.js', external: true })),
    },
  ],
};

const webview = {
  ...shared,
  entryPoints: { main: 'src/webview/main.ts' },
  outdir: `${target}/webview`,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  target: 'chrome128',
  // The page and its modules are read as UTF-8; escapes would make words in non-Latin scripts three times as long.
  charset: 'utf8',
  define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
  plugins: [
    {
      name: 'open-lists-at-once',
      setup: ({ onLoad }) => onLoad({ filter: /@codemirror.autocomplete.dist.index\.js$/ }, openListsAtOnce),
    },
    {
      name: 'write-page',
      setup: ({ onLoad, onEnd }) => {
        onLoad({ filter: /src.webview.main\.ts$/ }, async ({ path }) => ({
          contents: await readFile(path, 'utf8'),
          loader: 'ts',
          // `main.ts` imports none of these files, but a change of one has to write the page again.
          watchFiles: PAGE_SOURCES.map((file) => resolve(file)),
        }));
        onEnd(async ({ metafile }) => {
          if (!metafile) return;
          const preloaded = importedAtOnce(metafile);
          checkLoadedOnFirstUse(metafile, preloaded);
          await writePage(preloaded);
        });
      },
    },
  ],
};

/** What `writePage` reads, except the files that `main.ts` imports too. */
const PAGE_SOURCES = ['page.html', 'early.ts', 'earlyInput.ts'].map((file) => `src/webview/${file}`);

/** Large packages of the webview that most users never need. */
const LOADED_ON_FIRST_USE = ['@replit/codemirror-vim'];

await rm(target, { recursive: true, force: true });
await mkdir(`${target}/webview`, { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', `${target}/webview/codicon.ttf`);
for (const name of ['web-tree-sitter', 'tree-sitter-bash'])
  await cp(`node_modules/${name}/${name}.wasm`, `${target}/wasm/${name}.wasm`);

if (watch) {
  for (const options of [activation, host, webview]) await (await esbuild.context(options)).watch();
} else {
  try {
    await esbuild.build(webview);
    for (const options of [activation, host]) await esbuild.build(options);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  } finally {
    // After a failure, an older build must not be mistaken for this one.
    await rm('dist', { recursive: true, force: true });
  }
  await rename(target, 'dist');
}

/**
 * Lets CodeMirror start its completion in a microtask when the delay is 0. Its own timer of 0 ms fires only after the
 * frame of the key, because Chromium, after a key, renders before it runs timers. So each list would open a frame late.
 */
async function openListsAtOnce({ path }) {
  const timer = 'setTimeout(() => this.startUpdate(), delay)';
  const source = await readFile(path, 'utf8');
  if (source.split(timer).length !== 2) throw new Error(`${path} has changed: ${timer} must occur once.`);
  const contents = source.replace(timer, `(delay > 0 ? ${timer} : (queueMicrotask(() => this.startUpdate()), -1))`);
  return { contents };
}

/**
 * Writes the panel's page. The page contains the style and the script of the message box, so that the box is on screen
 * before any file is loaded. It lists all files that `main.js` imports, so that the browser requests them together.
 */
async function writePage(preloaded) {
  const early = await esbuild.build({
    ...webview,
    entryPoints: ['src/webview/early.ts'],
    splitting: false,
    format: 'iife',
    sourcemap: false,
    metafile: false,
    plugins: [],
    write: false,
    logLevel: 'error',
  });
  const textOf = (extension) => early.outputFiles.find(({ path }) => path.endsWith(extension)).text.trim();
  const preloads = preloaded.map((file) => `<link rel="modulepreload" nonce="__NONCE__" href="__ROOT__/${file}" />`);
  const source = await readFile('src/webview/page.html', 'utf8');
  const page = source
    .replace(/<!--.*?-->\s*/s, '')
    .replace('__STYLE__', () => textOf('.css'))
    .replace('__SCRIPT__', () => textOf('.js').replace(/;$/, ''))
    .replace('__PRELOADS__', () => preloads.join('\n      '));
  await writeFile(`${target}/webview/page.html`, page);
}

/** The files of the sample project, on which the offline tour works, by path. */
async function readSample(folder = 'sample') {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  const named = paths.map(async (path) => [
    path.replaceAll('\\', '/').slice(folder.length + 1),
    await readFile(path, 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(named));
}

/** The files that the panel needs before it runs: the imports of `main.js`. */
function importedAtOnce({ outputs }) {
  const main = `${webview.outdir}/main.js`;
  const imported = new Set();
  const add = (file) => {
    for (const { path, kind } of outputs[file].imports) {
      if (kind !== 'import-statement' || imported.has(path)) continue;
      imported.add(path);
      add(path);
    }
  };
  add(main);
  return [...imported].map((file) => file.slice(webview.outdir.length + 1));
}

/** Fails if a file that the panel needs before it runs contains a package that must be loaded on its first use. */
function checkLoadedOnFirstUse({ outputs }, atOnce) {
  for (const name of LOADED_ON_FIRST_USE) {
    const containing = Object.keys(outputs).filter((file) =>
      Object.keys(outputs[file].inputs).some((input) => input.includes(`node_modules/${name}/`)),
    );
    const early = containing.filter((file) => ['main.js', ...atOnce].includes(file.slice(webview.outdir.length + 1)));
    if (containing.length !== 1 || early.length > 0)
      throw new Error(`${name} must be in one file that the panel loads on first use, not in ${containing.join(', ')}`);
  }
}
