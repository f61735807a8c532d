import { expect, it } from 'vitest';
import { restOf, type Submission } from '../../../src/webview/composer/submission.ts';

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
