import { describe, expect, it } from 'vitest';
import { isLongPaste, mentionsIn, validChips, type Chip } from '../../../../src/webview/composer/editor/chips.ts';

describe('isLongPaste', () => {
  const cases: [lines: number, characters: number, isChip: boolean][] = [
    [1, 40, false],
    [10, 400, false],
    [11, 22, true],
    [1, 1_000, false],
    [1, 1_001, true],
  ];
  it.each(cases)('decides whether %i lines and %i characters become a chip: %s', (lines, characters, isChip) =>
    expect(isLongPaste({ lines, characters })).toBe(isChip),
  );
});

describe('chips restored after a reload', () => {
  const TEXT = `${'x\n'.repeat(20)}short`;
  const GOOD = { from: 0, to: 40 };
  const cases: [title: string, chips: Chip[], valid: Chip[]][] = [
    ['are kept if they fit the text', [GOOD], [GOOD]],
    ['are dropped if they end after the text', [{ from: 10, to: 4_000 }], []],
    ['are dropped if they begin before the text', [{ from: -1, to: 40 }], []],
    ['are dropped if they are too short for a long paste', [{ from: 40, to: 45 }], []],
    ['are dropped if they end before they begin', [{ from: 40, to: 0 }], []],
    ['are dropped if they overlap an earlier chip', [GOOD, { from: 2, to: 45 }], [GOOD]],
    ['are dropped if their offsets are not integers', [{ from: 0.5, to: 40 }], []],
  ];
  it.each(cases)('%s', (_title, chips, valid) => expect(validChips(chips, TEXT)).toEqual(valid));
});

it('the screen of an agent stays a chip even if it is short', () => {
  const screen = { from: 0, to: 6, screenOf: 'Codex' };
  expect(validChips([screen], '› Done\n')).toEqual([screen]);
});

describe('mentions among the chips', () => {
  it('are kept only if their text still begins with @', () => {
    const mention = { from: 4, to: 11, mention: 'file.x' };
    expect(validChips([mention], 'see @src/a.ts now')).toEqual([mention]);
    expect(validChips([mention], 'now the text is different')).toEqual([]);
  });

  it('are returned with their offsets, without long pastes', () => {
    const chips = [
      { from: 0, to: 2 },
      { from: 4, to: 9, mention: 'file.x' },
    ];
    expect(mentionsIn(chips)).toEqual([{ id: 'file.x', from: 4, to: 9 }]);
  });
});
