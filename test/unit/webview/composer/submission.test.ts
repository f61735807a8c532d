import { expect, it } from 'vitest';
import type { Chip } from '../../../../src/webview/composer/editor/chips.ts';
import { chipsAfter, restOf, withoutSent, type Submission } from '../../../../src/webview/composer/submission.ts';

const SENT: Submission = { conversationId: 'c', draftRevision: 3, text: 'add tests' };

const cases: [title: string, now: Partial<Submission>, rest: string | null][] = [
  ['leaves the input when it has been sent', {}, ''],
  ['leaves what was typed behind it', { text: 'add tests\nand docs' }, 'and docs'],
  ['leaves a text alone that was changed throughout', { text: 'do add tests' }, null],
  ['leaves a text alone that was cleared', { text: '' }, null],
  ['leaves another chat’s text alone, even the same', { conversationId: 'd' }, null],
  ['leaves a draft alone that the host has put back, even the same', { draftRevision: 4 }, null],
];
it.each(cases)('a message %s', (_title, now, rest) => expect(restOf(SENT, { ...SENT, ...now })).toBe(rest));

const MENTION = { from: 14, to: 22, mention: 'file.x' };
const chipCases: [title: string, text: string, chips: Chip[], kept: Chip[]][] = [
  ['move along with it', 'add tests and @docs.md', [MENTION], [{ from: 4, to: 12, mention: 'file.x' }]],
  ['are dropped with what has been sent', 'add tests and', [{ from: 0, to: 3, mention: 'file.y' }], []],
  ['are dropped where only a part has been sent', 'add tests and', [{ from: 4, to: 13 }], []],
  [
    'begin without the white space before the rest',
    'add tests\n\nmuch pasted',
    [{ from: 9, to: 22 }],
    [{ from: 0, to: 11 }],
  ],
];
it.each(chipCases)('chips typed during a slow send %s', (_title, text, chips, kept) => {
  expect(chipsAfter(SENT, { ...SENT, text }, chips)).toEqual(kept);
});

it.each([
  ['less that one', 'add tests and @docs.md', { text: 'and @docs.md', chips: [{ ...MENTION, from: 4, to: 12 }] }],
  ['as it is, where that one has been deleted', 'do read also @docs.md', {}],
])('a message behind another one is %s', (_title, text, expected) => {
  const meant = { ...SENT, text, chips: [MENTION], steers: true };
  expect(withoutSent(SENT, meant)).toEqual({ ...meant, ...expected });
});
