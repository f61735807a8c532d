import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import { createTerminalScreen } from '../../../src/extension/terminal/screen.ts';
import { readRecording } from '../../support/terminalCorpus.ts';

const MEGABYTE = 1024 * 1024;

async function linesAfter(pieces: Iterable<string>): Promise<readonly string[]> {
  const screen = createTerminalScreen();
  const written: Promise<void>[] = [];
  for (const piece of pieces) written.push(screen.write(piece));
  await Promise.all(written);
  const lines = screen.readLines(10_000);
  screen.dispose();
  return lines;
}

describe('a screen and its reading', () => {
  it.each(['claude-zh', 'codex-ja', 'opencode-de'])('do not depend on how the output of %s is cut', async (name) => {
    const { events } = await readRecording(name);
    const output = events.flatMap(([, event]) => (typeof event === 'string' ? [event] : [])).join('');
    const whole = await linesAfter([output]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: output.length }), { maxLength: 400 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), output.length];
        const lines = await linesAfter(places.slice(1).map((end, at) => output.slice(places[at], end)));
        expect(lines).toEqual(whole);
        expect(readScreen(lines)).toEqual(readScreen(whole));
      }),
      { numRuns: 8 },
    );
  });
});

describe('the memory of a screen', () => {
  const hostile: Record<string, string> = {
    'short lines': 'a line of output, as a build writes it\r\n',
    'one endless line': 'x',
    'accents on one character': '\u0301',
    'characters without a width': '\u200d\u200b\ufe0f',
    links: '\x1b]8;;https://example.com/\x07x\x1b]8;;\x07\r',
    'a string sequence without an end': '\x1b]9;no end ',
    'a device sequence without an end': '\x1bPno end ',
    titles: '\x1b]0;title\x07\x1b[22t',
    'half pairs': '\ud83d',
  };
  it.each(Object.entries(hostile))('is bounded for 10 MB of %s', async (_, piece) => {
    const chunk = piece.repeat(Math.ceil((64 * 1024) / piece.length));
    const screen = createTerminalScreen();
    for (let size = 0; size < 10 * MEGABYTE; size += chunk.length) await screen.write(chunk);
    const lines = screen.readLines(10_000);
    expect(lines.length).toBeLessThanOrEqual(800);
    expect(Math.max(0, ...lines.map((line) => line.length))).toBeLessThanOrEqual(400 * 14);
    // Ends the sequences above, and shows that the screen still works.
    await screen.write('\x1b\\\x18\r\nstill here');
    expect(screen.readLines(1)).toEqual(['still here']);
    screen.dispose();
  });

  it('is bounded for many alternate screens', async () => {
    const lines = await linesAfter(['\x1b[?1049h\x1b[H\x1b[2Jscreen\x1b[?1049l'.repeat(300), 'end']);
    expect(lines).toEqual(['end']);
  });

  it('is bounded if output arrives faster than it can be processed', async () => {
    const screen = createTerminalScreen();
    const written = Array.from({ length: 100 }, () => screen.write(`${'x'.repeat(200)}\r\n`.repeat(1000)));
    written.push(screen.write('the end'));
    await Promise.all(written);
    expect(screen.readLines(1)).toEqual(['the end']);
    screen.dispose();
  });

  it.each(['b', 'I', 'L', 'M', 'S', 'T', 'Z', '@', 'P', 'X'])('is bounded for CSI 2000000000 %s', async (final) => {
    expect(await linesAfter([`ab\x1b[2000000000${final}\r\nend`])).toContain('end');
  });
});

describe('the time of a reading', () => {
  // A pattern that backtracks needs minutes for these, which ends the test.
  const long = 100_000;
  it.each(['?', ' ', '1. ', 'A) ', '─', '│ ', '/n', 'y/', '⏺ ', '❯ ', '┃ ', '  a', '。', '\u200d', '[Y/n', '✶ '])(
    'stays short for a screen full of "%s"',
    (part) => {
      const line = part.repeat(long / part.length);
      for (const lines of [[line], [`⏺ ${line}`, '❯'], Array.from({ length: 800 }, () => line.slice(0, 400))])
        expect(readScreen(lines).state).toBeTypeOf('string');
    },
  );
});
