import fc from 'fast-check';
import { expect, it } from 'vitest';
import { protect, restore } from '../../../src/extension/complete/protectedText.ts';

const masked = (text: string, chips: { from: number; to: number; mention?: string }[] = []): string =>
  protect(text, chips).masked;

it.each([
  ['plain text', 'Bitte umbenennen', 'Bitte umbenennen'],
  ['code in a line', 'Nenne `alpha` um', 'Nenne ⟦1⟧ um'],
  ['code with two marks', 'Nenne ``a`b`` um', 'Nenne ⟦1⟧ um'],
  ['a fence', 'Dies:\n```ts\nlet a;\n```\nändern', 'Dies:\n⟦1⟧\nändern'],
  ['a fence without an end', 'Dies:\n~~~\nlet a;', 'Dies:\n⟦1⟧'],
  ['a longer fence around another', '````\n```\na\n```\n````\nja', '⟦1⟧\nja'],
  ['an address', 'Siehe https://a.b/c?d=1 dazu', 'Siehe ⟦1⟧ dazu'],
  ['a marker that the user typed', 'Was ist ⟦7⟧ hier', 'Was ist ⟦1⟧ hier'],
])('protect replaces the parts that are not translated: %s', (_name, text, expected) => {
  expect(masked(text)).toBe(expected);
});

it('protect replaces chips, also inside code', () => {
  const text = 'Ändere @src/a.ts und `@src/b.ts` bitte';
  const chips = [
    { from: 7, to: 16, mention: 'file.x' },
    { from: 22, to: 31, mention: 'file.y' },
  ];
  const { masked: sent, parts } = protect(text, chips);
  expect(sent).toBe('Ändere ⟦1⟧ und ⟦2⟧ bitte');
  expect(restore('Please change ⟦2⟧ and ⟦1⟧', parts)).toEqual({
    text: 'Please change `@src/b.ts` and @src/a.ts',
    chips: [
      { from: 15, to: 24, mention: 'file.y' },
      { from: 30, to: 39, mention: 'file.x' },
    ],
  });
});

it.each(['Change this', 'Change ⟦1⟧ and ⟦1⟧', 'Change ⟦2⟧', 'Change ⟦1⟧ and ⟦2⟧'])(
  'restore refuses %j, in which parts are lost, repeated or invented',
  (translated) => {
    expect(restore(translated, protect('Ändere `a`', []).parts)).toBeNull();
  },
);

it('a text that is returned unchanged is restored exactly, whatever it contains', () => {
  const pieces = fc.array(fc.constantFrom('`', '```', '~~~', '\n', ' ', 'a', '⟦1⟧', '⟦', 'https://x.y', '@b'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(pieces, fc.nat(20), fc.nat(10), (given, from, length) => {
      const text = given.join('');
      const chips = from + length < text.length && length > 0 ? [{ from, to: from + length }] : [];
      const { masked: sent, parts } = protect(text, chips);
      expect(restore(sent, parts)).toEqual({ text, chips });
    }),
  );
});

it('protect handles a megabyte of marks in linear time', () => {
  const text = '`'.repeat(500_000) + '```\n'.repeat(100_000);
  expect(protect(text, []).parts.length).toBeGreaterThan(0);
});
