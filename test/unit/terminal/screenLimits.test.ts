import fc from 'fast-check';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/** The shortest pause in the output, in ms, after which a screen is settled here. */
const PAUSE = 500;

/** The output of a recording between its pauses and its marks. */
async function recordedParts(name: string): Promise<readonly string[]> {
  const { events } = await readRecording(name);
  const parts: string[] = [];
  let last = -Infinity;
  for (const [time, event] of events) {
    if (typeof event !== 'string') {
      parts.push('');
      continue;
    }
    if (time - last >= PAUSE) parts.push('');
    parts.push((parts.pop() ?? '') + event);
    last = time;
  }
  return parts;
}

/** Everything that can be read of a screen. Each part is written in pieces, then the screen is settled. */
async function readAfter(parts: readonly (readonly string[])[]) {
  const screen = createTerminalScreen();
  for (const pieces of parts) {
    await Promise.all(pieces.map((piece) => screen.write(piece)));
    screen.settle();
  }
  const [lines, current] = [screen.readLines(10_000), screen.readCurrent(10_000)];
  screen.dispose();
  return { lines, current, reading: readScreen(current) };
}

/** Cuts a text at random places, each between 0 and 1. */
function cutAt(text: string, places: readonly number[]): readonly string[] {
  const ends = places.map((place) => Math.floor(place * text.length)).toSorted((a, b) => a - b);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}

describe('a screen, its transcript and its reading', () => {
  it.each(['claude-zh', 'codex-ja', 'opencode-de'])('do not depend on how the output of %s is cut', async (name) => {
    const parts = await recordedParts(name);
    expect(parts.length).toBeGreaterThan(3);
    const whole = await readAfter(parts.map((part) => [part]));
    expect(whole.lines.length).toBeGreaterThan(whole.current.length);
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 60 }), async (places) => {
        expect(await readAfter(parts.map((part) => cutAt(part, places)))).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });
});

/** Maximum memory of a screen and its emulator, whatever a program writes. */
const MAX_MEMORY = 24 * MEGABYTE;

/** The memory that this thread uses, in bytes, without garbage. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

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
    'halves of surrogate pairs': '\ud83d',
  };
  it.each(Object.entries(hostile))('is bounded for 10 MB of %s', async (_, piece) => {
    const chunk = piece.repeat(Math.ceil((64 * 1024) / piece.length));
    const before = usedMemory();
    const screen = createTerminalScreen();
    for (let size = 0; size < 10 * MEGABYTE; size += chunk.length) await screen.write(chunk);
    expect(usedMemory() - before).toBeLessThan(MAX_MEMORY);
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
  // For these screens, a pattern that backtracks needs minutes, so the test would time out.
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
