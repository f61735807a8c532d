import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PendingOutput } from '../../../src/extension/terminal/emulator/pendingOutput.ts';

/** Returns what the emulator receives. */
async function written(...pieces: readonly string[]): Promise<string> {
  let received = '';
  const output = new PendingOutput((data, done) => {
    received += data;
    done();
  });
  for (const piece of pieces) await output.push(piece);
  return received;
}

/** Keeps at most 12 zero-width characters in a row. */
function limited(text: string): string {
  let run = 0;
  return Array.from(text)
    .filter((character) => (run = /[\p{M}\p{Cf}\u1160-\u11ff]/u.test(character) ? run + 1 : 0) <= 12)
    .join('');
}

describe('the output that waits for the emulator', () => {
  const joining = ['\u0301', '\xad', '\u200d', '\ufe0f', '\u1160', '\u{e0100}', '\u{1d165}'];
  const run = fc.tuple(fc.array(fc.constantFrom(...joining), { minLength: 1, maxLength: 4 }), fc.nat({ max: 16 }));
  const part = fc.oneof(
    fc.constantFrom('a', ' ', '\x1b[1m', '─', '界', '😀', '\ud83d', '\udd00', 'a long text without accents'),
    run.map(([characters, count]) => characters.join('').repeat(count)),
  );

  it('keeps twelve characters without a width in a row, however the output is cut', async () => {
    const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), cuts, async (parts, places) => {
        const text = `${parts.join('')}.`;
        const ends = [...places.toSorted((a, b) => a - b), text.length];
        const pieces = ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
        expect(await written(...pieces)).toBe(limited(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(joining)('keeps twelve of %j at any place of a long output', async (character) => {
    for (let before = 0; before < 40; before += 1) {
      const text = (count: number): string => `${'x'.repeat(before)}${character.repeat(count)}${'y'.repeat(100)}`;
      expect(await written(text(12))).toBe(text(12));
      expect(await written(text(13))).toBe(text(12));
    }
  });
});
