import { expect, it } from 'vitest';
import {
  LANGUAGE_IDS,
  loadGrammars,
  toLanguageId,
  type LanguageId,
} from '../../../../src/webview/markdown/highlight/languages.ts';
import { createTokenizer } from '../../../../src/webview/markdown/highlight/tokenizer.ts';
import { isColorable, toGroups, type TokenGroup } from '../../../../src/webview/markdown/highlight/tokens.ts';

it.each([
  ['ts', 'typescript'],
  ['TypeScript', 'typescript'],
  ['tsx', 'tsx'],
  ['C++', 'cpp'],
  ['c#', 'csharp'],
  ['.py', 'python'],
  ['sh', 'shellscript'],
  ['dockerfile', 'docker'],
  ['ts:src/a.ts', 'typescript'],
  ['js,ignore', 'javascript'],
  ['rust{1,2}', 'rust'],
  ['', null],
  ['text', null],
  ['constructor', null],
  ['__proto__', null],
])('toLanguageId maps %o to %o', (info, language) => expect(toLanguageId(info)).toBe(language));

it.each(LANGUAGE_IDS)('the tokenizer keeps all characters of %s', { timeout: 60_000 }, async (language) => {
  expect((await loadGrammars(language)).length).toBeGreaterThan(0);
  const code = '# a "b" /* c */\n<a b="c">{{ x }}</a>\n  def f(x): return $x + 1.5;\n';
  const tokens = await tokenize(language, code);
  expect(tokens.map((token) => token.text).join('')).toBe(code);
});

async function tokenize(language: LanguageId, code: string, tokenizer = createTokenizer()): Promise<TokenGroup> {
  const tokenization = await tokenizer.begin(language);
  for (;;) {
    const tokens = tokenization.next(code, { isSpent: () => false });
    // Null if a line was slow; the call must then be repeated. The first line may be slow here.
    if (tokens) return tokens;
  }
}

const PROBES: readonly (readonly [language: LanguageId, code: string, colored: string[]])[] = [
  ['python', 'def age(of="x"): # y', ['keyword: def', 'function: age', 'variable: of', 'string: "x"', 'comment: # y']],
  ['shellscript', 'echo "a $B"', ['function: echo', 'string: "a', 'variable: $B', 'string: "']],
  ['json', '{"a": 1}', ['property: "a"', 'number: 1']],
  ['diff', '-a\n+b', ['deleted: -a', 'inserted: +b']],
  ['css', '.a { color: red }', ['selector: .a', 'property: color', 'string: red']],
  ['html', '<a b="c">', ['punctuation: <', 'tag: a', 'attribute: b', 'string: "c"', 'punctuation: >']],
  ['yaml', 'a: true', ['property: a', 'keyword: true']],
  ['go', 'func main() {}', ['keyword: func', 'function: main']],
  ['rust', 'fn a() -> u8 { 1 }', ['keyword: fn', 'function: a', 'type: u8', 'number: 1']],
  ['sql', "SELECT 'a'", ['keyword: SELECT', "string: 'a'"]],
];
it.each(PROBES)('the tokenizer colors %s', async (language, code, colored) => {
  const tokens = await tokenize(language, code);
  const found = tokens.filter((token) => token.role !== 'plain').map(({ text, role }) => `${role}: ${text.trim()}`);
  expect(found).toEqual(colored);
});

it('the tokenizer colors a language after another language that can contain it', async () => {
  const tokenizer = createTokenizer();
  await tokenize('markdown', '```ts\nconst a = 1;\n```', tokenizer);
  expect((await tokenize('typescript', 'const', tokenizer))[0]?.role).toBe('keyword');
});

it('the tokenizer leaves a long line plain, and colors the lines after it', async () => {
  const tokens = await tokenize('typescript', `const a = 1;\n${'('.repeat(600)}\nconst b = 1;`);
  expect(tokens.filter((token) => token.text.startsWith('const')).map((token) => token.role)).toEqual([
    'keyword',
    'keyword',
  ]);
  expect(tokens.find((token) => token.text.includes('((('))?.role).toBe('plain');
});

it('toGroups splits code into groups that join to the same code', () => {
  const code = Array.from({ length: 95 }, (_, index) => `${index}`).join('\n') + '\n';
  expect([toGroups(code).length, toGroups(code).join('')]).toEqual([4, code]);
});

it.each([
  ['', false],
  ['a', true],
  [`${'x'.repeat(100)}\n`.repeat(190), true],
  [`${'x'.repeat(100)}\n`.repeat(210), false],
  ['x'.repeat(2_001), false],
])('isColorable excludes code that is empty, long or in long lines (%#)', (code, colored) => {
  expect(isColorable(code)).toBe(colored);
});
