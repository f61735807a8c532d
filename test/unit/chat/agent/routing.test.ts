import { describe, expect, test } from 'vitest';
import { onlyAsks, route, type RoutingContext } from '../../../../src/extension/chat/agent/routing.ts';

const context: RoutingContext = {
  own: undefined,
  selected: 'test/one',
  fallback: undefined,
  fast: 'test/fast',
  fastFor: 'none',
  text: 'Where do we parse dates?',
};

test.each<[string, Partial<RoutingContext>, ReturnType<typeof route>]>([
  ['to the selected model if there are no rules', {}, { model: undefined, reason: 'selected' }],
  [
    'to the fast model if the prompt only asks a question',
    { fastFor: 'explore' },
    { model: 'test/fast', reason: 'explore' },
  ],
  [
    'to the selected model if the prompt asks for an edit',
    { fastFor: 'explore', text: 'Fix it' },
    { model: undefined, reason: 'selected' },
  ],
  [
    'to the selected model if the prompt has attachments or was sent before',
    { fastFor: 'explore', text: undefined },
    { model: undefined, reason: 'selected' },
  ],
  [
    'to the selected model if there is no fast model',
    { fastFor: 'explore', fast: undefined },
    { model: undefined, reason: 'selected' },
  ],
  [
    'to the selected model if that is also the fast model',
    { fastFor: 'explore', fast: 'test/one' },
    { model: undefined, reason: 'selected' },
  ],
  ['to the fallback model at an outage', { fallback: 'test/two' }, { model: 'test/two', reason: 'fallback' }],
  [
    'to the fast model even at an outage of the selected model',
    { fallback: 'test/two', fastFor: 'explore' },
    { model: 'test/fast', reason: 'explore' },
  ],
  [
    'to the model that the user chose for the prompt, whatever the rules are',
    { own: 'test/own', fallback: 'test/two', fastFor: 'explore' },
    { model: 'test/own', reason: 'own' },
  ],
])('a prompt is sent %s', (_name, change, expected) => expect(route({ ...context, ...change })).toEqual(expected));

describe('a prompt only asks a question:', () => {
  test.each([
    'Where do we parse dates?',
    'what does src/parser.ts export',
    'Why is the second test slow?',
    'Explain the retry policy.',
    'Which files import the parser?',
    'show me the callers of parseDate',
    'And how are errors reported?',
    'Is the cache cleared after a reload?',
    'What does `src/parser.ts` export, and who calls it?',
    'List the callers of parseDate',
    'Describe how errors are reported.',
  ])('“%s”', (text) => expect(onlyAsks(text)).toBe(true));
});

describe('a prompt may ask for more than an answer:', () => {
  test.each([
    'Fix the parser',
    'How about we rename it?',
    'Can you add a test?',
    'Why is it slow? Make it faster.',
    'What is missing? Please implement it.',
    'Is it done? If not, update the changelog.',
    'yes',
    'run the tests',
    'Wo werden Daten gelesen?',
    '日付はどこで解析しますか？',
    'Was hältst du davon? Bau es um.',
    'Was macht parseDate? Bau es um.',
    'Was soll diese Schleife hier',
    'Is dit klaar? Verander het dan.',
    'Describe el parser y cambia los nombres',
    'Explain the retry policy, 然后重写它',
    'What does this do? Bau es um.',
    'Where is parseDate? Speed it up.',
    'What is this?\n\nIt should return a list.',
    `Why ${'very '.repeat(100)}slow?`,
    '',
  ])('“%s”', (text) => expect(onlyAsks(text)).toBe(false));
});
