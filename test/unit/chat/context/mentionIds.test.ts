import { expect, test } from 'vitest';
import { MentionIds } from '../../../../src/extension/chat/context/mentionIds.ts';

const ids = new MentionIds('key');

test('an id is valid for its own label, with the same key', () => {
  const id = ids.idOf('file', 'src/a.ts');
  expect(ids.kindOf(id, 'src/a.ts')).toBe('file');
  expect(new MentionIds('key').kindOf(id, 'src/a.ts')).toBe('file');
});

test.each([
  ['of another label', ids.idOf('file', 'src/a.ts'), '.env'],
  ['of another kind', ids.idOf('file', 'src/a.ts').replace('file', 'folder'), 'src/a.ts'],
  ['made with another key', new MentionIds('other').idOf('file', 'src/a.ts'), 'src/a.ts'],
  ['that is empty', '', 'src/a.ts'],
  ['without a signature', 'file.', 'src/a.ts'],
  ['of an unknown kind', 'secret.abc', 'src/a.ts'],
])('an id %s is not valid', (_title, id, label) => {
  expect(ids.kindOf(id, label)).toBeUndefined();
});
