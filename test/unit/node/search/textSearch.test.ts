import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { createDiskWorkspace } from '../../../../src/extension/node/diskWorkspace.ts';
import { findRipgrep } from '../../../../src/extension/node/search/findRipgrep.ts';
import { createRipgrepSearch } from '../../../../src/extension/node/search/ripgrep.ts';
import type { GrepRequest, TextSearch } from '../../../../src/extension/node/search/textSearch.ts';
import { walkSearch } from '../../../../src/extension/node/search/walkSearch.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const signal = new AbortController().signal;

/** The ripgrep of a VS Code that the test scripts have installed, otherwise the ripgrep on the PATH. */
async function locateRipgrep(): Promise<string | undefined> {
  const cache = join(homedir(), '.cache', 'premove');
  const servers = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('code-server-')) : [];
  for (const server of servers) {
    const found = await findRipgrep(join(cache, server, 'node_modules', 'code-server', 'lib', 'vscode'));
    if (found !== undefined) return found;
  }
  return findRipgrep(undefined);
}

const FILES = {
  'a.ts': 'const needle = 1;\nother\nNeedle again\n',
  'b.js': 'needle\r\nsecond\r\n',
  'src/deep/c.ts': 'x\nneedle\n',
  'src/d.txt': 'no such thing\n--needle--\n',
  'src/utf16.txt': Buffer.from('\ufeffneedle\n', 'utf16le'),
  'src/bom.txt': '\ufeffneedle first\n',
  'src/latin1.txt': Buffer.from('needl\xe9 needle\n', 'latin1'),
  '.hidden/e.ts': 'needle\n',
  '.gitignore': 'ignored.ts\nbuild/\n*.log\n!keep.log\n/rooted.txt\n',
  'src/.gitignore': 'local.ts\n',
  'ignored.ts': 'needle\n',
  'build/out.ts': 'needle\n',
  'src/build/out.ts': 'needle\n',
  'src/local.ts': 'needle\n',
  'local.ts': 'needle\n',
  'x.log': 'needle\n',
  'keep.log': 'needle\n',
  'rooted.txt': 'needle\n',
  'src/rooted.txt': 'needle\n',
  'node_modules/pkg/index.ts': 'needle\n',
  '.git/config': 'needle\n',
  'binary.bin': Buffer.from('needle\0\n'),
  'ünï.txt': 'naïve NEEDLE\n',
  'no newline': 'needle',
};

const EVERYWHERE = [
  '.hidden/e.ts:1',
  'a.ts:1',
  'b.js:1',
  'keep.log:1',
  'local.ts:1',
  'no newline:1',
  'src/bom.txt:1',
  'src/d.txt:2',
  'src/deep/c.ts:2',
  'src/latin1.txt:1',
  'src/rooted.txt:1',
  'src/utf16.txt:1',
];

const EXCLUDED = ['.hidden/e.ts:1', 'local.ts:1'];

type Query = Partial<GrepRequest> & { in?: string };

function searchTests(search: TextSearch): void {
  const check = async (query: Query, expected: readonly string[]): Promise<void> => {
    await withTempFolder(FILES, async (root) => {
      const { in: below, ...rest } = query;
      const folder = below === undefined ? root : `${root}/${below}`;
      const request = { folder, pattern: 'needle', caseSensitive: true, limit: 100, ...rest };
      const { matches } = await search.grep(request, signal);
      expect(matches.map((match) => `${match.path.slice(root.length + 1)}:${match.line}`)).toEqual(expected);
    });
  };

  test.each<[string, Query, readonly string[]]>([
    ['finds lines in all files except ignored and binary files', {}, EVERYWHERE],
    ['ignores case', { caseSensitive: false, include: 'a.ts' }, ['a.ts:1', 'a.ts:3']],
    ['accepts a regular expression', { pattern: '^Need.e\\b' }, ['a.ts:3']],
    ['matches the end of a line before CRLF', { pattern: 'needle$', include: '*.js' }, ['b.js:1']],
    ['accepts a pattern that looks like an option', { pattern: '--needle--' }, ['src/d.txt:2']],
    ['finds text that is not ASCII', { pattern: 'naïve' }, ['ünï.txt:1']],
    [
      'restricts by file name, without ignored files',
      { include: '*.ts' },
      ['.hidden/e.ts:1', 'a.ts:1', 'local.ts:1', 'src/deep/c.ts:2'],
    ],
    ['restricts by path', { include: 'src/**/*.ts' }, ['src/deep/c.ts:2']],
    ['restricts by alternatives', { include: '*.{js,log}' }, ['b.js:1', 'keep.log:1']],
    ['applies the ignore files above the searched folder', { in: 'src', include: '*.ts' }, ['src/deep/c.ts:2']],
    ['searches an ignored folder if the query names it', { in: 'build' }, ['build/out.ts:1']],
    ['searches node_modules if the query names it', { in: 'node_modules' }, ['node_modules/pkg/index.ts:1']],
    ['searches a single file', { in: 'src', file: 'd.txt' }, ['src/d.txt:2']],
    ['searches an ignored file if the query names it', { file: 'ignored.ts' }, ['ignored.ts:1']],
    [
      'does not search excluded files',
      { excludes: ['**/deep', '/a.ts', '/src/*.txt'], include: '*.{ts,txt}' },
      EXCLUDED,
    ],
    [
      'searches only accepted files, and applies the limit to them alone',
      { accepts: (relative) => /^src\/(d|rooted)\.txt$/.test(relative), limit: 2 },
      ['src/d.txt:2', 'src/rooted.txt:1'],
    ],
    ['finds nothing if no line matches', { pattern: 'nowhere at all' }, []],
  ])('a search %s', async (_name, query, expected) => check(query, expected));

  test('a search returns lines without line ends or a byte order mark', async () => {
    await withTempFolder(FILES, async (folder) => {
      const texts = async (file: string): Promise<string[]> => {
        const request = { folder, pattern: 'needle', caseSensitive: true, limit: 10, include: file };
        return (await search.grep(request, signal)).matches.map((match) => match.text);
      };
      expect(await texts('b.js')).toEqual(['needle']);
      expect(await texts('bom.txt')).toEqual(['needle first']);
      expect(await texts('utf16.txt')).toEqual(['needle']);
      expect(await texts('latin1.txt')).toEqual(['needl\ufffd needle']);
    });
  });

  test('a search returns the lines around a match, also at the edges of the file', async () => {
    await withTempFolder({ a: 'needle\r\n2\n3\nneedle\nneedle\n', b: 'x\nneedle' }, async (folder) => {
      const request = { folder, pattern: 'needle', caseSensitive: true, context: 1, limit: 10 };
      const { matches } = await search.grep(request, signal);
      const around = matches.map((match) => match.around?.map(({ line, text }) => `${line} ${text}`));
      expect(around).toEqual([['2 2'], ['3 3', '5 needle'], ['4 needle'], ['1 x']]);
    });
  });

  test('a search respects the exclude file of the clone', async () => {
    const ignored = { '.git/info/exclude': 'mine.ts\n', '.gitignore': '!kept.ts\n', 'mine.ts': '', 'kept.ts': '' };
    await withTempFolder({ ...ignored, '.git/HEAD': 'ref: refs/heads/main\n', 'sub/mine.ts': '' }, async (folder) => {
      const { paths } = await search.files({ folder, pattern: '*.ts', limit: 9 }, signal);
      expect(paths).toEqual([`${folder}/kept.ts`]);
    });
  });

  test.each<[string, string]>([
    ['.gitignore', '*.ts'],
    ['.ignore', '*.ts'],
    ['.git/info/exclude', '*.ts'],
    ['.gitignore', '/ws/src/a.ts'],
    ['ws/.gitignore', 'src/*.ts'],
    ['ws/.ignore', '*.ts'],
  ])('a search applies a %s that is above the searched folder and contains %s', async (name, rule) => {
    const files = { 'ws/src/a.ts': 'x', 'ws/src/b.js': 'x', 'ws/src/sub/.ignore': '!a.ts\n', 'ws/src/sub/a.ts': 'x' };
    await withTempFolder({ ...files, [name]: `${rule}\n` }, async (root) => {
      const folder = `${root}/ws/src`;
      const found = await search.files({ folder, pattern: '[ab].*', limit: 9 }, signal);
      expect(found.paths).toEqual([`${folder}/b.js`, `${folder}/sub/a.ts`]);
      const { matches } = await search.grep({ folder, pattern: 'x', caseSensitive: true, limit: 9 }, signal);
      expect(matches.map(({ path }) => path)).toEqual([`${folder}/b.js`, `${folder}/sub/a.ts`]);
    });
  });

  test('a search reads a large file only if the query names it', async () => {
    await withTempFolder({ large: `${'x'.repeat(100)}\n`.repeat(110_000).concat('needle') }, async (folder) => {
      const request = { folder, pattern: 'needle', caseSensitive: true, limit: 1 };
      expect((await search.grep(request, signal)).matches).toEqual([]);
      expect((await search.grep({ ...request, file: 'large' }, signal)).matches).toHaveLength(1);
    });
  });

  test('a search cuts long lines', async () => {
    await withTempFolder({ a: `${'x'.repeat(5000)}needle` }, async (folder) => {
      const { matches } = await search.grep({ folder, pattern: 'needle', caseSensitive: true, limit: 1 }, signal);
      expect(matches[0]?.text).toHaveLength(1000);
    });
  });

  test('a search stops at the limit, and reports that', async () => {
    await withTempFolder({ a: 'x\n'.repeat(5000), b: 'x\n' }, async (folder) => {
      const grep = async (limit: number): Promise<[number, boolean]> => {
        const result = await search.grep({ folder, pattern: 'x', caseSensitive: true, limit }, signal);
        return [result.matches.length, result.truncated];
      };
      expect(await grep(3)).toEqual([3, true]);
      expect(await grep(5001)).toEqual([5001, false]);
    });
  });

  test.each([
    ['a pattern', { pattern: '(' }],
    ['a glob', { include: '{a' }],
  ])('a search refuses %s with a syntax error', async (_name, query) => {
    await withTempFolder(FILES, async (folder) => {
      const request = { folder, pattern: 'x', caseSensitive: true, limit: 1, ...query };
      await expect(search.grep(request, signal)).rejects.toMatchObject({ kind: 'bad-pattern' });
    });
  });

  test.each([
    ['src/[id]/*.tsx', ['src/[id]/page.tsx', 'src/i/page.tsx']],
    ['file[1].txt', ['file1.txt', 'file[1].txt']],
    ['[id]/page.tsx', []],
    ['Screenshot at 3 PM.png', ['Screenshot at 3\u202fPM.png']],
    ['caf\u00e9.md', ['cafe\u0301.md']],
  ])('a search by the pattern %s finds names that have brackets or look the same: %j', async (pattern, expected) => {
    const names = ['src/[id]/page.tsx', 'src/i/page.tsx', 'src/x/page.tsx', 'file[1].txt', 'file1.txt', 'file2.txt'];
    const odd = ['Screenshot at 3\u202fPM.png', 'cafe\u0301.md'];
    await withTempFolder(Object.fromEntries([...names, ...odd].map((name) => [name, 'x'])), async (folder) => {
      const { paths } = await search.files({ folder, pattern, limit: 9 }, signal);
      expect(paths.map((path) => path.slice(folder.length + 1))).toEqual(expected);
      const grepped = await search.grep(
        { folder, pattern: 'x', include: pattern, caseSensitive: true, limit: 9 },
        signal,
      );
      expect(grepped.matches.map(({ path }) => path.slice(folder.length + 1))).toEqual(expected);
    });
  });

  test('a search finds more lines than a function call accepts as arguments', async () => {
    await withTempFolder({ 'a.ts': 'needle\n'.repeat(200_000) }, async (folder) => {
      const request = { folder, pattern: 'needle', caseSensitive: true, limit: 150_000 };
      const { matches, truncated } = await search.grep(request, signal);
      expect([matches.length, truncated]).toEqual([150_000, true]);
      const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search });
      expect((await disk.grep(request, signal)).matches).toHaveLength(150_000);
    });
  });

  test('a search does not follow links', async () => {
    await withTempFolder({ 'secret/s.ts': 'needle\n', 'ws/a.ts': 'needle\n' }, async (folder) => {
      await symlink(`${folder}/secret`, `${folder}/ws/link`);
      await symlink(`${folder}/secret/s.ts`, `${folder}/ws/file.ts`);
      const request = { folder: `${folder}/ws`, pattern: 'needle', caseSensitive: true, limit: 9 };
      const { matches } = await search.grep(request, signal);
      expect(matches.map((match) => match.path)).toEqual([`${folder}/ws/a.ts`]);
    });
  });

  test('a search lists files by glob, sorted and without ignored files', async () => {
    await withTempFolder(FILES, async (folder) => {
      const list = async (pattern: string, limit = 100): Promise<[string[], boolean]> => {
        const { paths, truncated } = await search.files({ folder, pattern, limit }, signal);
        return [paths.map((path) => path.slice(folder.length + 1)), truncated];
      };
      expect(await list('*.ts')).toEqual([['.hidden/e.ts', 'a.ts', 'local.ts', 'src/deep/c.ts'], false]);
      expect(await list('src/*')).toEqual([
        ['.gitignore', 'bom.txt', 'd.txt', 'latin1.txt', 'rooted.txt', 'utf16.txt'].map((name) => `src/${name}`),
        false,
      ]);
      expect(await list('/a.ts')).toEqual([['a.ts'], false]);
      expect(await list('*', 2)).toEqual([['.gitignore', '.hidden/e.ts'], true]);
    });
  });

  test('a search rejects when the signal is aborted', async () => {
    await withTempFolder(FILES, async (folder) => {
      const controller = new AbortController();
      const request = { folder, pattern: 'needle', caseSensitive: true, limit: 100 };
      const result = search.grep(request, controller.signal);
      controller.abort();
      await expect(result).rejects.toBe(controller.signal.reason);
      await expect(search.grep(request, controller.signal)).rejects.toBe(controller.signal.reason);
    });
  });

  test.skipIf(process.platform === 'win32').each([
    ['a pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
    ['a link to an endless device', (path: string) => symlink('/dev/zero', path)],
  ])('a search ignores %s in place of an ignore file', async (_name, put) => {
    for (const name of ['.gitignore', '.ignore', '.git/info/exclude']) {
      await withTempFolder({ 'src/a.ts': 'x', '.git/info/keep': '' }, async (folder) => {
        await put(join(folder, name));
        await put(join(folder, 'src/pipe.ts'));
        for (const start of [folder, `${folder}/src`]) {
          const { matches } = await search.grep({ folder: start, pattern: 'x', caseSensitive: true, limit: 5 }, signal);
          expect(matches.map(({ path }) => path)).toEqual([`${folder}/src/a.ts`]);
          const found = await search.files({ folder: start, pattern: 'a.*', limit: 5 }, signal);
          expect(found.paths).toEqual([`${folder}/src/a.ts`]);
        }
      });
    }
  });

  test('a search respects the exclude file of the clone in its worktrees too', async () => {
    const files = { '.git/info/exclude': 'own.ts\n', 'own.ts': 'x', 'a.ts': 'x', 'src/own.ts': 'x' };
    const worktree = { '.git/worktrees/wt/commondir': '../..\n', 'wt/own.ts': 'x', 'wt/b.ts': 'x' };
    await withTempFolder({ ...files, ...worktree }, async (folder) => {
      await writeFile(join(folder, 'wt/.git'), `gitdir: ${folder}/.git/worktrees/wt\n`);
      const found = await search.files({ folder, pattern: '*.ts', limit: 9 }, signal);
      expect(found.paths).toEqual([`${folder}/a.ts`, `${folder}/wt/b.ts`]);
      expect((await search.files({ folder: `${folder}/src`, pattern: '*.ts', limit: 9 }, signal)).paths).toEqual([]);
      const inWorktree = await search.files({ folder: `${folder}/wt`, pattern: '*.ts', limit: 9 }, signal);
      expect(inWorktree.paths).toEqual([`${folder}/wt/b.ts`]);
    });
  });

  test('a search accepts names with line breaks and quotes', async () => {
    await withTempFolder({ 'a\n"b".ts': 'needle' }, async (folder) => {
      const { matches } = await search.grep({ folder, pattern: 'needle', caseSensitive: true, limit: 1 }, signal);
      expect(matches[0]?.path).toBe(`${folder}/a\n"b".ts`);
      expect((await search.files({ folder, pattern: '*', limit: 1 }, signal)).paths).toEqual([`${folder}/a\n"b".ts`]);
    });
  });
}

describe('without ripgrep', () => searchTests(walkSearch));

describe.skipIf(process.platform === 'win32')('a search with ripgrep', () => {
  test.each([
    ['is killed', 'kill -9 $$', 60_000, 'ended with SIGKILL'],
    ['exits with an error', 'echo no memory >&2; exit 101', 60_000, 'ended with code 101 (no memory)'],
    ['is missing', 'exec /no/such/program', 60_000, 'ended with code 127'],
    ['never ends', 'exec sleep 600', 200, 'took longer than 0.2 s'],
  ])('rejects if ripgrep %s', async (_name, script, timeLimit, expected) => {
    await withTempFolder({ rg: `#!/bin/sh\n${script}\n`, 'a.ts': 'x' }, async (folder) => {
      await chmod(join(folder, 'rg'), 0o755);
      const search = createRipgrepSearch(join(folder, 'rg'), timeLimit);
      const grep = search.grep({ folder, pattern: 'x', caseSensitive: true, limit: 5 }, signal);
      await expect(grep).rejects.toMatchObject({ kind: 'io', message: expect.stringContaining(expected) as string });
      const files = search.files({ folder, pattern: '*', limit: 5 }, signal);
      await expect(files).rejects.toMatchObject({ kind: 'io' });
    });
  });
});

const ripgrep = await locateRipgrep();
describe.skipIf(ripgrep === undefined)(
  ripgrep === undefined ? 'with ripgrep (NOT TESTED: this machine has no ripgrep)' : 'with ripgrep',
  () => {
    const search = createRipgrepSearch(ripgrep ?? '');
    searchTests(search);

    test('a search applies a .rgignore above the searched folder', async () => {
      await withTempFolder({ '.rgignore': '/ws/src/a.ts\n', 'ws/src/a.ts': 'x', 'ws/src/b.ts': 'x' }, async (root) => {
        const found = await search.files({ folder: `${root}/ws/src`, pattern: '*.ts', limit: 9 }, signal);
        expect(found.paths).toEqual([`${root}/ws/src/b.ts`]);
      });
    });

    test("a search applies git's global exclude file if no folder above has an ignore file", async () => {
      await withTempFolder({ 'config/git/ignore': '*.log\n', 'ws/a.log': 'x', 'ws/a.ts': 'x' }, async (root) => {
        vi.stubEnv('HOME', root);
        vi.stubEnv('XDG_CONFIG_HOME', `${root}/config`);
        try {
          const found = await search.files({ folder: `${root}/ws`, pattern: 'a.*', limit: 9 }, signal);
          expect(found.paths).toEqual([`${root}/ws/a.ts`]);
        } finally {
          vi.unstubAllEnvs();
        }
      });
    });
  },
);

test("findRipgrep prefers VS Code's ripgrep to ripgrep on the PATH, and ignores relative entries of the PATH", async () => {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  await withTempFolder({}, async (root) => {
    await mkdir(join(root, 'bin'));
    expect(await findRipgrep(root, join(root, 'bin'))).toBeUndefined();
    const put = async (path: string): Promise<string> => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '', { mode: 0o755 });
      return path;
    };
    const onPath = await put(join(root, 'bin', program));
    expect(await findRipgrep(root, `relative${delimiter}${join(root, 'bin')}`)).toBe(onPath);
    expect(await findRipgrep(undefined, '.')).toBeUndefined();
    const platform = `${process.platform}-${process.arch}`;
    const bundled = join(root, 'node_modules.asar.unpacked', '@vscode', 'ripgrep-universal', 'bin', platform, program);
    expect(await findRipgrep(root, join(root, 'bin'))).toBe(onPath);
    await put(bundled);
    expect(await findRipgrep(root, join(root, 'bin'))).toBe(bundled);
  });
});
