import { describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../../src/shared/codeBlocks.ts';
import { lengthenFences } from '../../../src/shared/innerFences.ts';

describe('codeBlocksOf', () => {
  test.each<[string, string, string[]]>([
    ['nothing in prose', 'Use `git status` here.', []],
    ['a fence without its marks', 'So:\n\n```ts\nconst a = 1;\n\nlet b;\n```\n', ['const a = 1;\n\nlet b;']],
    ['a fence of tildes', '~~~\n```\n~~~', ['```']],
    ['an empty fence', '```\n```', ['']],
    ['a fence that is not closed', '```sh\nnpm test', ['npm test']],
    ['indented code', 'So:\n\n    one\n      two\n', ['one\n  two']],
    ['a fence in a list', '1. Run\n   ```sh\n   npm i\n   npm test\n   ```\n2. Done', ['npm i\nnpm test']],
    [
      'a fence of Markdown with an inner fence in a list',
      '1. Add\n\n   ```md\n   # Run\n   ```sh\n   npm i\n   ```\n   Done\n   ```\n2. Push\n',
      ['# Run\n```sh\nnpm i\n```\nDone'],
    ],
    ['a fence in a quote', '> ```\n> quoted\n> ```', ['quoted']],
    ['a fence in a list in a quote', '> - a\n>   ```\n>   deep\n>   ```', ['deep']],
    ['all blocks in order', '```\na\n```\n- x\n  ```\n  b\n  ```\n\n```\nc\n```', ['a', 'b', 'c']],
    ['lines that end as on Windows', '```\r\na\r\nb\r\n```\r\n', ['a\nb']],
    ['a block after very deep nesting', `${'> '.repeat(5_000)}\n\n\`\`\`\na\n\`\`\``, ['a']],
    ['nothing in very deep nesting', `${'> '.repeat(5_000)}\`\`\`\n${'> '.repeat(5_000)}a`, []],
    ['text in a fence that looks like nesting', `\`\`\`\n${'> '.repeat(50)}\n\`\`\``, ['> '.repeat(50)]],
    ['text in indented code that looks like nesting', `    ${'- '.repeat(50)}x`, [`${'- '.repeat(50)}x`]],
    [
      'very many inner fences',
      `\`\`\`md\n${'```js\n```\n'.repeat(120_000)}\`\`\`\n`,
      ['```js\n```\n'.repeat(120_000).trimEnd()],
    ],
  ])('finds %s', (_name, markdown, expected) => {
    expect(codeBlocksOf(markdown)).toEqual(expected);
  });
});

test('marks of a hostile length are not repeated for each fence', () => {
  const hostile = `${'`'.repeat(1_000)}\n${'```md\n```js\n```\n```\n'.repeat(10)}`;
  expect(lengthenFences(hostile)).toBe(hostile);
});
