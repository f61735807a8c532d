import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import type { TerminalReading } from '../../../src/extension/terminal/reading.ts';

function check(lines: readonly string[], expected: Partial<TerminalReading>): void {
  expect(readScreen(lines)).toMatchObject(expected);
}

describe('the cases of seed 003', () => {
  it('reads a status animation as processing', () => check(['✶ Brewing…'], { state: 'processing' }));

  it('reads an empty prompt as idle', () => {
    check(['❯ '], { state: 'idle' });
    check(['❯'], { state: 'idle' });
  });

  it('reads options in the line of the question', () =>
    check(['你想选择哪个方案？A) 方案一 B) 方案二'], {
      state: 'has_question',
      messageType: 'choice',
      options: ['方案一', '方案二'],
    }));

  it('reads options below the question', () =>
    check(['⏺ 第一个问题：项目用途？', 'A) 学习项目', 'B) 作品集', 'C) 实际工具', '❯'], {
      state: 'has_question',
      messageType: 'choice',
      message: '第一个问题：项目用途？\nA) 学习项目\nB) 作品集\nC) 实际工具',
      options: ['学习项目', '作品集', '实际工具'],
    }));

  it('does not decide a question about something that is not on the screen', () =>
    check(['这个方案可以吗？[Y/n]', '❯'], { state: 'unknown' }));
});
