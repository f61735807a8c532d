import { expect, test } from 'vitest';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import { noRepository } from '../../support/shell/git.ts';

const { examine } = createShellJudge('bash', noRepository);

test.each<[string, readonly (readonly [words: readonly (string | null)[], isPlain: boolean])[]]>([
  ['npm test', [[['npm', 'test'], true]]],
  ['npm test 2>&1 >/dev/null', [[['npm', 'test'], true]]],
  ['echo x > 2', [[['echo', 'x'], false]]],
  ['sh < 1', [[['sh'], false]]],
  ['npm test < input.txt', [[['npm', 'test'], false]]],
  ['npm test < /dev/null', [[['npm', 'test'], true]]],
  ['npm test <<EOF\nx\nEOF', [[['npm', 'test'], false]]],
  ['npm test <<< x', [[['npm', 'test'], false]]],
  ['npm test < /dev/tcp/evil.example/80', [[['npm', 'test'], false]]],
  ['npm test < "$where"', [[['npm', 'test'], false]]],
  ['npm test > out.txt', [[['npm', 'test'], false]]],
  ['NODE_OPTIONS=--require=./x npm test', [[['npm', 'test'], false]]],
  ['npm test \'$HOME\' "$HOME"', [[['npm', 'test', '$HOME', null], true]]],
])('the judge parses %s', async (command, expected) => {
  const parts = expected.map(([words, isPlain]) => ({ words, isPlain }));
  expect((await examine(command)).parts).toMatchObject(parts);
});

test.each(['npm test && rm -rf x', 'npm test $(rm -rf x)', 'npm test; rm -rf x', 'if npm test; then rm -rf x; fi'])(
  '%s has two commands',
  async (command) => {
    const names = (await examine(command)).parts?.map(({ words }) => words[0]);
    expect(names?.toSorted()).toEqual(['npm', 'rm']);
  },
);

test.each([
  ['for f in a b; do cat "$f"; done', ['a', 'b']],
  ['for f in a; do cat f; done', ['f']],
])('%s names the files %j, because only a word with $ is a variable', async (command, expected) => {
  const { files } = await examine(command);
  expect(files.files.map(({ text }) => text)).toEqual(expected);
});

test('a command that does not parse has an unknown effect', async () => {
  expect(await examine('npm test "')).toMatchObject({ parts: null, verdict: 'unknown', effect: 'unknown' });
});

test.each(['sh', 'PowerShell 7', 'Windows PowerShell 5', 'zsh'])(
  'every command of %s has an unknown effect',
  async (name) => {
    const other = createShellJudge(name, noRepository);
    expect(await other.examine('ls')).toMatchObject({ parts: null, verdict: 'unknown', effect: 'unknown' });
  },
);
