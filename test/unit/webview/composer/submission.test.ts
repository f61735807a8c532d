import { expect, it } from 'vitest';
import type { Chip } from '../../../../src/webview/composer/editor/chips.ts';
import { chipsAfter, restOf, withoutSent, type Submission } from '../../../../src/webview/composer/submission.ts';

const SENT: Submission = { conversationId: 'c', draftRevision: 3, text: 'add tests' };

const cases: [title: string, now: Partial<Submission>, rest: string | null][] = [
  ['leaves the input empty', {}, ''],
  ['leaves the text that was typed after it', { text: 'add tests\nand docs' }, 'and docs'],
  ['does not change a text that no longer begins with the message', { text: 'do add tests' }, null],
  ['does not change a text that was cleared', { text: '' }, null],
  ['does not change the text of another chat, even if equal', { conversationId: 'd' }, null],
  ['does not change a draft that the host has set, even if equal', { draftRevision: 4 }, null],
];
it.each(cases)('a sent message %s', (_title, now, rest) => expect(restOf(SENT, { ...SENT, ...now })).toBe(rest));

const MENTION = { from: 14, to: 22, mention: 'file.x' };
const chipCases: [title: string, text: string, chips: Chip[], kept: Chip[]][] = [
  ['move with their text', 'add tests and @docs.md', [MENTION], [{ from: 4, to: 12, mention: 'file.x' }]],
  ['are dropped if their text was sent', 'add tests and', [{ from: 0, to: 3, mention: 'file.y' }], []],
  ['are dropped if a part of their text was sent', 'add tests and', [{ from: 4, to: 13 }], []],
  [
    'lose the white space before the remaining text',
    'add tests\n\nmuch pasted',
    [{ from: 9, to: 22 }],
    [{ from: 0, to: 11 }],
  ],
];
it.each(chipCases)('after a slow send, chips in the input %s', (_title, text, chips, kept) => {
  expect(chipsAfter(SENT, { ...SENT, text }, chips)).toEqual(kept);
});

it.each([
  ['loses the sent text', 'add tests and @docs.md', { text: 'and @docs.md', chips: [{ ...MENTION, from: 4, to: 12 }] }],
  ['is unchanged if the sent text was deleted from it', 'do read also @docs.md', {}],
])('a message entered during a send %s', (_title, text, expected) => {
  const meant = { ...SENT, text, chips: [MENTION], steers: true, expects: null };
  expect(withoutSent(SENT, meant)).toEqual({ ...meant, ...expected });
});
