import { describe, expect, it } from 'vitest';
import { CommandOutput } from '../../../src/extension/terminal/commandOutput.ts';
import { createTerminalScreen } from '../../../src/extension/terminal/screen.ts';
import { readRecording } from '../../support/terminalCorpus.ts';

const ALTERNATE = '\x1b[?1049h';

async function textAfter(pieces: readonly string[]): Promise<string> {
  const output = new CommandOutput();
  for (const piece of pieces) await output.push(piece);
  return output.text();
}

describe('the output of a command', () => {
  it.each([
    [`${ALTERNATE}\x1b[2J\x1b[1;1Hold\x1b[1;1HWhich one?\x1b[2;1H> `, 'Which one?\n>'],
    ['frame 1\x1b[1A\r\x1b[Jframe 2', 'frame 2'],
    ['\x1b[31mred\x1b[0m\r\nend\r\n', 'red\nend'],
    ['10 %\r50 %\r100 %\r\ndone\r\n', '100 %\ndone'],
    ['', ''],
  ])('%j shows %j', async (raw, text) => {
    expect(await textAfter([raw])).toBe(text);
    expect(await textAfter([...raw])).toBe(text);
  });

  it('keeps the end of a long text', async () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at}`);
    const text = await textAfter(lines.map((line) => `${line}\r\n`));
    expect(text.length).toBeGreaterThan(59_000);
    expect(text.length).toBeLessThan(121_000);
    expect(text.endsWith('line 39998\nline 39999')).toBe(true);
  });
});

describe('the output of a program in the alternate screen', () => {
  /** The recording, then an animation of this many characters, like that of an agent that works for a long time. */
  async function recorded(length: number): Promise<string[]> {
    const { events } = await readRecording('opencode-dialogs');
    const pieces = events.flatMap(([, event]) => (typeof event === 'string' ? [event] : []));
    const end = pieces.findIndex((piece) => piece.includes('\x1b[?1049l'));
    const shown = end < 0 ? pieces : pieces.slice(0, end);
    const frame = `\x1b7\x1b[60;1H\x1b[2K${'⠋ Working… '.repeat(40)}\x1b8`;
    return [...shown, ...Array.from({ length: Math.ceil(length / frame.length) }, () => frame)];
  }

  it.each([150_000, 2_500_000])('is its whole screen after %i more characters', async (length) => {
    const pieces = await recorded(length);
    const screen = createTerminalScreen();
    await screen.write(pieces.join(''));
    const whole = screen.readCurrent(800).join('\n').trim();
    screen.dispose();
    expect(whole.split('\n').length).toBeGreaterThan(15);
    expect(await textAfter(pieces)).toBe(whole);
  });

  it('is the same when it is read again, and after the end', async () => {
    const output = new CommandOutput();
    await output.push(`${ALTERNATE}\x1b[HWhich one?`);
    for (let at = 0; at < 1_200; at += 1) await output.push(`\x1b[3;1H${'x'.repeat(1_000)}\x1b[3;1H\x1b[J`);
    expect(await output.text()).toBe('Which one?');
    expect(await output.text()).toBe('Which one?');
    await output.push('\x1b[2;1H> ');
    expect(await output.text()).toBe('Which one?\n>');
    await output.push(' ');
    await output.end();
    expect(await output.text()).toBe('Which one?\n>');
  });

  it('is read while it is emulated', async () => {
    const output = new CommandOutput();
    await output.push(`${ALTERNATE}\x1b[HWhich one?`);
    const pushed = output.push(`\x1b[3;1H${'\x1b[3;1Hx'.repeat(200_000)}`);
    const texts = await Promise.all([output.text(), output.text(), pushed]);
    expect(texts.slice(0, 2)).toEqual(['Which one?\n\nx', 'Which one?\n\nx']);
  });
});
