import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBlocks, type SplitText } from '../../../src/webview/markdown/splitBlocks.ts';

function check(text: string, sources: string[]): void {
  expect(splitBlocks(text).blocks.map((block) => block.source)).toEqual(sources);
}

describe('splitting Markdown into blocks', () => {
  const cases: [title: string, text: string, sources: string[]][] = [
    ['gives nothing for nothing', '', []],
    ['keeps blank lines with the block before them', 'one\n\ntwo\n', ['one\n\n', 'two\n']],
    ['keeps a list together', '- a\n- b\n\n  more of b\n\nafter', ['- a\n- b\n\n  more of b\n\n', 'after']],
    ['keeps a fence with blank lines together', '```ts\na\n\nb\n```\nafter', ['```ts\na\n\nb\n```\n', 'after']],
    ['takes an open fence to the end', 'text\n\n```\na\n\n# b', ['text\n\n', '```\na\n\n# b']],
    ['keeps a table together', '| a |\n| - |\n| 1 |\n\nafter', ['| a |\n| - |\n| 1 |\n\n', 'after']],
    ['takes carriage returns for line ends', 'one\r\n\r\ntwo', ['one\n\n', 'two']],
  ];
  it.each(cases)('%s', (_title, text, sources) => check(text, sources));

  it('shows a footnote as it was written, since its reference is in another block', () => {
    const { blocks } = splitBlocks('word[^1]\n\n[^1]: here\n\n[label]: https://example.com');
    expect(blocks.map(({ plain }) => plain)).toEqual([false, true, false]);
  });

  it('loses no character', () => {
    fc.assert(
      fc.property(markdown(), (text) => {
        expect(
          splitBlocks(text)
            .blocks.map((block) => block.source)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('gives the same for a text that grows in pieces as for the whole', () => {
    fc.assert(
      fc.property(fc.array(markdown(), { maxLength: 12 }), (pieces) => {
        let grown: SplitText | undefined;
        let text = '';
        for (const piece of pieces) {
          text += piece;
          grown = splitBlocks(text, grown);
        }
        expect(grown?.blocks ?? []).toEqual(splitBlocks(text).blocks);
      }),
      { numRuns: 200 },
    );
  });

  it('takes over the blocks that cannot change any more', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree\n\nfour');
    const after = splitBlocks('one\n\ntwo\n\nthree\n\nfour and more', before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[3]?.source).toBe('four and more');
  });
});

describe('a block that would take too long to render', () => {
  const hostile: [title: string, text: string][] = [
    ['a megabyte in one line', 'x'.repeat(1_000_000)],
    ['quotes nested ten thousand deep', '>'.repeat(10_000)],
    ['lists nested a thousand deep', '- '.repeat(1_000) + 'x'],
    ['thousands of open brackets', '['.repeat(5_000)],
    ['thousands of emphasis marks', '*a_'.repeat(2_000)],
  ];
  it.each(hostile)('is shown as text: %s', (_title, text) => {
    expect(splitBlocks(text).blocks.every((block) => block.plain)).toBe(true);
  });

  it('leaves the others as they are', () => {
    const { blocks } = splitBlocks(`# Title\n\n- item\n${'> '.repeat(2_000)}deep\n- item\n\n**after**`);
    expect(blocks.map(({ source, plain }) => `${plain ? 'plain' : 'drawn'} ${source.slice(0, 7)}`)).toEqual([
      'drawn # Title',
      'plain - item\n',
      'drawn **after',
    ]);
  });

  const harmless: [title: string, text: string][] = [
    ['a long fence', '```\n' + 'x'.repeat(100_000) + '\n```'],
    ['a list of two hundred entries', '- **name**: what it is\n'.repeat(200)],
    ['a line of many stars', '* '.repeat(100)],
    ['a fence with a line that looks nested', `\`\`\`\n${'> '.repeat(100)}\n\`\`\``],
    ['six levels of a list', Array.from({ length: 6 }, (_, level) => ' '.repeat(level * 2) + '- a').join('\n')],
  ];
  it.each(harmless)('is not %s', (_title, text) => {
    expect(splitBlocks(text).blocks.some((block) => block.plain)).toBe(false);
  });
});

/** Text made of what gives Markdown its structure. */
function markdown(): fc.Arbitrary<string> {
  const pieces = [
    'a',
    'word ',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '  ',
    '    ',
    '> ',
    '# ',
    '```',
    '```ts\n',
    '| a | b |',
    '|-|-|',
  ];
  const more = ['---', '===', '<div>', '</div>', '[x]: http://a', '* * *', '~~~', '\\', '&amp;'];
  return fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 30 }).map((parts) => parts.join(''));
}
