import { expect, it } from 'vitest';
import { createHighlighter } from '../../../../src/webview/markdown/highlight/highlighter.ts';
import { createBudgetedRegexEngine, OutOfTime } from '../../../../src/webview/markdown/highlight/regexEngine.ts';
import { createTokenizer, type Tokenizer } from '../../../../src/webview/markdown/highlight/tokenizer.ts';
import { toGroups, type TokenGroup } from '../../../../src/webview/markdown/highlight/tokens.ts';

/** Returns each group as one token, at the `tries`-th call for the group. */
function createFakeTokenizer(tries = 1): Tokenizer & { readonly asked: string[] } {
  const asked: string[] = [];
  let left = tries;
  return {
    asked,
    begin: () =>
      Promise.resolve({
        next(group) {
          if (--left > 0) return null;
          left = tries;
          asked.push(group);
          return [{ text: group, role: 'string' }];
        },
      }),
  };
}

function createFixture(tokenizer: Tokenizer = createFakeTokenizer()) {
  return createHighlighter({
    loadTokenizer: () => Promise.resolve(tokenizer),
    now: () => 0,
    pause: () => Promise.resolve(),
  });
}

const never = new AbortController().signal;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
const textOf = (groups: readonly TokenGroup[]) =>
  groups
    .flat()
    .map((token) => token.text)
    .join('');

it('the highlighter reports the groups as they become ready, until the code is complete', async () => {
  const counts: number[] = [];
  let all: readonly TokenGroup[] = [];
  await createFixture(createFakeTokenizer(3)).highlight(
    lines(70),
    'typescript',
    (groups) => {
      counts.push(groups.length);
      all = groups;
    },
    never,
  );
  expect([counts, textOf(all)]).toEqual([[1, 2, 3], lines(70)]);
});

it('the highlighter tokenizes a code once, and reports cached groups a few at a time', async () => {
  const tokenizer = createFakeTokenizer();
  const highlighter = createFixture(tokenizer);
  await highlighter.highlight(lines(200), 'typescript', () => undefined, never);
  const asked = tokenizer.asked.length;
  const counts: number[] = [];
  await highlighter.highlight(lines(200), 'typescript', (groups) => counts.push(groups.length), never);
  expect([tokenizer.asked.length, counts]).toEqual([asked, [4, 7]]);
});

it('the highlighter returns the groups of cached code at once, but not for the same code in another language', async () => {
  const highlighter = createFixture();
  await highlighter.highlight('a', 'typescript', () => undefined, never);
  expect([highlighter.peek('a', 'typescript').length, highlighter.peek('a', 'python').length]).toEqual([1, 0]);
});

it('the highlighter stops when it is aborted, and continues from the same place when the code is requested again', async () => {
  const tokenizer = createFakeTokenizer();
  const highlighter = createFixture(tokenizer);
  const controller = new AbortController();
  await highlighter.highlight(lines(200), 'typescript', () => controller.abort(), controller.signal);
  expect(tokenizer.asked.length).toBe(1);
  await highlighter.highlight(lines(200), 'typescript', () => undefined, never);
  expect(tokenizer.asked).toEqual(toGroups(lines(200)));
});

it('the highlighter rejects if a grammar fails, and highlights the next code', async () => {
  let fails = true;
  const working = createFakeTokenizer();
  const highlighter = createFixture({
    begin: (language) => (fails ? Promise.reject(new Error('no grammar')) : working.begin(language)),
  });
  await expect(highlighter.highlight('a', 'typescript', () => undefined, never)).rejects.toThrow('no grammar');
  fails = false;
  await highlighter.highlight('b', 'python', () => undefined, never);
  expect(working.asked).toEqual(['b']);
});

it('the highlighter drops the least recently used code when the cache is full', async () => {
  const highlighter = createFixture();
  for (const letter of 'abc') {
    await highlighter.highlight(letter.repeat(150_000), 'typescript', () => undefined, never);
  }
  const known = [...'abc'].map((letter) => highlighter.peek(letter.repeat(150_000), 'typescript').length);
  expect(known).toEqual([0, 1, 1]);
});

it('the highlighter colors code correctly with the real grammar even if the budget splits the work into many steps', async () => {
  const tokenization = await createTokenizer().begin('typescript');
  let calls = 0;
  /** Reports a spent budget at every second call. */
  const budget = { isSpent: () => ++calls % 2 === 0 };
  const code = 'const a = `x${b}`; // c\nreturn 1.5;';
  let group: TokenGroup | null = null;
  let tries = 0;
  for (; !group && tries < 2_000; tries += 1) group = tokenization.next(code, budget);
  expect(tries).toBeGreaterThan(10);
  expect(group?.filter((token) => token.role !== 'plain').map(({ text, role }) => `${role}: ${text.trim()}`)).toEqual([
    'keyword: const',
    'constant: a',
    'string: `x',
    'keyword: ${',
    'variable: b',
    'keyword: }',
    'string: `',
    'comment: // c',
    'control: return',
    'number: 1.5',
  ]);
});

it('the engine compiles one regular expression in three tries if each try has time for one step', () => {
  const engine = createBudgetedRegexEngine({ isSpent: () => true });
  const scanner = engine.createOnigScanner(['a+']);
  const find = () => scanner.findNextMatchSync(engine.createOnigString('xaa'), 0, 0)?.captureIndices[0];
  expect(find).toThrow(OutOfTime);
  expect(find).toThrow(OutOfTime);
  expect(find()).toMatchObject({ start: 1, end: 3 });
});
