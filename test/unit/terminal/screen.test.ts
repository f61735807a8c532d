import { afterEach, describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import { toRulesQuestion } from '../../../src/extension/terminal/rulesQuestion.ts';
import { createTerminalScreen, type TerminalScreen } from '../../../src/extension/terminal/screen.ts';

const ALTERNATE = '\x1b[?1049h\x1b[H';
const MAIN = '\x1b[?1049l';
const REPAINT = '\x1b[H\x1b[2J';

const screens: TerminalScreen[] = [];
afterEach(() => screens.splice(0).forEach((screen) => screen.dispose()));

function openScreen(): { screen: TerminalScreen; progress: boolean[] } {
  const screen = createTerminalScreen();
  screens.push(screen);
  const progress: boolean[] = [];
  screen.onDidReportProgress((active) => progress.push(active));
  return { screen, progress };
}

describe('the text of a screen', () => {
  it('has the scrollback, then the screen, without blank lines at the end', async () => {
    const { screen } = openScreen();
    const numbers = Array.from({ length: 1000 }, (_, at) => `line ${at}`);
    await screen.write(`${numbers.join('\r\n')}\r\n\r\n\r\n`);
    expect(screen.readLines(3)).toEqual(['line 997', 'line 998', 'line 999']);
    expect(screen.readLines(700)).toEqual(numbers.slice(-700));
    expect(screen.readLines(0)).toEqual([]);
  });

  it('shows an overwritten line only once', async () => {
    const { screen } = openScreen();
    await screen.write('10 %\r\n\x1b[1A\x1b[2K50 %\r\n\x1b[1A\x1b[2K100 %\r\ndone');
    expect(screen.readLines(10)).toEqual(['100 %', 'done']);
  });

  it('joins the rows of a line that is longer than the screen is wide', async () => {
    const { screen } = openScreen();
    const words = 'word '.repeat(200);
    await screen.write(`first\r\n${words}\x1b[41mend\x1b[0m\r\n${'语'.repeat(201)}\r\n${'a'.repeat(399)}语\r\nlast`);
    const lines = ['first', `${words}end`, '语'.repeat(201), `${'a'.repeat(399)}语`, 'last'];
    expect(screen.readLines(10)).toEqual(lines);
    expect(screen.readCurrent(2)).toEqual(lines.slice(-2));
    const styled = screen.readStyled(10);
    expect(styled.map(({ text }) => text)).toEqual(lines);
    expect(styled.map(({ looks }) => looks.length)).toEqual(lines.map(({ length }) => length));
    const { backgrounds } = styled[1]!;
    expect(new Set(backgrounds.slice(0, -3)).size).toBe(1);
    expect(backgrounds.at(-3)).not.toBe(backgrounds[0]);
  });

  it('keeps rows at the bottom of a high terminal separate', async () => {
    const { screen } = openScreen();
    await screen.write(`${ALTERNATE}top\x1b[149;1Hlast but one\x1b[150;1Hlast`);
    expect(screen.readLines(2)).toEqual(['last but one', 'last']);
  });
});

describe('a question that is longer than the screen is wide', () => {
  const rule = `${'─'.repeat(80)}\r\n❯ \r\n${'─'.repeat(80)}`;
  const sentence = (length: number, end: string): string =>
    `Which of the parsers ${'and of the other parsers '.repeat(200)}`.slice(0, length - end.length) + end;

  it.each([311, 419, 571, 1_000, 2_000, 3_900])('of %d characters is read', async (length) => {
    const { screen } = openScreen();
    await screen.write(`⏺ ${sentence(length, ' should I use?')}\r\n\r\n${rule}`);
    expect(readScreen(screen.readCurrent(80))).toMatchObject({ state: 'has_question', messageType: 'open_ended' });
  });

  it('has no line break in a command that only the terminal has wrapped', async () => {
    const { screen } = openScreen();
    const command = `npx eslint ${Array.from({ length: 19 }, (_, at) => `src/module${at}/index.ts`).join(' ')}`;
    const dialog = `Bash command\r\n\r\n ${command}\r\n\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No`;
    await screen.write(`${'─'.repeat(80)}\r\n ${dialog}\r\n\r\n Esc to cancel`);
    expect(command.length).toBeGreaterThan(400);
    expect(readScreen(screen.readCurrent(80)).question).toContain(command);
  });

  it('has no answers if it offers keys, because its card cannot show all of it', async () => {
    const { screen } = openScreen();
    await screen.write(`⏺ ${sentence(586, ' now? (y/n)').replace('Which', 'Shall I use')}\r\n\r\n${rule}`);
    const card = toRulesQuestion(readScreen(screen.readCurrent(80)));
    expect(card).toMatchObject({ choices: [], unanswerable: 'long' });
    expect(card?.text).toHaveLength(500);
  });
});

describe('concealed text', () => {
  it('is marked, but cannot be read', async () => {
    const { screen } = openScreen();
    await screen.write('rm -rf build \x1b[8msrc 测\x1b[28m\r\n\x1b[8m   \x1b[0mdone');
    expect(screen.readLines(2)).toEqual(['rm -rf build ��� �', '   done']);
  });

  it('does not ask a question and does not hide one', async () => {
    const { screen } = openScreen();
    await screen.write('⏺ Done.\r\n\r\n  \x1b[8mShall I delete the build folder? [y/n]\x1b[0m\r\n❯');
    expect(readScreen(screen.readLines(10)).state).toBe('idle');
    await screen.write(`${REPAINT}⏺ Shall I delete the build folder? [y/n] \x1b[8mNo.\x1b[0m\r\n❯`);
    expect(readScreen(screen.readLines(10)).messageType).toBe('confirmation');
  });
});

describe('the transcript of the alternate screen', () => {
  it('is not in the current lines', async () => {
    const { screen } = openScreen();
    await screen.write(`${ALTERNATE}Which one?`);
    screen.settle();
    await screen.write(`${REPAINT}Done.`);
    expect(screen.readLines(80)).toEqual(['Which one?', 'Done.']);
    expect(screen.readCurrent(80)).toEqual(['Done.']);
  });

  const shown = async (screen: TerminalScreen, lines: readonly string[]): Promise<void> => {
    await screen.write(`${REPAINT}${lines.join('\r\n')}`);
    screen.settle();
  };

  it('adds only the new lines of a screen that repeats most of the one before it', async () => {
    const { screen } = openScreen();
    await screen.write(ALTERNATE);
    await shown(screen, ['one', 'two', 'three', 'four']);
    await shown(screen, ['two', 'three', 'four', 'five']);
    await shown(screen, ['three', 'four', 'five', 'six']);
    expect(screen.readLines(100)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  });

  it('keeps a settled screen that another screen replaced', async () => {
    const { screen } = openScreen();
    await screen.write(ALTERNATE);
    await shown(screen, ['a plan', 'in two lines']);
    await screen.write(`${REPAINT}Go on?`);
    expect(screen.readLines(100)).toEqual(['a plan', 'in two lines', 'Go on?']);
  });

  it('does not keep a screen that did not settle', async () => {
    const { screen } = openScreen();
    await screen.write(`${ALTERNATE}${REPAINT}in between${REPAINT}the end`);
    screen.settle();
    expect(screen.readLines(100)).toEqual(['the end']);
  });

  it('is dropped when the program leaves the alternate screen', async () => {
    const { screen } = openScreen();
    await screen.write(`$ agent\r\n${ALTERNATE}`);
    await shown(screen, ['one']);
    await shown(screen, ['two']);
    await screen.write(`${MAIN}$ `);
    expect(screen.readLines(100)).toEqual(['$ agent', '$']);
  });

  it('has a limited length', async () => {
    const { screen } = openScreen();
    await screen.write(ALTERNATE);
    for (let at = 0; at < 300; at += 1) await shown(screen, [`${at} a`, `${at} b`, `${at} c`]);
    const lines = screen.readLines(10_000);
    expect(lines.length).toBeLessThanOrEqual(800);
    expect(lines.at(-1)).toBe('299 c');
  });
});

describe('a screen reports progress from OSC 9;4, and its end from a notification', () => {
  const cases: [string, string, boolean[]][] = [
    ['BEL, a notification', '\x07', [false]],
    ['OSC 9 with a text, a notification', '\x1b]9;Claude needs your permission\x07', [false]],
    ['OSC 9 with a text that begins with a number', '\x1b]9;4 questions\x07', [false]],
    ['OSC 777, a notification', '\x1b]777;notify;Codex;Approval;needed\x1b\\', [false]],
    ['progress that starts', '\x1b]9;4;3;\x1b\\', [true]],
    ['progress with a percentage', '\x1b]9;4;1;40\x07', [true]],
    ['progress that ends', '\x1b]9;4;0;\x07', [false]],
    ['progress without a state', '\x1b]9;4\x07', [false]],
    ['OSC 777 without a notification', '\x1b]777;precmd\x1b\\', []],
    ['a working directory', '\x1b]9;9;C:\\Users\x07', []],
    ['a title', '\x1b]0;Claude Code\x07', []],
  ];
  it.each(cases)('%s', async (_, data, expected) => {
    const { screen, progress } = openScreen();
    for (const char of data) void screen.write(char);
    await screen.write('.');
    expect(progress).toEqual(expected);
    expect(screen.readLines(1)).toEqual(['.']);
  });
});
