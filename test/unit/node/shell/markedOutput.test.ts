import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkedOutput } from '../../../../src/extension/node/shell/markedOutput.ts';

const MARKS = { beginMark: '\x1b]7739;a1;begin\x07', endMark: '\x1b]7739;a1;end\x07' };

async function read(pieces: readonly string[]): Promise<{ written: string; output: MarkedOutput }> {
  let written = '';
  const output = new MarkedOutput(MARKS, (chunk) => {
    written += chunk;
    return undefined;
  });
  await output.take(
    (async function* () {
      for (const piece of pieces) yield await Promise.resolve(piece);
    })(),
  );
  await output.ended;
  return { written, output };
}

test('gives what stands between the marks, wherever the pieces are cut', async () => {
  const said = `\x1b]633;C\x07${MARKS.beginMark}one\r\n\x1b]7739;a1;e\x1b two${MARKS.endMark}\x1b]633;D;0\x07$ `;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(said.length)), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), said.length];
      const pieces = places.slice(1).map((place, index) => said.slice(places[index], place));
      const { written, output } = await read(pieces);
      expect(written).toBe('one\r\n\x1b]7739;a1;e\x1b two');
      expect(output.hasBegun).toBe(true);
    }),
  );
});

test('gives what there is where the end does not come, and nothing where the beginning does not', async () => {
  expect((await read([MARKS.beginMark, 'half\x1b]77'])).written).toBe('half\x1b]77');
  const { written, output } = await read(['prompt $ ']);
  expect(written).toBe('');
  expect(output.hasBegun).toBe(false);
});

test('makes the terminal wait for what takes the output in', async () => {
  let free = (): void => {};
  const taken: string[] = [];
  const output = new MarkedOutput(MARKS, (chunk) => {
    taken.push(chunk);
    return new Promise<void>((resolve) => {
      free = resolve;
    });
  });
  let given = 0;
  const pieces = [`${MARKS.beginMark}a`, 'b', `c${MARKS.endMark}`];
  const done = output.take(
    (async function* () {
      for (const piece of pieces) {
        given += 1;
        yield await Promise.resolve(piece);
      }
    })(),
  );
  for (const expected of ['a', 'b', 'c']) {
    await expect.poll(() => taken.at(-1)).toBe(expected);
    expect(given).toBe(taken.length);
    free();
  }
  await done;
  expect(taken.join('')).toBe('abc');
});
