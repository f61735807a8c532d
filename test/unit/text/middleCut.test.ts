import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutMiddle, MiddleCut } from '../../../src/extension/text/middleCut.ts';

const MARKER = /^\n\[… (\d+) characters are left out here …\]\n$/;

const MARKER_LINE = /\n\[… \d+ characters are left out here …\]\n/;

const HALF = /\p{Surrogate}/u;

/** Text as commands write it, with emoji, which are surrogate pairs that the cut must not split. */
const pieces = fc.array(
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('👩‍💻🙂'), fc.constant('x\n')),
  {
    maxLength: 60,
  },
);

test('MiddleCut keeps the whole text if it fits, however it is split into pieces', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const cut = new MiddleCut(10_000);
      for (const part of parts) cut.push(part);
      expect(cut.isCut).toBe(false);
      expect(cut.text()).toBe(parts.join(''));
    }),
  );
});

test('MiddleCut stays within its cap, keeps the exact ends of the text, and counts the omitted characters', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 100, max: 400 }), fc.nat(3), (parts, cap, repeat) => {
      const all = Array.from({ length: repeat + 1 }, () => parts).flat();
      const whole = all.join('');
      const cut = new MiddleCut(cap);
      for (const part of all) cut.push(part);
      const text = cut.text();
      expect(text.length).toBeLessThanOrEqual(cap);
      expect(cut.total).toBe(whole.length);
      if (!cut.isCut) {
        expect(text).toBe(whole);
        return;
      }

      const at = /\n\[… \d+ characters are left out here …\]\n/g;
      const possible = [...text.matchAll(at)].map((match) => ({
        head: text.slice(0, match.index),
        omitted: Number(MARKER.exec(match[0])?.[1]),
        tail: text.slice(match.index + match[0].length),
      }));
      expect(
        possible.some(
          ({ head, omitted, tail }) =>
            whole.startsWith(head) &&
            whole.endsWith(tail) &&
            head.length + omitted + tail.length === whole.length &&
            !HALF.test(text),
        ),
      ).toBe(true);
      // The cut uses all of its room, except for half a surrogate pair at either edge.
      expect(text.length).toBeGreaterThan(cap - 60 - 4);
    }),
  );
});

test('MiddleCut does not split a surrogate pair', () => {
  for (let shift = 0; shift < 4; shift += 1) {
    const text = cutMiddle(`${'a'.repeat(shift)}${'🙂'.repeat(500)}`, 301);
    expect(text).not.toMatch(HALF);
  }
});

test('MiddleCut keeps the beginning and the end of a text that is far longer than its cap', () => {
  const cut = new MiddleCut(1000);
  cut.push('first line\n');
  for (let line = 0; line < 100_000; line += 1) cut.push(`line ${line}\n`);
  expect(cut.text()).toMatch(/^first line\nline 0\n/);
  expect(cut.text()).toMatch(/line 99998\nline 99999\n$/);
  expect(cut.end(11)).toBe('line 99999\n');
});

test.each([0, 1, 60, 100])('MiddleCut with a cap of %i keeps a long text in limited memory', (cap) => {
  const cut = new MiddleCut(cap);
  for (let line = 0; line < 100; line += 1) cut.push(`line ${line}\n`);
  expect(cut.end(cut.total).length).toBeLessThanOrEqual(2 * cap);
});

test('cutMiddle repeats no character if the cap is not an integer', () => {
  const text = Array.from({ length: 500 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
  const [head = '', tail = ''] = cutMiddle(text, 100.5).split(MARKER_LINE);
  expect(text.startsWith(head)).toBe(true);
  expect(text.endsWith(tail)).toBe(true);
});

test.each([0, 1, 5, 12])('end(%i) returns that many of the last characters, or all if there are fewer', (count) => {
  const cut = new MiddleCut(100);
  cut.push('hello ');
  cut.push('world');
  expect(cut.end(count)).toBe('hello world'.slice(Math.max(0, 11 - count)));
});
