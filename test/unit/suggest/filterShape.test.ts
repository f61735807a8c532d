import { describe, expect, test } from 'vitest';
import { getFilterReason } from '../../../src/extension/suggest/filter.ts';
import { check } from './filterTable.ts';

describe('a text of too few words', () => {
  check(
    'too_few_words',
    [
      ...['hmm', 'Hmm...', 'hmmm', 'uh', 'well', 'Well...', 'the', 'so', 'hello', 'hmm, well', '/', ' / ', '/ review'],
      ...['...', '?', '—', '👍', '**', '//'],
      ...['então', 'euh', 'ähm', 'ну', '嗯嗯嗯', '呃', 'えっと', 'うーん', '음', 'pues...'],
    ],
    [
      ...[
        'yes',
        'no',
        'ok',
        'y',
        'commit',
        'commit.',
        'Commit!',
        'push',
        'run',
        'continue',
        'retry',
        '2',
        '2.',
        'b',
        '#3',
      ],
      ...['/review', '/clear', 'v1.2.0', 'README.md', '*.ts'],
      ...[
        'sim',
        'oui',
        'sí',
        'ja',
        'weiter',
        'да',
        'evet',
        '是',
        '提交',
        '继续',
        'はい',
        '続けて',
        '네',
        'نعم',
        'हाँ',
        'ใช่',
      ],
      ...['mhm', 'u', 'tak', 'так', 'klart', 'prima', 'top', '嗯', '嗯嗯', 'うん', '어', '응', 'ano', 'igen', 'ya'],
    ],
  );
});

describe('a text that is too long to read at a glance', () => {
  check(
    'too_many_words',
    [
      'one two three four five six seven eight nine ten eleven twelve thirteen',
      'rode todos os testes de novo e depois faça o commit de tudo isso',
      '请把所有的测试都重新运行一遍然后把结果写到文档里面再提交到远程仓库',
    ],
    [
      'one two three four five six seven eight nine ten eleven twelve',
      'run a - b - c & d',
      "don't touch src/a/b/c.test.ts or *.snap",
      'テストを実行してからコミットしてください',
      '运行所有测试然后提交并推送到远程仓库',
      'รันการทดสอบอีกครั้ง',
    ],
  );
  check(
    'too_long',
    ['x'.repeat(100), `run ${'src/'.repeat(25)}`, 'ж'.repeat(100), `/${'a'.repeat(99)}`, 'word '.repeat(400)],
    ['x'.repeat(99), 'ж'.repeat(99)],
  );
  test('counts a character outside the basic plane once', () => {
    expect(getFilterReason(`fix ${'𝒳'.repeat(90)}`)).toBeNull();
  });
});

describe('more than one sentence', () => {
  check(
    'multiple_sentences',
    [
      ...['Run tests. Then commit.', 'run tests. then commit', 'Great! Now run the tests', 'commit it... Then push'],
      ...['Is it green? Then push.', 'fix v2. then ship', 'stop! /review first'],
      ...[
        '运行测试。然后提交。',
        '提交代码！推送',
        'テストを実行して。それからコミット',
        '运行测试.提交代码',
        'शुरू करो। फिर रुको',
      ],
      ...['Rode os testes. Depois faça o commit.', '¡Listo! ¿Subo los cambios', 'شغّل الاختبارات. ثم احفظ'],
    ],
    [
      ...['commit.', 'run *.test.ts', 'sure, go ahead', 'use Node.js 24', 'bump it to v1.2.3', 'git add . and commit'],
      ...[
        'compare fs vs. fs/promises',
        'use e.g. zod for it',
        'rename etc. in config',
        '1. run the tests',
        'wait... then commit',
      ],
      ...['edit .gitignore and .env', '运行测试，然后提交。', 'テストを実行して。', 'rode os testes, depois o commit.'],
      ...['z.B. mit zod prüfen', 'see Prof. Lee', 'See Prof. Lee’s comment', 'test it with St. Petersburg'],
      ...['cite Smith et al. in the header', 'use the U.S. date format', 'siehe Nr. 5 der Liste'],
    ],
  );
});

describe('formatting of a written answer', () => {
  check(
    'has_formatting',
    [
      ...[
        'run tests\nthen commit',
        'commit this\n',
        'a\r\nb',
        '**commit this**',
        'run **all** tests',
        '__run all tests__',
      ],
      ...['- run tests', '* commit this', '# Next step', '> commit this', '• commit', '`npm test`', '```npm test```'],
      ...['see [docs](http://x.y)', '<b>commit</b>', '"run the tests"', '“commit this”', '*commit this*', '| a | b |'],
      ...['**提交代码**', '「コミットして」', '«запусти тесты»', '- rode os testes'],
    ],
    [
      ...[
        'run *.test.ts',
        'lint src/**/*.ts and test/**/*.ts',
        'compute 2 * 3',
        'rename `foo` to `bar`',
        'edit __init__.py',
      ],
      ...[
        'fix snake_case_name',
        "set 'a' to 'b'",
        'make it #fff',
        'use a[0](x) here'.replace('](', '] ('),
        '-v please',
      ],
      ...['remplace « a » par « b »', '把「a」改成「b」'],
    ],
  );
});
