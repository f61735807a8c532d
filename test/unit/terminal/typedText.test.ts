import { describe, expect, it } from 'vitest';
import { maskTypedText, TYPED_TEXT, withoutTypedText } from '../../../src/extension/terminal/typedText.ts';

const RULE = '─'.repeat(80);
const claude = (...typed: readonly string[]): string[] => ['⏺ Done.', '', RULE, ...typed, RULE, '  ? for shortcuts'];
const opencode = (typed: string): string[] => [
  '  ┃',
  `  ┃  ${typed}`,
  '  ┃',
  '  ┃  Build · GPT',
  `  ╹${'▀'.repeat(80)}`,
];
const codex = (typed: string): string[] => ['• Done.', '', `› ${typed}`.trimEnd(), '', '  gpt · ? for shortcuts'];

describe('the mask of typed text', () => {
  it.each(['I think', '我想要一个简单的...', '好', 'カート', 'да', 'نعم', '2. No', 'Continue? [Y/n]', '🙂'])(
    'replaces "%s" on the line of the prompt',
    (typed) => {
      expect(maskTypedText(claude(`❯ ${typed}`))).toEqual(claude(`❯ ${TYPED_TEXT}`));
      expect(maskTypedText(codex(typed))).toEqual(codex(TYPED_TEXT));
      expect(maskTypedText(opencode(typed))).toEqual(['  ┃', `  ┃ ${TYPED_TEXT}`, ...opencode('').slice(2)]);
    },
  );

  it('replaces the line of the prompt only', () => {
    const lines = claude('❯ one', '  two');
    expect(maskTypedText(lines)).toEqual(lines.with(3, `❯ ${TYPED_TEXT}`));
    expect(maskTypedText(['❯ earlier', ...claude('❯ now')])[0]).toBe('❯ earlier');
  });

  it('replaces text after a bare prompt below a reply', () => {
    expect(maskTypedText(['⏺ Which one?', '❯ 我想要一个简单的...'])).toEqual(['⏺ Which one?', `❯ ${TYPED_TEXT}`]);
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
  });

  it('keeps an empty prompt', () => {
    expect(maskTypedText(claude('❯'))).toEqual(claude('❯'));
    expect(maskTypedText(['❯ '])).toEqual(['❯ ']);
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
