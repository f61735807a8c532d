import { expect, test } from 'vitest';
import { addAllowed, removeAllowed } from '../../../../src/extension/approval/rules/permissionSettings.ts';

test('puts rules to the end of what is allowed, each once, and leaves everything else as it is', () => {
  const value = { allow: ['edit', 3], deny: ['web_fetch'], other: true };
  expect(addAllowed(value, ['a', 'edit'])).toEqual({
    settings: { allow: ['edit', 3, 'a'], deny: ['web_fetch'], other: true },
    added: ['a'],
  });
  expect(value.allow).toEqual(['edit', 3]);
});

test('begins the setting where there is none', () => {
  expect(addAllowed(undefined, ['a'])).toEqual({ settings: { allow: ['a'] }, added: ['a'] });
});

test.each([['a text'], [['a']], [null], [{ allow: 'a' }]])('writes nothing over %j', (value) => {
  expect(addAllowed(value, ['a'])).toBeUndefined();
});

test('takes rules out again, and leaves nothing of its own behind', () => {
  expect(removeAllowed({ allow: ['x', 'a'], ask: ['y'] }, ['a'])).toEqual({ allow: ['x'], ask: ['y'] });
  expect(removeAllowed({ allow: ['a'], ask: ['y'] }, ['a'])).toEqual({ ask: ['y'] });
  expect(removeAllowed({ allow: ['a'] }, ['a'])).toBeUndefined();
  expect(removeAllowed({ ask: [] }, ['a'])).toEqual({ ask: [] });
});
