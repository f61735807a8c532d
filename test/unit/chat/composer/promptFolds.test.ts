import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPromptFolds, toPromptText } from '../../../../src/extension/chat/composer/promptFolds.ts';

it.each<[is: string, text: string, chip: string]>([
  ['behind blanks that are not sent', '  \n look at @a.ts  ', '@a.ts'],
  ['behind lines as Windows ends them', 'one\r\ntwo\r\n@a.ts', '@a.ts'],
  ['behind controls', 'a\u0007b @a.ts c', '@a.ts'],
  ['at the beginning', '@a.ts', '@a.ts'],
])('finds a mention in the text as it is sent: %s', (_is, text, chip) => {
  const from = text.indexOf(chip);
  const mentions = [{ id: 'file.x', from, to: from + chip.length }];
  const [fold] = toPromptFolds({ text, mentions });
  expect(toPromptText(text).slice(fold?.from, fold?.to)).toBe(chip);
  expect(fold?.mention).toBe('file.x');
});

it('keeps a paste of several lines, trimmed where it ends the text', () => {
  const text = 'see:\r\none\r\ntwo\r\n\r\n';
  const [fold] = toPromptFolds({ text, folds: [{ from: 6, to: text.length }] });
  expect(toPromptText(text).slice(fold?.from, fold?.to)).toBe('one\ntwo');
});

it('drops chips beyond the text, over one another, backwards, or of something that is no mention', () => {
  const folds = [
    { from: 0, to: 3 },
    { from: 2, to: 5 },
    { from: 5, to: 4 },
    { from: 6, to: 7, mention: 'file.x' },
    { from: 90, to: 99 },
  ];
  expect(toPromptFolds({ text: 'abcdefghi', folds })).toEqual([{ from: 0, to: 3 }]);
});

it('gives chips in order and inside the text, whatever it is told', () => {
  const fold = fc.record({ from: fc.integer({ min: -5, max: 40 }), to: fc.integer({ min: -5, max: 40 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(fold, { maxLength: 5 }), (text, folds) => {
      let end = 0;
      for (const { from, to } of toPromptFolds({ text, folds })) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(toPromptText(text).length);
    }),
  );
});
