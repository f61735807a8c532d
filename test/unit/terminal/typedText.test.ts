import { describe, expect, it } from 'vitest';
import {
  findTypedText,
  maskTypedText,
  TYPED_TEXT,
  withoutTypedText,
} from '../../../src/extension/terminal/typedText.ts';

const RULE = '─'.repeat(80);
const claude = (...typed: readonly string[]): string[] => ['⏺ Done.', '', RULE, ...typed, RULE, '  ? for shortcuts'];
const opencode = (...typed: readonly string[]): string[] => [
  '  ┃',
  ...typed.map((line) => `  ┃  ${line}`),
  '  ┃',
  '  ┃  Build · GPT',
  `  ╹${'▀'.repeat(80)}`,
];
const codex = (first: string, ...rest: readonly string[]): string[] => [
  '• Done.',
  '',
  `› ${first}`.trimEnd(),
  ...rest.map((line) => `  ${line}`.trimEnd()),
  '',
  '  gpt · ? for shortcuts',
];

describe('the mask of typed text', () => {
  it.each(['I think', '我想要一个简单的...', '好', 'カート', 'да', 'نعم', '2. No', 'Continue? [Y/n]', '🙂'])(
    'replaces "%s" on the line of the prompt',
    (typed) => {
      expect(maskTypedText(claude(`❯ ${typed}`))).toEqual(claude(`❯ ${TYPED_TEXT}`));
      expect(maskTypedText(codex(typed))).toEqual(codex(TYPED_TEXT));
      expect(maskTypedText(opencode(typed))).toEqual(['  ┃', `  ┃ ${TYPED_TEXT}`, ...opencode('').slice(2)]);
    },
  );

  it('keeps a prompt that was sent earlier', () => {
    expect(maskTypedText(['❯ earlier', ...claude('❯ now')])[0]).toBe('❯ earlier');
    const dialog = ['› earlier', '', '  Which one?', '  › 1. This', '    2. That', '', '  enter to submit answer'];
    expect(maskTypedText(dialog)).toEqual(dialog);
  });

  const long = Array.from({ length: 90 }, (_, at) => `line ${at}`);
  it.each([
    ['two lines', ['one', 'two']],
    ['a blank line between', ['one', '', 'two']],
    ['an empty first line', ['', 'two']],
    ['a list of numbers', ['1. one', '2. two']],
    ['a horizontal rule', ['one', RULE, 'two']],
    ['prompts', ['❯ one', '› two', '> three']],
    ['90 lines', long],
  ])('replaces a text of several lines: %s', (_, typed) => {
    const [first = '', ...rest] = typed;
    const inClaude = [`❯ ${first}`.trimEnd(), ...rest.map((line) => `  ${line}`.trimEnd())];
    expect(maskTypedText(claude(...inClaude))).toEqual(claude(`❯ ${TYPED_TEXT}`));
    expect(maskTypedText(codex(first, ...rest))).toEqual(codex(TYPED_TEXT));
    expect(maskTypedText(opencode(...typed))).toEqual(['  ┃', `  ┃ ${TYPED_TEXT}`, ...opencode('').slice(2)]);
  });

  it('replaces a text of several lines after a prompt without a border below a reply', () => {
    const lines = ['⏺ Which one?', '❯ one', '  two'];
    expect(maskTypedText(lines)).toEqual(['⏺ Which one?', `❯ ${TYPED_TEXT}`]);
  });

  it('replaces text after a prompt without a border below a reply', () => {
    expect(maskTypedText(['⏺ Which one?', '❯ 我想要一个简单的...'])).toEqual(['⏺ Which one?', `❯ ${TYPED_TEXT}`]);
  });

  it('replaces text after `$` only directly below a question of an agent', () => {
    const asks = 'Allow command npm install? y/n/a/p';
    expect(maskTypedText([asks, '$ maybe later'])).toEqual([asks, `$ ${TYPED_TEXT}`]);
    expect(findTypedText([asks, '$ maybe later'])).toMatchObject({ text: 'maybe later', lines: [asks, '$'] });
    for (const shell of [
      ['Continue? [Y/n]', '$ ls'],
      [asks, 'y', '$ ls'],
    ])
      expect(maskTypedText(shell)).toEqual(shell);
  });

  it('keeps the cursor of a menu', () => {
    const numbered = [RULE, ' Do you want to proceed?', '   1. Yes', ' ❯ 2. No, and tell Claude', '', ' Esc to cancel'];
    expect(maskTypedText(numbered)).toEqual(numbered);
    const codexMenu = [
      '  Run it?',
      '',
      '  1. Yes (y)',
      '› 2. No (esc)',
      '',
      '  Press enter to confirm or esc to cancel',
    ];
    expect(maskTypedText(codexMenu)).toEqual(codexMenu);
    const short = [RULE, ' 要继续吗？', '', ' ❯ 是', '   否', '', ' Enter to confirm · Esc to cancel'];
    expect(maskTypedText(short)).toEqual(short);
    expect(maskTypedText(['❯ 2. No'])).toEqual(['❯ 2. No']);
    const login = ['Select a login method:', '', '❯ Console account', '  API key'];
    expect(maskTypedText(login)).toEqual(login);
    expect(findTypedText(login)).toEqual({ text: '', lines: login });
    const composer = ['Welcome', '─'.repeat(12), '❯ one', '  two'];
    expect(findTypedText(composer).text).toBe('one\ntwo');
  });

  it('keeps a prompt above a question, because it has been sent', () => {
    const asks = ['❯ go', '', '  Mit welcher Variante weiter?   [links]   [rechts]', '  (l / r)'];
    expect(maskTypedText(asks)).toEqual(asks);
    const help = ['', '❯ go', '', '  ? for shortcuts'];
    expect(maskTypedText(help)).toEqual(['', `❯ ${TYPED_TEXT}`, '', '  ? for shortcuts']);
    const below = ['', '❯ go', '────', '  Need help? F1'];
    expect(maskTypedText(below)).toEqual(['', `❯ ${TYPED_TEXT}`, '────', '  Need help? F1']);
  });

  it('keeps an empty prompt', () => {
    expect(maskTypedText(claude('❯'))).toEqual(claude('❯'));
    expect(maskTypedText(['❯ '])).toEqual(['❯']);
    expect(maskTypedText([])).toEqual([]);
  });

  it('removes a placeholder, because the user has not typed it', () => {
    expect(maskTypedText(claude('❯ Try "fix lint errors"'))).toEqual(claude('❯'));
    expect(maskTypedText(codex('Ask Codex to do anything'))).toEqual(codex(''));
    expect(maskTypedText(opencode('Ask anything… "Fix broken tests"'))[1]).toBe('  ┃');
  });
});

describe('the removal of typed text', () => {
  it('leaves the empty prompt, and removes all lines of the text', () => {
    const footer = '  ? for shortcuts';
    expect(withoutTypedText(claude('❯ one', '', '  two'))).toEqual(['⏺ Done.', '', RULE, '❯', footer]);
    expect(withoutTypedText([...codex('one').slice(0, 3), '', '  two', ''])).toEqual(['• Done.', '', '›']);
    expect(withoutTypedText(opencode('one'))).toEqual(['  ┃', '  ┃']);
  });

  it('changes nothing on a screen without a composer', () => {
    const menu = [RULE, ' rm -rf build', ' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Esc to cancel'];
    expect(withoutTypedText(menu)).toEqual(menu);
  });
});

describe('the typed text', () => {
  const screens: [string, (...typed: readonly string[]) => string[]][] = [
    ['Claude Code', (first = '', ...rest) => claude(`❯ ${first}`.trimEnd(), ...rest.map((line) => `  ${line}`))],
    ['Codex', (first = '', ...rest) => codex(first, ...rest)],
    ['OpenCode', (first = '', ...rest) => opencode(first, ...rest)],
  ];
  it.each(screens)('does not change the other lines of the screen of %s', (_, screen) => {
    const { text, lines } = findTypedText(screen());
    expect(text).toBe('');
    for (const typed of [['one'], ['one', 'two'], ['', 'two'], ['1. one', '2. two', '3. three']]) {
      const found = findTypedText(screen(...typed));
      expect(found.lines).toEqual(lines);
      expect(found.text).toBe(typed.join('\n').trim());
    }
  });
});
