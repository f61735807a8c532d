import { describe, expect, test } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { RecordedResult } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { toCuratedHistory } from '../../../../src/extension/chat/conversation/curatedHistory.ts';
import type { StopDetails, StopReason } from '../../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../../src/extension/model/message.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const text = (value: string): Part[] => [{ type: 'text', text: value }];
const call = (id: string): Part => ({ type: 'tool-call', id, name: 'read_file', input: {} });
const result = (callId: string): RecordedResult => ({
  result: {
    type: 'tool-result',
    callId,
    name: 'read_file',
    content: [{ type: 'text', text: `of ${callId}` }],
    isError: false,
  },
  view: { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' },
});

function start(): Conversation {
  return new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
}

function answer(
  conversation: Conversation,
  parts: readonly Part[],
  stopReason: StopReason = 'done',
  details: StopDetails = {},
): string {
  const node = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
  conversation.closeAnswer(node.id, {
    outcome: 'stopped',
    stopReason,
    ...details,
    message: { role: 'assistant', parts },
    usage: null,
  });
  return node.id;
}

function fail(conversation: Conversation, parts: readonly Part[]): void {
  const node = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
  const error = { kind: 'network', message: '', retryable: true } as const;
  conversation.closeAnswer(node.id, { outcome: 'failed', error, message: { role: 'assistant', parts }, usage: null });
}

describe('toCuratedHistory', () => {
  test('puts results after their calls in the order of the calls, whichever call ended first', () => {
    const conversation = start();
    conversation.addPrompt(text('read both'));
    const id = answer(conversation, [call('1'), call('2')], 'tools');
    conversation.addResult(id, result('2'));
    conversation.addResult(id, result('1'));
    answer(conversation, text('Done.'));
    const history = toCuratedHistory(conversation.path());
    expect(history.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(history[2]?.parts.map((part) => part.type === 'tool-result' && part.callId)).toEqual(['1', '2']);
  });

  test('adds an error result to a call that a crash left without a result', () => {
    const conversation = start();
    conversation.addPrompt(text('read both'));
    const id = answer(conversation, [call('1'), call('2')], 'tools');
    conversation.addResult(id, result('1'));
    const history = toCuratedHistory(conversation.path());
    expect(history[2]?.parts.map((part) => part.type === 'tool-result' && part.isError)).toEqual([false, true]);
  });

  test('adds a note about a stopped turn before the next prompt', () => {
    const conversation = start();
    conversation.addPrompt(text('write'));
    answer(conversation, text('I was about'), 'aborted');
    conversation.addPrompt(text('go on'));
    const last = toCuratedHistory(conversation.path()).at(-1);
    expect(last?.parts).toHaveLength(2);
    expect(last?.parts[0]).toMatchObject({ type: 'text', text: expect.stringContaining('interrupted') as string });
    expect(last?.parts[1]).toEqual({ type: 'text', text: 'go on' });
  });

  test.each<[StopReason, StopDetails, string]>([
    ['length', {}, '[The previous answer was cut off at the output limit.]'],
    [
      'length',
      { cutCall: 'edit' },
      '[The previous answer was cut off at the output limit. Its last call (edit) was incomplete and did not run.]',
    ],
    [
      'length',
      { stopWord: 'insufficient_system_resource' },
      '[The previous answer was cut off because the provider was short of resources.]',
    ],
    ['context-full', {}, '[The previous answer was cut off because the context window was full.]'],
  ])('adds a note about an answer that was cut off, before the next prompt: %s %j', (reason, details, note) => {
    const conversation = start();
    conversation.addPrompt(text('write'));
    answer(conversation, text('I was about'), reason, details);
    conversation.addPrompt(text('go on'));
    expect(toCuratedHistory(conversation.path()).at(-1)?.parts).toEqual([...text(note), ...text('go on')]);
  });

  test('leaves out the text of a refused answer', () => {
    const conversation = start();
    conversation.addPrompt(text('write'));
    answer(conversation, text('I can'), 'refused');
    conversation.addPrompt(text('go on'));
    expect(toCuratedHistory(conversation.path())).toEqual([
      { role: 'user', parts: [...text('write'), ...text('go on')] },
    ]);
  });

  test('joins prompts without an answer between them, so that roles alternate', () => {
    const conversation = start();
    conversation.addPrompt(text('one'));
    answer(conversation, [], 'aborted');
    conversation.addPrompt(text('two'));
    const history = toCuratedHistory(conversation.path());
    expect(history).toHaveLength(1);
    expect(history[0]?.parts[0]).toEqual({ type: 'text', text: 'one' });
    expect(history[0]?.parts.at(-1)).toEqual({ type: 'text', text: 'two' });
  });

  test.each<[string, readonly Part[], readonly string[]]>([
    ['leaves out a prompt that failed without an answer', [], ['one', 'three']],
    [
      'leaves out a prompt that failed while the model was thinking',
      [{ type: 'thinking', text: 'Hm.' }],
      ['one', 'three'],
    ],
    ['keeps a prompt whose answer failed after some text', text('Half'), ['one', 'two', 'three']],
    ['keeps a prompt whose answer failed after a call', [call('1')], ['one', 'two', 'three']],
  ])('%s', (_name, parts, prompts) => {
    const conversation = start();
    conversation.addPrompt(text('one'));
    answer(conversation, text('Done.'));
    conversation.addPrompt(text('two'));
    fail(conversation, parts);
    conversation.addPrompt(text('three'));
    const sent = toCuratedHistory(conversation.path()).flatMap((message) =>
      message.role === 'user' ? message.parts : [],
    );
    const own = sent.flatMap((part) => (part.type === 'text' && !part.text.startsWith('[') ? [part.text] : []));
    expect(own).toEqual(prompts);
  });

  test('keeps the tool turns of an answer that failed later', () => {
    const conversation = start();
    conversation.addPrompt(text('one'));
    conversation.addResult(answer(conversation, [call('1')], 'tools'), result('1'));
    fail(conversation, []);
    conversation.addPrompt(text('two'));
    const roles = toCuratedHistory(conversation.path()).map((message) => message.role);
    expect(roles).toEqual(['user', 'assistant', 'user']);
  });

  test('begins the history of a longer path with the history of the shorter path', () => {
    const conversation = start();
    conversation.addPrompt(text('one'));
    const id = answer(conversation, [call('1')], 'tools');
    conversation.addResult(id, result('1'));
    answer(conversation, text('Done.'));
    const before = JSON.stringify(toCuratedHistory(conversation.path()));
    conversation.addPrompt(text('two'));
    const after = JSON.stringify(toCuratedHistory(conversation.path()));
    expect(after.startsWith(before.slice(0, -1))).toBe(true);
  });
});
