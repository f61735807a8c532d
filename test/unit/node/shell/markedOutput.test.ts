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
  await output.readFrom(
    (async function* () {
      for (const piece of pieces) yield await Promise.resolve(piece);
    })(),
  );
  await output.ended;
  return { written, output };
}

test('MarkedOutput returns the output between the marks, wherever the output is split into pieces', async () => {
  const text = `\x1b]633;C\x07${MARKS.beginMark}one\r\n\x1b]7739;a1;e\x1b two${MARKS.endMark}\x1b]633;D;0\x07$ `;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      const { written, output } = await read(pieces);
      expect(written).toBe('one\r\n\x1b]7739;a1;e\x1b two');
      expect(output.hasBegun).toBe(true);
    }),
  );
});

test('MarkedOutput returns the output so far if the end mark is missing, and nothing if the begin mark is missing', async () => {
  expect((await read([MARKS.beginMark, 'half\x1b]77'])).written).toBe('half\x1b]77');
  const { written, output } = await read(['prompt $ ']);
  expect(written).toBe('');
  expect(output.hasBegun).toBe(false);
});

test('MarkedOutput makes the terminal wait until the output is consumed', async () => {
  let finishChunk = (): void => {};
  const consumed: string[] = [];
  const output = new MarkedOutput(MARKS, (chunk) => {
    consumed.push(chunk);
    return new Promise<void>((resolve) => {
      finishChunk = resolve;
    });
  });
  let produced = 0;
  const pieces = [`${MARKS.beginMark}a`, 'b', `c${MARKS.endMark}`];
  const done = output.readFrom(
    (async function* () {
      for (const piece of pieces) {
        produced += 1;
        yield await Promise.resolve(piece);
      }
    })(),
  );
  for (const expected of ['a', 'b', 'c']) {
    await expect.poll(() => consumed.at(-1)).toBe(expected);
    expect(produced).toBe(consumed.length);
    finishChunk();
  }
  await done;
  expect(consumed.join('')).toBe('abc');
});
