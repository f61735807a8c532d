import { describe, expect, it } from 'vitest';
import { isLongPaste, mentionsIn, validChips, type Chip } from '../../../../src/webview/composer/editor/chips.ts';

describe('a paste', () => {
  const cases: [lines: number, characters: number, isChip: boolean][] = [
    [1, 40, false],
    [10, 400, false],
    [11, 22, true],
    [1, 1_000, false],
    [1, 1_001, true],
  ];
  it.each(cases)('of %i lines and %i characters: a chip %s', (lines, characters, isChip) =>
    expect(isLongPaste({ lines, characters })).toBe(isChip),
  );
});

describe('chips kept across a reload', () => {
  const TEXT = `${'x\n'.repeat(20)}short`;
  const GOOD = { from: 0, to: 40 };
  const cases: [title: string, chips: Chip[], valid: Chip[]][] = [
    ['are taken where the text bears them out', [GOOD], [GOOD]],
    ['are dropped behind the end', [{ from: 10, to: 4_000 }], []],
    ['are dropped before the start', [{ from: -1, to: 40 }], []],
    ['are dropped where too little is in them', [{ from: 40, to: 45 }], []],
    ['are dropped where they end before they begin', [{ from: 40, to: 0 }], []],
    ['are dropped where they overlap', [GOOD, { from: 2, to: 45 }], [GOOD]],
    ['are dropped where they are no whole numbers', [{ from: 0.5, to: 40 }], []],
  ];
  it.each(cases)('%s', (_title, chips, valid) => expect(validChips(chips, TEXT)).toEqual(valid));
});

describe('mentions among the chips', () => {
  it('stay while their words do', () => {
    const mention = { from: 4, to: 11, mention: 'file.x' };
    expect(validChips([mention], 'see @src/a.ts now')).toEqual([mention]);
    expect(validChips([mention], 'now the text is another one')).toEqual([]);
  });

  it('are told with their places, long pastes are not', () => {
    const chips = [
      { from: 0, to: 2 },
      { from: 4, to: 9, mention: 'file.x' },
    ];
    expect(mentionsIn(chips)).toEqual([{ id: 'file.x', from: 4, to: 9 }]);
  });
});
