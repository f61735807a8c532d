import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flushHeld, NO_THINK_TAGS, splitThinking } from '../../../../src/extension/model/thinkTags.ts';

function split(pieces: readonly string[]): { thinking: string; text: string } {
  let tags = NO_THINK_TAGS;
  let thinking = '';
  let text = '';
  for (const piece of pieces) {
    const given = splitThinking(tags, piece);
    tags = given.tags;
    thinking += given.thinking;
    text += given.text;
  }
  const rest = flushHeld(tags);
  return { thinking: thinking + rest.thinking, text: text + rest.text };
}

describe('splitThinking', () => {
  it.each([
    ['a thought before the answer', '<think>\nLook.\n</think>\n\nDone.', 'Look.', 'Done.'],
    ['white space before the tag', ' \n<think>Look.</think>Done.', 'Look.', 'Done.'],
    ['an empty thought', '<think>\n\n</think>\n\nDone.', '', 'Done.'],
    ['only a thought', '<think>Look.</think>\n', 'Look.', ''],
    ['a tag that is never closed', '<think>Look at </thin', 'Look at </thin', ''],
    ['no thought', '  Done.\n', '', '  Done.\n'],
    ['only white space', ' \n', '', ' \n'],
    ['half a tag', '<thin', '', '<thin'],
    ['another tag', '<thinking>x</thinking>', '', '<thinking>x</thinking>'],
    ['a tag after the beginning', 'Use <think>x</think>.', '', 'Use <think>x</think>.'],
    ['a second thought', '<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['a tag in a thought', '<think>a <think> b</think>c', 'a <think> b', 'c'],
    ['only a closing tag', 'a</think>b', '', 'a</think>b'],
  ])('splits a text with %s', (_name, text, thinking, rest) => {
    expect(split([text])).toEqual({ thinking, text: rest });
    expect(split([...text])).toEqual({ thinking, text: rest });
  });

  it('returns the same result wherever the text is cut', () => {
    const word = fc.constantFrom('<think>', '</think>', '<', '</', 'think>', ' ', '\n', 'a', 'ü');
    const cuts = fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (words) => {
        const pieces = words.map((each) => each.join(''));
        expect(split(pieces)).toEqual(split([pieces.join('')]));
      }),
    );
  });

  it('removes only the tags and the white space around them', () => {
    const word = fc.constantFrom('<think>', '</think>', ' ', 'a', '<');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        const given = words.join('');
        const { thinking, text } = split([given]);
        const kept = (thinking + text).replaceAll(/\s/g, '');
        const all = given.replaceAll(/\s/g, '');
        expect([all, all.replace('<think>', ''), all.replace('<think>', '').replace('</think>', '')]).toContain(kept);
      }),
    );
  });
});
