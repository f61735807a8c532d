import { expect, it } from 'vitest';
import { formatCount, formatDuration, plural } from '../../../src/webview/strings/quantities.ts';
import { strings } from '../../../src/webview/strings/strings.ts';

it.each([
  [0, '0'],
  [842, '842'],
  [1000, '1k'],
  [1900, '1.9k'],
  [9949, '9.9k'],
  [9950, '10k'],
  [38_400, '38k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [1_240_000, '1.2M'],
])('formatCount writes %d tokens as %s', (count, text) => expect(formatCount(count)).toBe(text));

it.each([
  [300, '1 s'],
  [4_200, '4 s'],
  [99_000, '99 s'],
  [180_000, '3 min'],
])('formatDuration writes %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

it('plural writes a count with a singular or a plural noun', () =>
  expect([plural(1, 'file'), plural(3, 'file')]).toEqual(['1 file', '3 files']));

it('a text says in a sentence why and when a request is retried', () => {
  expect(strings.answer.retryIn('Rate limited', 12, 2, 5)).toBe('Rate limited. Retrying in 12\u00a0s (2 of 5).');
  expect(strings.answer.retryIn('No connection.', 12, null, 5)).toBe('No connection. Retrying in 12\u00a0s.');
});

it('the texts keep the names on which assistive technology and users’ own scripts rely', () => {
  const { actions, answer, approval, composer, conversation, ghost, premove, speculation, user, you } = strings;
  expect([conversation, you, premove, composer.label]).toEqual(['Conversation', 'You', 'Premove', 'Message Premove']);
  expect([composer.send, composer.stop, actions.continue, answer.retry]).toEqual(['Send', 'Stop', 'Continue', 'Retry']);
  expect([user.edit, answer.copy, answer.more]).toEqual(['Edit', 'Copy', 'More actions']);
  expect([approval.label('edit'), approval.once, approval.chat, approval.deny]).toEqual([
    'Approve edit',
    'Allow once',
    'Allow for this chat',
    'Deny',
  ]);
  expect(ghost.announcement('run the tests')).toBe('Suggestion: run the tests. Tab to accept.');
  expect([speculation.preview, speculation.apply, speculation.show]).toEqual(['Preview', 'Apply', 'Show']);
});
