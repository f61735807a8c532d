import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBlocks, type MarkdownBlock, type SplitText } from '../../../../src/webview/markdown/splitBlocks.ts';

function check(text: string, sources: string[]): void {
  expect(splitBlocks(text).blocks.map((block) => block.source)).toEqual(sources);
}

describe('splitting Markdown into blocks', () => {
  const cases: [title: string, text: string, sources: string[]][] = [
    ['returns no blocks for an empty text', '', []],
    ['keeps blank lines with the block before them', 'one\n\ntwo\n', ['one\n\n', 'two\n']],
    ['keeps a list together', '- a\n- b\n\n  more of b\n\nafter', ['- a\n- b\n\n  more of b\n\n', 'after']],
    ['keeps a fence with blank lines together', '```ts\na\n\nb\n```\nafter', ['```ts\na\n\nb\n```\n', 'after']],
    ['extends an open fence to the end', 'text\n\n```\na\n\n# b', ['text\n\n', '```\na\n\n# b']],
    ['keeps a table together', '| a |\n| - |\n| 1 |\n\nafter', ['| a |\n| - |\n| 1 |\n\n', 'after']],
    ['treats carriage returns as line ends', 'one\r\n\r\ntwo', ['one\n\n', 'two']],
  ];
  it.each(cases)('%s', (_title, text, sources) => check(text, sources));

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

  it('returns the same blocks for a growing text as for the complete text', () => {
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

  it('reuses the blocks that can no longer change', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree\n\nfour');
    const after = splitBlocks('one\n\ntwo\n\nthree\n\nfour and more', before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[3]?.source).toBe('four and more');
  });
});

describe('a list or a table that grows', () => {
  const ITEM = '- **name**: what it is, in so many words\n';
  const ROW = '| **name** | what it is, in so many words |\n';
  const HEAD = '| a | b |\n|-|-|\n';
  const cases: [title: string, text: string, growth: string][] = [
    ['a list', ITEM.repeat(200), '- more'],
    ['a list in the middle of an item', ITEM.repeat(200), '  and more'],
    ['a list that becomes loose', ITEM.repeat(200), '\n- more'],
    ['a table', HEAD + ROW.repeat(200), '| more |'],
  ];
  it.each(cases)('changes in its last piece only: %s', (_title, text, growth) => {
    const pieces = (source: string) => splitBlocks(source).blocks.flatMap((block) => block.pieces);
    const before = pieces(text);
    expect(before.length).toBeGreaterThan(5);
    expect(pieces(text + growth).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  it('loses no character in its pieces', () => {
    fc.assert(
      fc.property(fc.constantFrom(ITEM, `1${ITEM.replace('-', '.')}`), fc.nat(80), markdown(), (item, count, more) => {
        for (const { source, frame, pieces } of splitBlocks(item.repeat(count) + more).blocks) {
          const head = frame?.kind === 'table' ? frame.head : '';
          expect(head + pieces.map((piece) => piece.source).join('')).toBe(source);
        }
      }),
    );
  });

  it('is shown as plain text after its first hundred pieces', () => {
    const [block] = splitBlocks(ITEM.repeat(10_000)).blocks;
    expect(block?.pieces.findIndex((piece) => piece.plain)).toBe(100);
    expect(block?.pieces.length).toBe(101);
  });
});

describe('a block that would take too long to render', () => {
  const hostile: [title: string, text: string][] = [
    ['a megabyte in one line', 'x'.repeat(1_000_000)],
    ['quotes nested ten thousand deep', '>'.repeat(10_000)],
    ['lists nested a thousand deep', '- '.repeat(1_000) + 'x'],
    ['thousands of open brackets', '['.repeat(5_000)],
    ['thousands of emphasis marks', '*a_'.repeat(2_000)],
    ['thousands of emphasis marks in an item', `- ${'*a_ '.repeat(2_450)}`],
    ['thousands of emphasis marks in a heading', `# ${'*a_ '.repeat(2_450)}`],
    ['hundreds of emphasis marks that close', '*a '.repeat(300) + 'a* '.repeat(300)],
    ['more than a hundred nested lists', Array.from({ length: 130 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
    ['nested quotes and lists', `${'> - '.repeat(19)}a\n`.repeat(200)],
    ['a quote with thousands of lazy lines', `> a\n${'a\n'.repeat(9_000)}`],
    ['thousands of addresses', 'www.a.b '.repeat(2_400)],
    ['thousands of references', '[a][b] '.repeat(2_400)],
    ['thousands of hard breaks', 'a  \n'.repeat(3_900)],
    ['a table of thousands of columns', `|${'a|'.repeat(4_000)}\n|${'-|'.repeat(4_000)}\n`],
  ];
  it.each(hostile)('is shown as plain text: %s', (_title, text) => {
    expect(splitBlocks(text).blocks.every(isPlain)).toBe(true);
  });

  it('does not affect the other blocks', () => {
    const { blocks } = splitBlocks(`# Title\n\n- item\n${'> '.repeat(2_000)}deep\n- item\n\n**after**`);
    expect(blocks.map((block) => `${isPlain(block) ? 'plain' : 'rendered'} ${block.source.slice(0, 7)}`)).toEqual([
      'rendered # Title',
      'plain - item\n',
      'rendered **after',
    ]);
  });

  it('is plain text only in the costly pieces if it is a table', () => {
    const cell = splitBlocks(`| a |\n|-|\n| ${'*a_ '.repeat(2_450)}|\n${'| b |\n'.repeat(300)}`).blocks[0];
    expect(cell?.pieces.map((piece) => piece.plain)).toEqual([true, false, false]);
    const short = splitBlocks(`|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'a\n'.repeat(2_000)}`).blocks;
    expect(short.every((block) => block.pieces.every(({ plain }) => plain))).toBe(true);
  });

  const harmless: [title: string, text: string][] = [
    ['a long fence', '```\n' + 'x'.repeat(100_000) + '\n```'],
    ['a list of thousands of entries', '- **name**: what it is\n'.repeat(4_000)],
    ['a table of thousands of rows', `| a | b |\n|-|-|\n${'| **name** | what it is |\n'.repeat(3_000)}`],
    ['a line of many stars', '* '.repeat(100)],
    ['a fence with a line that looks nested', `\`\`\`\n${'> '.repeat(100)}\n\`\`\``],
    [
      'a long paragraph of names',
      'the snake_case_name of `a_b` and **that** one, with [a link](https://a.b); '.repeat(100),
    ],
    ['an item with a long fence', `1. a\n   \`\`\`\n${'   const a_b = [*c];\n'.repeat(900)}   \`\`\`\n`],
    ['a long quote', '> It says **so** in many words, and goes on about it.\n'.repeat(200)],
    ['six levels of a list', Array.from({ length: 6 }, (_, level) => ' '.repeat(level * 2) + '- a').join('\n')],
  ];
  it.each(harmless)('is not %s', (_title, text) => {
    expect(splitBlocks(text).blocks.some(isPlain)).toBe(false);
  });
});

function isPlain({ pieces }: MarkdownBlock): boolean {
  return pieces.every((piece) => piece.plain);
}

/** Random text made of the characters that structure Markdown. */
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
