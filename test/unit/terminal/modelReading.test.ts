import { describe, expect, it } from 'vitest';
import { parseExtraction, parseState, parseUnified } from '../../../src/extension/terminal/modelReader/modelReading.ts';

const FULL = {
  status: 'has_question',
  context_complete: true,
  message: '项目用途？\nA) 学习项目\nB) 作品集\n\n回复字母选择',
  fingerprint: 'project-purpose-learning-portfolio',
  message_type: 'choice',
  options: ['学习项目', '作品集'],
  agent_status: 'waiting',
  last_action: 'Read package.json',
};
const json = (patch: Readonly<Record<string, unknown>> = {}): string => JSON.stringify({ ...FULL, ...patch });

describe('parseUnified', () => {
  it('reads the eight fields', () =>
    expect(parseUnified(json())).toEqual({
      kind: 'question',
      question: {
        text: FULL.message,
        fingerprint: FULL.fingerprint,
        messageType: 'choice',
        options: FULL.options,
        lastAction: 'Read package.json',
        isComplete: true,
      },
    }));

  it.each([
    ['missing', undefined],
    ['a text', 'true'],
    ['null', null],
  ])('treats a `context_complete` that is %s as false', (_, value) =>
    expect(parseUnified(json({ context_complete: value }))).toMatchObject({ question: { isComplete: false } }),
  );

  it.each(['processing', 'idle'])('requires no other field if the status is %s', (status) =>
    expect(parseUnified(JSON.stringify({ status }))).toEqual({ kind: status }),
  );

  it('accepts an object in a code fence', () =>
    expect(parseUnified('```json\n' + json() + '\n```')).toMatchObject({ kind: 'question' }));

  it.each([
    ['no object', 'I see a question.'],
    ['text before the object', `Here it is: ${json()}`],
    ['text after the object', `${json()} Done.`],
    ['two objects', `${json()}\n${json()}`],
    ['a list', `[${json()}]`],
    ['a cut object', json().slice(0, -3)],
    ['an unknown status', json({ status: 'waiting' })],
    ['options that are not texts', json({ options: [{ a: 1 }] })],
    ['a question without a message', json({ message: ' ' })],
    ['an empty text', ''],
  ])('refuses %s as malformed', (_, text) => expect(parseUnified(text)).toBeUndefined());

  it('ignores a fingerprint that identifies nothing', () =>
    expect(parseUnified(json({ fingerprint: 'Semantic Fingerprint' }))).toMatchObject({
      question: { fingerprint: null },
    }));
});

describe('parseExtraction', () => {
  it('reads a question, whose last action is unknown', () => {
    const { status: _s, agent_status: _a, last_action: _l, ...rest } = FULL;
    const text = JSON.stringify({ ...rest, has_question: true });
    expect(parseExtraction(text)).toMatchObject({ kind: 'question', question: { lastAction: null, isComplete: true } });
  });

  it('reads the agent as idle if there is no question', () =>
    expect(parseExtraction('{"has_question": false}')).toEqual({ kind: 'idle' }));
});

it.each([
  ['PROCESSING', 'processing'],
  [' waiting\n', 'waiting'],
  ['**DECISION**。', 'decision'],
  ['DECISION or WAITING', undefined],
  ['The agent is PROCESSING', undefined],
  ['', undefined],
])('parseState(%j) is %s', (text, state) => expect(parseState(text)).toBe(state));
