import { expect, test } from 'vitest';
import { addAllowed, removeAllowed } from '../../../../src/extension/approval/rules/permissionSettings.ts';

test('addAllowed appends rules to the allow list, each once, and changes nothing else', () => {
  const value = { allow: ['edit', 3], deny: ['web_fetch'], other: true };
  expect(addAllowed(value, ['a', 'edit'])).toEqual({
    settings: { allow: ['edit', 3, 'a'], deny: ['web_fetch'], other: true },
    added: ['a'],
  });
  expect(value.allow).toEqual(['edit', 3]);
});

test('addAllowed creates the setting if there is none', () => {
  expect(addAllowed(undefined, ['a'])).toEqual({ settings: { allow: ['a'] }, added: ['a'] });
});

test.each([['a text'], [['a']], [null], [{ allow: 'a' }]])('addAllowed does not overwrite %j', (value) => {
  expect(addAllowed(value, ['a'])).toBeUndefined();
});

test('removeAllowed removes rules, and then an empty allow list and an empty setting', () => {
  expect(removeAllowed({ allow: ['x', 'a'], ask: ['y'] }, ['a'])).toEqual({ settings: { allow: ['x'], ask: ['y'] } });
  expect(removeAllowed({ allow: ['a'], ask: ['y'] }, ['a'])).toEqual({ settings: { ask: ['y'] } });
  expect(removeAllowed({ allow: ['a'] }, ['a'])).toEqual({ settings: undefined });
  expect(removeAllowed({ ask: [] }, ['a'])).toEqual({ settings: { ask: [] } });
});

test('removeAllowed does not create the setting if there is none', () => {
  expect(removeAllowed(undefined, ['a'])).toEqual({ settings: undefined });
});

test.each([['a text'], [['a']], [null]])(
  'removeAllowed does not change a setting that is not an object: %j',
  (value) => {
    expect(removeAllowed(value, ['a'])).toBeUndefined();
  },
);
