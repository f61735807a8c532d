import { describe, expect, it } from 'vitest';
import { isSameQuestion, toFingerprint } from '../../../src/extension/terminal/questionIdentity.ts';

describe('toFingerprint', () => {
  it.each(['react-todo-enhance-or-fresh', 'project-purpose-learning-portfolio-tool', 'run-npm-test'])(
    'accepts %j',
    (value) => expect(toFingerprint(value)).toBe(value),
  );

  it.each([
    '',
    'question',
    'semantic-fingerprint',
    'Run-Npm-Test',
    'run_npm_test',
    'run--test',
    'yes-or-no',
    'a-b-c',
    '语义-指纹',
    'test-test',
    `${'long-'.repeat(20)}end`,
  ])('refuses %j', (value) => expect(toFingerprint(value)).toBeNull());
});

describe('isSameQuestion', () => {
  const question = (text: string, fingerprint: string | null = null, options: readonly string[] = []) => ({
    text,
    fingerprint,
    options,
  });

  it.each([
    [question('Which approach?', 'parser-extend-or-rewrite'), question('How do we go on?', 'parser-extend-or-rewrite')],
    [question('Which approach do you want?'), question('which approach do you want')],
    [question('Do you want to proceed with it?'), question('Do you want me to proceed with it?')],
    [question('Pick one:\nA) Learn\nB) Work'), question('Pick one:\n1. Learn\n2. Work')],
    [question('你想选择哪个方案？'), question('您想选择哪个方案?')],
  ])('%j and %j are the same', (left, right) => expect(isSameQuestion(left, right)).toBe(true));

  it.each([
    [question('Delete src/a.ts?'), question('Delete src/b.ts?')],
    [question('Delete src/a.ts?', 'delete-source-file'), question('Delete src/b.ts?', 'delete-source-file')],
    [question('Delete 3 files?'), question('Delete 300 files?')],
    [question('Which database?'), question('Which color should the button have?')],
    [question('Which one?', null, ['a', 'b']), question('Which one?', null, ['a', 'b', 'c'])],
    [question('Run with --force?'), question('Run with --dry-run?')],
  ])('%j and %j are different', (left, right) => expect(isSameQuestion(left, right)).toBe(false));
});
