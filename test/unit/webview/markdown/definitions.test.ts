import { describe, expect, it } from 'vitest';
import { collectDefinitions, withDefinitions } from '../../../../src/webview/markdown/definitions.ts';
import { splitBlocks } from '../../../../src/webview/markdown/splitBlocks.ts';

/** Compares the Markdown that is rendered for the first block of a text. */
function check(text: string, expected: string): void {
  const { blocks } = splitBlocks(text);
  expect(withDefinitions(blocks[0]?.source ?? '', collectDefinitions(blocks))).toBe(expected);
}

describe('a block with a reference', () => {
  const cases: [title: string, text: string, expected: string][] = [
    [
      'gets the definition of another block',
      '[a][1]\n\n[1]: https://a.example',
      '[1]: https://a.example\n\n[a][1]\n\n',
    ],
    [
      'gets a definition whose label is the text',
      '[Guide]\n\n[guide]: https://a.example',
      '[guide]: https://a.example\n\n[Guide]\n\n',
    ],
    [
      'gets a definition if a line break splits the label',
      '[a][my\nguide]\n\n[my guide]: mailto:a@b.c',
      '[my guide]: mailto:a@b.c\n\n[a][my\nguide]\n\n',
    ],
    [
      'gets the definition before its text, not in an open fence',
      '- [a]\n  ```\n\n\n[a]: http://a',
      '[a]: http://a\n\n- [a]\n  ```\n\n\n',
    ],
    ['gets the first of two definitions', '[a]\n\n[a]: http://one\n[a]: http://two', '[a]: http://one\n\n[a]\n\n'],
    ['does not get definitions that it does not name', '[a]\n\n[b]: https://b.example\n', '[a]\n\n'],
    ['does not get a definition that runs a command', '[a]\n\n[a]: command:workbench.action.quit\n', '[a]\n\n'],
    ['does not get a definition that runs a script', '[a]\n\n[a]: javascript:alert(1)\n', '[a]\n\n'],
    ['does not get a footnote', 'a[^1]\n\n[^1]: https://a.example\n', 'a[^1]\n\n'],
  ];
  it.each(cases)('%s', (_title, text, expected) => check(text, expected));
});
