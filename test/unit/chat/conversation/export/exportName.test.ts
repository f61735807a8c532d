import { expect, test } from 'vitest';
import { toFileName } from '../../../../../src/extension/chat/conversation/export/exportName.ts';

test.each([
  ['Rename the greeting', 'Rename the greeting'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['..  ../hidden. ', 'hidden'],
  ['???', 'Chat'],
  ['Größe 日本', 'Größe 日本'],
  ['con', 'Chat con'],
  ['NUL', 'Chat NUL'],
  ['AUX.h is missing', 'Chat AUX.h is missing'],
  ['prn .txt', 'Chat prn .txt'],
  ['COM1', 'Chat COM1'],
  ['LPT²', 'Chat LPT²'],
  ['Console', 'Console'],
  ['com10', 'com10'],
  ['Con artists', 'Con artists'],
])('the chat %j is exported to a file called %j', (title, name) => {
  expect(toFileName(title)).toBe(name);
});

test('a long title is cut between two characters', () => {
  const name = toFileName(`a${'𝒳'.repeat(100)}`);
  expect(name).toBe(`a${'𝒳'.repeat(59)}`);
  expect(() => encodeURIComponent(name)).not.toThrow();
});
