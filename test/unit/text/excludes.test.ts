import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { toExcludes } from '../../../src/extension/text/search/excludes.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;

test.each<[string, string, string[]]>([
  ['**/gen', '', ['**/gen']],
  ['**/gen', 'src/a', ['**/gen']],
  ['*.js', '', ['/*.js']],
  ['*.js', 'src', []],
  ['src/gen/', '', ['/src/gen']],
  ['src/gen', 'src', ['/gen']],
  ['src/gen', 'src/gen', []],
  ['src/gen', 'lib', []],
  ['src/*/out', 'src/a', ['/out']],
  ['src/**/out', 'src/a', ['**/out']],
  ['{broken', '', []],
])('toExcludes converts the glob %s, for a search in the folder "%s", to %j', (glob, folder, expected) => {
  expect(toExcludes([glob], folder)).toEqual(expected);
});

test('a search skips excluded paths, unless it starts at an excluded path', async () => {
  const files = { 'a.ts': 'x', 'gen/b.ts': 'x', 'src/gen/c.ts': 'x', 'src/d.ts': 'x', 'two/d.ts': 'x' };
  await withTempFolder(files, async (folder) => {
    const root = folder.replaceAll('\\', '/');
    const workspace = createDiskWorkspace({
      roots: () => [
        { name: 'one', path: root },
        { name: 'two', path: join(root, 'two') },
      ],
      excludes: (path) => (path === root ? ['**/gen', 'src/d.ts'] : []),
      search: walkSearch,
    });
    const find = async (path?: string): Promise<string[]> => {
      const query = { pattern: '**/*.ts', limit: 9, ...(path !== undefined && { path: join(root, path) }) };
      const { paths } = await workspace.glob(query, signal);
      return paths.map((each) => each.slice(root.length + 1));
    };
    expect(await find()).toEqual(['a.ts', 'two/d.ts']);
    expect(await find('src')).toEqual([]);
    expect(await find('src/gen')).toEqual(['src/gen/c.ts']);
    const grep = { pattern: 'x', caseSensitive: true, limit: 9 };
    expect((await workspace.grep(grep, signal)).matches).toHaveLength(2);
    expect((await workspace.grep({ ...grep, path: `${root}/src/d.ts` }, signal)).matches).toHaveLength(1);
  });
});
