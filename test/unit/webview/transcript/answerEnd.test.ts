import { expect, it } from 'vitest';
import type { Block } from '../../../../src/shared/transcriptItem.ts';
import { endReason, isEmpty } from '../../../../src/webview/transcript/answer/answerEnd.ts';
import { answerItem, toolItem } from '../../../support/chatItems.ts';

const thought: Block = { kind: 'thinking', text: 'Hm.', duration: 0 };

it.each<[string, 'done' | 'streaming' | 'stopped', Block[], boolean]>([
  ['no block', 'done', [], true],
  ['white space alone', 'done', [{ kind: 'text', text: ' \n' }], true],
  ['thoughts alone', 'done', [thought], true],
  ['a call', 'done', [toolItem()], false],
  ['text', 'done', [thought, { kind: 'text', text: 'Hi.' }], false],
  ['no block yet', 'streaming', [], false],
  ['no block, because the user stopped it', 'stopped', [], false],
])('isEmpty detects an empty answer by its status and blocks: %s', (_name, status, blocks, expected) => {
  const answer = answerItem({ status, blocks });
  expect(isEmpty(answer)).toBe(expected);
  expect(endReason(answer).includes('empty answer')).toBe(expected);
});

it.each([
  [1, 'prompt', 'Paused after 1 request (premove.maxTurnsPerPrompt).'],
  [12, 'prompt', 'Paused after 12 requests (premove.maxTurnsPerPrompt).'],
  [0, 'prompt', 'Paused at the request limit (premove.maxTurnsPerPrompt).'],
  [12, 'chat', 'Paused after 12 requests in this chat (premove.maxSessionTurns).'],
] as const)('the notice says which limit paused the answer: %i requests of the %s', (requests, limit, words) => {
  expect(endReason(answerItem({ status: 'turn-limit', pause: { kind: 'limit', limit, requests } }))).toBe(words);
});

it('the notice says who stopped an answer', () => {
  expect(endReason(answerItem({ status: 'stopped' }))).toBe('You stopped this answer.');
  expect(endReason(answerItem({ status: 'stopped', chatLeft: true }))).toBe('Stopped because you opened another chat.');
});

it('the notice says what a model repeats', () => {
  const looping = answerItem({ status: 'loop', pause: { kind: 'loop', of: 'calls' } });
  expect(endReason(looping)).toBe('The model makes the same calls again and again, with the same results.');
  expect(endReason({ ...looping, pause: { kind: 'loop', of: 'content' } })).toContain('the same text');
});

it.each([
  [null, null, 'Stopped at the output limit.'],
  [8_192, null, 'Stopped at the output limit, 8,192 tokens.'],
  [8_192, 'write_file', 'Stopped at the output limit, 8,192 tokens, in a call of write_file, which did not run.'],
  [null, 'a\u202eb', 'Stopped at the output limit in a call of a\\u{202e}b, which did not run.'],
])('the notice says where an answer was cut off: %j tokens, call %j', (tokens, cutCall, words) => {
  expect(endReason(answerItem({ status: 'cut-off', stop: { word: 'length', cutCall, tokens } }))).toBe(words);
});

it('the notice does not describe overloaded servers as an output limit', () => {
  const stop = { word: 'insufficient_system_resource', cutCall: null, tokens: 20 };
  expect(endReason(answerItem({ status: 'cut-off', stop }))).toBe(
    'The provider stopped the answer because it is short of resources.',
  );
});

it('the notice does not describe a full context or endless thinking as an output limit', () => {
  expect(endReason(answerItem({ status: 'context-full' }))).toContain('fills the model’s context window');
  expect(endReason(answerItem({ status: 'only-thinking' }))).toContain('for thinking');
});

it('the notice describes a failure by its message if there is one', () => {
  const failed = answerItem({ status: 'failed' });
  expect(endReason(failed)).toBe('The answer could not be completed.');
  expect(endReason({ ...failed, error: { message: 'No connection.', action: null } })).toBe('No connection.');
});
