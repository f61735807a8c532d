import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseShellCommands,
  parseShellScript,
  type SimpleCommand,
} from '../../../src/extension/shell/syntax/shellSyntax.ts';

/**
 * The command as `NAME=value word word >file`. A word that is not literal is written as its literal prefix and `?`, or
 * `??` if bash may split the word.
 */
function summarize({ words, assignments, redirections }: SimpleCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${value.literal ?? '?'}`),
    ...words.map(({ literal, prefix, splits }) => literal ?? `${prefix}${splits ? '??' : '?'}`),
    ...redirections.map(({ operator, target }) => operator + (target ? (target.literal ?? '?') : '')),
  ].join(' ');
}

async function check(command: string, commands: readonly string[] | null): Promise<void> {
  const parsed = await parseShellCommands(command);
  expect(parsed && parsed.map(summarize)).toEqual(commands);
}

describe('the parser finds every simple command', () => {
  test.each<[string, string[]]>([
    ['npm test', ['npm test']],
    ['npm test && rm -rf x', ['npm test', 'rm -rf x']],
    ['a; b & c | d || e', ['a', 'b', 'c', 'd', 'e']],
    ['a\nb', ['a', 'b']],
    ['(a; b) > c', ['>c', 'a', 'b']],
    ['{ a; } 2>&1', ['>&1', 'a']],
    ['! a |& b', ['a', 'b']],
    ['echo $(a) `b` "$(c "$(d)")" <(e)', ['a', 'b', 'd', 'c ?', 'e', 'echo ?? ?? ? /?']],
    ['echo $(<f)', ['<f', 'echo ??']],
    ['x=$(a) y=1 b', ['a', 'x=? y=1 b']],
    ['x=1', ['x=1']],
    ['export X=1 y "$z"', ['export X=1 y ?']],
    ['unset x', ['unset x']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for i in 1 $(a); do b $i; done', ['a', 'b ??']],
    ['while a; do b; done < c', ['<c', 'a', 'b']],
    ['case $x in a|b) c;; *) d;; esac', ['c', 'd']],
    ['f() { a; }; f', ['a', 'f']],
    ['[ -f x ] && [[ $y == z* && -n w ]]', ['[ -f x ]', '[[ ?? == ? && -n w ]]']],
    ['a <<< "$(b)"', ['b', 'a <<<']],
    ['cat <<E | a\nyes\nE\nb', ['a', 'cat <<', 'b']],
    ["cat <<'E' > f\n$(no)\nE\nb", ['cat << >f', 'b']],
    ["cat <<'E' | a && b\n$(no)\nE\nc", ['a', 'b', 'cat <<', 'c']],
    ['git commit -m "$(cat <<\'E\'\none\n`two`\nE\n)"', ['cat <<', 'git commit -m ?']],
    ['a # b; c\nd', ['a', 'd']],
    ['a \\\n  b', ['a b']],
    ['echo "a"2>b', ['echo a2 >b']],
    ['echo a2>b', ['echo a2 >b']],
    ['a 2>b', ['a >b']],
  ])('%j', check);
});

describe('the parser resolves quotes and escapes in a word as bash does', () => {
  test.each<[string, string]>([
    [`a'b c'"d e"f\\ g`, 'ab cd ef g'],
    [`"a\\"b\\$c\\d"`, 'a"b$c\\d'],
    [`$'a\\'b\\n'`, "a'b\n"],
    ['"a  $"', 'a  $'],
    ['"$x"', '?'],
    ['$x', '??'],
    ['a$x', 'a??'],
    ['"a $x"', 'a ?'],
    ['"$@"', '??'],
    ['src/*.ts', 'src/?'],
    ['*.ts', '?'],
    ['a{b,c}', 'a?'],
    ['{}', '{}'],
    ['"*"', '*'],
    ['\\*', '*'],
    ['~/a', '~?'],
    ['a~', 'a~'],
    ['$((1 + 2))', '??'],
    ['{1..3}', '?'],
    ['-n5', '-n5'],
    ['é', 'é'],
    ['à-b', 'null'],
    ["'é'", 'é'],
  ])('%s', async (word, short) => check(`x ${word}`, short === 'null' ? null : [`x ${short}`]));
});

describe('words after a redirection belong to the command', () => {
  test.each<[string, string[]]>([
    ['find . > /dev/null -delete', ['find . -delete >/dev/null']],
    ['ls && find . 2> /dev/null -delete', ['ls', 'find . -delete >/dev/null']],
    ['> a b c', ['b c >a']],
    ['cat <<E a b\nx\nE', ['cat a b <<']],
  ])('%j', check);
});

describe('the parser refuses text that bash may parse differently', () => {
  test.each([
    ["echo $'a\\\\'; rm x; echo 'b'"],
    ['[ a > b ]'],
    ['[ a && b ]'],
    ['ls \\\frm'],
    ['ls\frm'],
    ['ls\r\nrm'],
    ['ls\u00a0rm'],
    ['\\ ls'],
    ['echo "$[a[1]]"'],
    ['echo $((a))'],
    ['echo ${a:1}'],
    ['echo ${a@P}'],
    ['echo ${!a}'],
    ['echo ${a:=b}'],
    ['echo ${a[0]}'],
    ['a[0]=1'],
    ['a=(b c)'],
    ['echo "`echo \\"a\\"`"'],
    ['cat <<E\n$(a)\nE'],
    ['cat <<E\n$ a\nE'],
    ['cat <<E <<F\na\nE\nb\nF'],
    ['cat <<E\na'],
    ['select x in a; do b; done'],
    ['(( a ))'],
    // The grammar parses both lines as one command.
    ["a | b | c\nd -n '1' e 2>f"],
    ['function f { a; }'],
    ['echo a"'],
    ['a ('],
    ['{ls; }'],
    ['[[ a =~ b ]]'],
    ['x'.repeat(20_000)],
  ])('%j', (command) => check(command, null));
});

test('the parser parses a script without commands as an empty list', () => check(' \n# a comment', []));

test('the parser reports which commands have an input that ends', async () => {
  const fed = async (command: string): Promise<string[]> =>
    ((await parseShellCommands(command)) ?? []).filter(({ hasInput }) => hasInput).map(summarize);
  expect(await fed('a | b && c')).toEqual(['b']);
  expect(await fed('a < x; b <<< y; c')).toEqual(['a <x', 'b <<<']);
  expect(await fed('a | (b; c) | { d; }')).toEqual(['b', 'c', 'd']);
  expect(await fed('a | while read x; do b; done; c')).toEqual(['read x', 'b']);
});

test('the parser reports loop variables, functions, open loops and background jobs', async () => {
  expect(await parseShellScript('for a in 1; do b & done; f() { c; }; while d; do e; done')).toMatchObject({
    loopVariables: ['a'],
    functions: ['f'],
    hasOpenLoop: true,
    runsInBackground: true,
  });
  expect(await parseShellScript('while read -r x; do a; done < b')).toMatchObject({ hasOpenLoop: false });
  expect(await parseShellScript('until read x; do a; done < b')).toMatchObject({ hasOpenLoop: true });
});

test('the parser never throws', { timeout: 60_000 }, async () => {
  const shellText = fc.string({ unit: fc.constantFrom(...'ab \n\t;&|<>()$`"\'\\{}[]#=*!-1') });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), shellText), async (command) => {
      const parsed = await parseShellCommands(command);
      expect(parsed === null || Array.isArray(parsed)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('the parser refuses deep nesting without an error', () => check(`${'('.repeat(8000)}a${')'.repeat(8000)}`, null));
