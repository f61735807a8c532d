import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureCodeServer } from '../scripts/tools/codeServer.ts';
import { createDiskWorkspace } from '../src/extension/node/diskWorkspace.ts';
import { findRipgrep } from '../src/extension/node/search/findRipgrep.ts';
import { globTool } from '../src/extension/tools/builtin/globTool.ts';
import { createOverlay } from '../src/extension/speculate/overlay.ts';
import { grepTool } from '../src/extension/tools/builtin/grep.ts';
import { createLocalSearch } from '../src/extension/node/search/localSearch.ts';
import type { Workspace } from '../src/extension/ports/workspace.ts';
import { createSeenFiles } from '../src/extension/tools/seenFiles.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { temporaryFolder } from '../scripts/tools/processes.ts';
import { removeFolder } from '../scripts/tools/supervision.mjs';

const FILES = 100_000;
const FILES_PER_FOLDER = 100;
const ROUNDS = 7;
/** Some of VS Code's default excludes. */
const EXCLUDES = ['**/.git', '**/.svn', '**/.DS_Store', '**/node_modules', '**/bower_components'];
/** One file in this number of files contains the searched text and has the searched name. */
const RARE = 1000;
/** Number of changed files in the overlay. All of them contain the searched text. */
const CHANGED = 100;

/**
 * The search tools over 100,000 small files, from the call to the text for the model. The yardstick is the same ripgrep
 * with only the arguments that it needs to find the same files, its output read to the end. The two run alternately, so
 * that load and disk cache are the same.
 */
export const search: Measurement = { name: 'search', run: measure };

async function measure(): Promise<Figure[]> {
  const { vscodeServer } = await ensureCodeServer();
  const appRoot = dirname(dirname(vscodeServer));
  const ripgrep = await findRipgrep(appRoot);
  if (ripgrep === undefined)
    throw new Error('There is no ripgrep to compare with: neither VS Code’s own nor on the PATH.');
  const folder = temporaryFolder();
  try {
    await fill(folder);
    const workspace = createDiskWorkspace({
      roots: () => [{ name: 'bench', path: folder }],
      excludes: () => EXCLUDES,
      search: createLocalSearch(appRoot),
    });
    const context = { workspace, seen: createSeenFiles() };
    const signal = new AbortController().signal;
    return [
      await compare(
        'grep',
        async () => void (await grepTool.execute({ pattern: 'needle\\d+' }, context, signal)),
        () => plain(ripgrep, ['--ignore-case', '--line-number', 'needle\\d+', './'], folder),
      ),
      await compare(
        'glob',
        async () => void (await globTool.execute({ pattern: '**/*.rare.ts' }, context, signal)),
        () => plain(ripgrep, ['--files', '--glob', '*.rare.ts', './'], folder),
      ),
      await ripgrepsOwnShare(ripgrep, folder),
      await throughOverlay(workspace, folder),
    ];
  } finally {
    removeFolder(folder);
  }
}

/**
 * The time that ripgrep itself needs to leave out ignored and excluded files. The wanted files are selected by a file
 * type, because a `--glob` that selects files would override `.gitignore`.
 */
async function ripgrepsOwnShare(ripgrep: string, folder: string): Promise<Figure> {
  const excludes = [...EXCLUDES, '.hg'].map((glob) => `--glob=!${glob}`);
  const wanted = ['--type-add=wanted:*.rare.ts', '--type=wanted'];
  const narrowed = ['--no-require-git', '--no-ignore-parent', ...excludes, ...wanted, '--files', './'];
  const { samples, yardstick } = await measureAlternately(
    () => plain(ripgrep, narrowed, folder),
    () => plain(ripgrep, ['--files', '--glob', '*.rare.ts', './'], folder),
  );
  return toFigure({
    name: 'The part of `glob` that ripgrep itself needs to leave out ignored and excluded files',
    unit: 'ms',
    statistic: 'median',
    samples,
    yardstick: { name: 'ripgrep alone', samples: yardstick },
  });
}

/** The same `grep` through an overlay with changed files, and without the overlay. */
async function throughOverlay(disk: Workspace, folder: string): Promise<Figure> {
  const { signal } = new AbortController();
  const overlay = createOverlay(disk);
  for (let index = 0; index < CHANGED; index += 1) {
    const path = join(folder, pathOf(index * (FILES / CHANGED)));
    await overlay.write(path, Buffer.concat([await readFile(path), Buffer.from('// changed\n')]), {}, signal);
  }
  const grep = async (workspace: Workspace): Promise<void> =>
    void (await grepTool.execute({ pattern: 'needle\\d+' }, { workspace, seen: createSeenFiles() }, signal));
  const { samples, yardstick } = await measureAlternately(
    () => grep(overlay),
    () => grep(disk),
  );
  return toFigure({
    name: `\`grep\` through an overlay with ${CHANGED} changed files`,
    unit: 'ms',
    statistic: 'median',
    samples,
    yardstick: { name: 'without the overlay', samples: yardstick },
    target: { text: 'at most 1.2 × without the overlay', isMet: (value, other) => value <= 1.2 * other },
  });
}

async function compare(name: string, ours: () => Promise<void>, theirs: () => Promise<void>): Promise<Figure> {
  const { samples, yardstick } = await measureAlternately(ours, theirs);
  return toFigure({
    name: `\`${name}\` over ${FILES.toLocaleString('en-US')} files`,
    unit: 'ms',
    statistic: 'median',
    samples,
    yardstick: { name: 'ripgrep alone', samples: yardstick },
    target: { text: 'at most 1.2 × ripgrep alone', isMet: (value, other) => value <= 1.2 * other },
  });
}

async function measureAlternately(
  ours: () => Promise<void>,
  theirs: () => Promise<void>,
): Promise<{ samples: number[]; yardstick: number[] }> {
  await ours();
  await theirs();
  const samples: number[] = [];
  const yardstick: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(await time(ours));
    yardstick.push(await time(theirs));
  }
  return { samples, yardstick };
}

async function time(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function plain(ripgrep: string, args: readonly string[], folder: string): Promise<void> {
  await promisify(execFile)(ripgrep, ['--no-config', '--hidden', ...args], { cwd: folder, maxBuffer: 100_000_000 });
}

function pathOf(index: number): string {
  const folder = `group${Math.floor(index / 10_000)}/part${Math.floor(index / FILES_PER_FOLDER)}`;
  return `${folder}/module${index}.${index % RARE === 0 ? 'rare.ts' : 'ts'}`;
}

async function fill(folder: string): Promise<void> {
  const text = Array.from({ length: 20 }, (_, line) => `export const value${line} = 'some text in line ${line}';\n`);
  for (let first = 0; first < FILES; first += FILES_PER_FOLDER) {
    await mkdir(dirname(join(folder, pathOf(first))), { recursive: true });
    const indices = Array.from({ length: FILES_PER_FOLDER }, (_, index) => first + index);
    await Promise.all(
      indices.map((index) => {
        const needle = index % RARE === 0 ? `// needle${index}\n` : '';
        return writeFile(join(folder, pathOf(index)), text.join('') + needle);
      }),
    );
  }
}
