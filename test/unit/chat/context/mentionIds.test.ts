import { expect, test } from 'vitest';
import { MentionIds } from '../../../../src/extension/chat/context/mentionIds.ts';

const ids = new MentionIds('key');

test('an id vouches for the words it was given for, with the same key', () => {
  const id = ids.idOf('file', 'src/a.ts');
  expect(ids.kindOf(id, 'src/a.ts')).toBe('file');
  expect(new MentionIds('key').kindOf(id, 'src/a.ts')).toBe('file');
});

test.each([
  ['other words', ids.idOf('file', 'src/a.ts'), '.env'],
  ['another kind', ids.idOf('file', 'src/a.ts').replace('file', 'folder'), 'src/a.ts'],
  ['another key', new MentionIds('other').idOf('file', 'src/a.ts'), 'src/a.ts'],
  ['nothing', '', 'src/a.ts'],
  ['no signature', 'file.', 'src/a.ts'],
  ['no kind that there is', 'secret.abc', 'src/a.ts'],
])('an id of %s vouches for nothing', (_title, id, label) => {
  expect(ids.kindOf(id, label)).toBeUndefined();
});
