import { expect, test } from 'vitest';
import { hiddenCharacterLine } from '../../../src/extension/text/hiddenCharacters.ts';
import { withMemoryLine } from '../../../src/extension/text/memoryLine.ts';

test.each([
  ['control characters', 'Use\u0007 tabs\u0000', 'Use tabs'],
  ['characters that change the direction', 'Use \u202etabs\u202c', 'Use tabs'],
  ['tags that people do not see', 'Use tabs\u{e0041}\u{e007f}', 'Use tabs'],
  ['line breaks', 'Use tabs\n# Heading', 'Use tabs # Heading'],
])('a fact is saved without %s, so that the memory is still read', (_, fact, expected) => {
  const text = withMemoryLine('# Memory\n', fact);
  expect(text).toBe(`# Memory\n- ${expected}\n`);
  expect(hiddenCharacterLine(text ?? '')).toBeUndefined();
});

test('a fact of hidden characters only is empty', () => {
  expect(withMemoryLine('', '\u202e\u{e0041}')).toBeUndefined();
});

test('a fact keeps flag emoji, although they contain tag characters', () => {
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  expect(withMemoryLine('', flag)).toContain(flag);
});
