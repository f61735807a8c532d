import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLoopDetector } from '../../../../src/extension/chat/agent/loopDetector.ts';

const read = (args: unknown) => ({ name: 'read_file', args });

/** The 1-based number of the pair at which the detector first finds a loop; 0 if it does not find a loop. */
function foundAt(pairs: readonly (readonly [unknown, string])[]): number {
  const detector = createLoopDetector();
  return pairs.findIndex(([args, result]) => detector.addAndCheck(read(args), result)) + 1;
}

const times = (count: number, unit: readonly (readonly [unknown, string])[]) =>
  Array.from({ length: count }, () => unit).flat();

describe('for calls', () => {
  test.each([
    ['five equal pairs', 5, times(9, [['a', 'x']])],
    ['equal arguments in another order', 5, [...times(4, [[{ a: 1, b: [2] }, 'x']]), [{ b: [2], a: 1 }, 'x']]],
    ['a cycle of two', 8, times(9, [['a', 'x'], ['b', 'y']])], // prettier-ignore
    ['a cycle of three', 12, times(9, [['a', 'x'], ['b', 'y'], ['c', 'z']])], // prettier-ignore
    ['a poll whose result changes', 0, [1, 2, 3, 4, 5, 6].map((n) => ['a', `${n}`] as const)],
    ['calls that differ', 0, [1, 2, 3, 4, 5, 6].map((n) => [n, 'x'] as const)],
    ['four equal pairs', 0, times(4, [['a', 'x']])],
  ] as const)('in %s, the detector finds a loop at pair %i (0: no loop)', (_name, expected, pairs) =>
    expect(foundAt(pairs)).toBe(expected),
  );

  test('the detector finds no loop if each pair occurs once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: JSON.stringify }), (pairs) => {
        expect(foundAt(pairs)).toBe(0);
      }),
    );
  });
});

describe('for content', () => {
  const cut = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  const repeats = (text: string, size = 5, kind: 'text' | 'thinking' = 'text'): boolean => {
    const detector = createLoopDetector();
    return cut(text, size).some((delta) => detector.addContent(kind, delta));
  };
  const intro = 'I read the file first, and then I change the import in the second line of it.\n\n';

  test.each([
    ['sentences', 'Let me look at the file again. '.repeat(40)],
    ['items of a list', '- Check the configuration file\n'.repeat(40)],
    ['numbered items', Array.from({ length: 60 }, (_, n) => `${n + 1}. Check the file again\n`).join('')],
    ['lines in a fence', `\`\`\`ts\n${'console.log("again");\n'.repeat(60)}`],
    ['rows of a table', `| a | b |\n|---|---|\n${'| the same row | once more |\n'.repeat(40)}`],
    [
      'paragraphs',
      `${'Step one is to read. Step two is to write a long text about it. '.repeat(1)}\n\n## Again\n\n`.repeat(12),
    ],
  ])('the detector finds repeated %s in text and in thoughts, in pieces of any size', (_name, text) => {
    for (const kind of ['text', 'thinking'] as const) {
      for (const size of [1, 5, 1_000]) expect(repeats(intro + text, size, kind)).toBe(true);
    }
  });

  test.each([
    ['a ruled line', '='.repeat(2_000)],
    ['the rows of a data table', Array.from({ length: 200 }, (_, n) => `| ${n} | ${n * 7} ms | ok |\n`).join('')],
    ['a matrix of zeros', '0, 0, 0, 0,\n'.repeat(200)],
    ['ten equal lines of code', "await page.keyboard.press('ArrowDown');\n".repeat(10)],
    ['items that differ', Array.from({ length: 80 }, (_, n) => `- Check file number ${n * 13} again\n`).join('')],
  ])('the detector does not report %s as a loop', (_name, text) => expect(repeats(intro + text)).toBe(false));

  test('the size of the pieces does not change the result', () => {
    const piece = fc.string({ minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(piece, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 400 }), (unit, count, size) => {
        const text = unit.repeat(count);
        expect(repeats(text, size)).toBe(repeats(text, 1));
      }),
    );
  });

  test('the text of a new answer is not compared with the answer before', () => {
    const detector = createLoopDetector();
    const half = 'Let me look at the file again. '.repeat(15);
    expect(detector.addContent('text', half)).toBe(false);
    detector.turnStarted();
    expect(detector.addContent('text', half)).toBe(false);
  });
});
