import { describe, expect, it } from 'vitest';
import { collectDefinitions, withDefinitions } from '../../../../src/webview/markdown/definitions.ts';
import { splitBlocks } from '../../../../src/webview/markdown/splitBlocks.ts';

/** What is rendered for the first block of a text. */
function check(text: string, expected: string): void {
  const { blocks } = splitBlocks(text);
  expect(withDefinitions(blocks[0]?.source ?? '', collectDefinitions(blocks))).toBe(expected);
}

describe('references to a definition elsewhere in the answer', () => {
  const cases: [title: string, text: string, expected: string][] = [
    ['get it', '[a][1]\n\n[1]: https://a.example', '[1]: https://a.example\n\n[a][1]\n\n'],
    ['get it by the text alone', '[Guide]\n\n[guide]: https://a.example', '[guide]: https://a.example\n\n[Guide]\n\n'],
    [
      'get it over a line break',
      '[a][my\nguide]\n\n[my guide]: mailto:a@b.c',
      '[my guide]: mailto:a@b.c\n\n[a][my\nguide]\n\n',
    ],
    ['get it before a fence that is open', '- [a]\n  ```\n\n\n[a]: http://a', '[a]: http://a\n\n- [a]\n  ```\n\n\n'],
    ['get the first of two', '[a]\n\n[a]: http://one\n[a]: http://two', '[a]: http://one\n\n[a]\n\n'],
    ['get only what they name', '[a]\n\n[b]: https://b.example\n', '[a]\n\n'],
    ['do not get one that runs a command', '[a]\n\n[a]: command:workbench.action.quit\n', '[a]\n\n'],
    ['do not get one that runs a script', '[a]\n\n[a]: javascript:alert(1)\n', '[a]\n\n'],
    ['do not get a footnote', 'a[^1]\n\n[^1]: https://a.example\n', 'a[^1]\n\n'],
  ];
  it.each(cases)('%s', (_title, text, expected) => check(text, expected));
});
