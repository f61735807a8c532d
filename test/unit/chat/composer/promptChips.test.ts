import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPromptChips, toPromptText } from '../../../../src/extension/chat/composer/promptChips.ts';

it.each<[place: string, text: string, chip: string]>([
  ['after blanks that are not sent', '  \n look at @a.ts  ', '@a.ts'],
  ['after Windows line breaks', 'one\r\ntwo\r\n@a.ts', '@a.ts'],
  ['after control characters', 'a\u0007b @a.ts c', '@a.ts'],
  ['at the beginning', '@a.ts', '@a.ts'],
])('toPromptChips finds a mention in the sent text: %s', (_place, text, chip) => {
  const from = text.indexOf(chip);
  const mentions = [{ id: 'file.x', from, to: from + chip.length }];
  const [moved] = toPromptChips({ text, mentions });
  expect(toPromptText(text).slice(moved?.from, moved?.to)).toBe(chip);
  expect(moved?.mention).toBe('file.x');
});

it('toPromptChips keeps a paste of several lines, trimmed at the end of the text', () => {
  const text = 'see:\r\none\r\ntwo\r\n\r\n';
  const [chip] = toPromptChips({ text, folds: [{ from: 6, to: text.length }] });
  expect(toPromptText(text).slice(chip?.from, chip?.to)).toBe('one\ntwo');
});

it('toPromptChips drops chips that overlap, run backwards, exceed the text, or do not contain their mention', () => {
  const chips = [
    { from: 0, to: 3 },
    { from: 2, to: 5 },
    { from: 5, to: 4 },
    { from: 6, to: 7, mention: 'file.x' },
    { from: 90, to: 99 },
  ];
  expect(toPromptChips({ text: 'abcdefghi', folds: chips })).toEqual([{ from: 0, to: 3 }]);
});

it('toPromptChips returns chips in order and inside the text for any input', () => {
  const chip = fc.record({ from: fc.integer({ min: -5, max: 40 }), to: fc.integer({ min: -5, max: 40 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(chip, { maxLength: 5 }), (text, chips) => {
      let end = 0;
      for (const { from, to } of toPromptChips({ text, folds: chips })) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(toPromptText(text).length);
    }),
  );
});
