import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  MAX_STANDALONE_MESSAGES,
  runStandaloneQuery,
  toStandaloneRequest,
  trimHistory,
} from '../../../src/extension/background/standaloneQuery.ts';
import type { ModelError } from '../../../src/extension/model/chatModel.ts';
import { type Message, textOf, userMessage } from '../../../src/extension/model/message.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';

const schema = z.object({ next: z.string() });
const live = new AbortController().signal;

const assistantText = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });
const call = (id: string): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', id, name: 'grep', input: { pattern: id } }],
});
const result = (id: string, text = 'found'): Message => ({
  role: 'user',
  parts: [{ type: 'tool-result', callId: id, name: 'grep', content: [{ type: 'text', text }], isError: false }],
});

function turns(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => [call(`c${index}`), result(`c${index}`)]).flat();
}

function query(history: readonly Message[], chatModel: ScriptedModel = createScriptedModel([])) {
  const model = { id: 'acme/small', label: 'small', name: 'small', chatModel };
  return { model, history, prompt: 'What next?', promptId: 'prompt_suggestion', schema } as const;
}

describe('the trimmed history', () => {
  function check(history: readonly Message[], first: Message, length: number): void {
    const trimmed = trimHistory(history);
    expect(trimmed[0]).toBe(first);
    expect(trimmed).toHaveLength(length);
    expect(trimmed.at(-1)).toBe(history.at(-1));
    expect(trimmed.length).toBeLessThanOrEqual(MAX_STANDALONE_MESSAGES);
    for (const [index, message] of trimmed.entries()) {
      if (message.parts[0]?.type === 'tool-result') expect(trimmed[index - 1]?.parts[0]?.type).toBe('tool-call');
    }
  }

  test('is the whole conversation if it is short', () => {
    const history = [userMessage('hi'), assistantText('hello'), userMessage('go'), assistantText('done')];
    expect(trimHistory(history)).toEqual(history);
    expect(trimHistory([])).toEqual([]);
  });

  test('is the last forty messages of a conversation without tools', () => {
    const history = Array.from({ length: 30 }, (_, index) => [
      userMessage(`q${index}`),
      assistantText(`a${index}`),
    ]).flat();
    check(history, history[20]!, 40);
  });

  test('begins with a prompt if the cut falls between a prompt and its answer', () => {
    const history = [
      ...Array.from({ length: 30 }, (_, i) => [userMessage(`q${i}`), assistantText(`a${i}`)]).flat(),
      userMessage('q'),
    ];
    check(history, history[22]!, 39);
  });

  test('keeps the prompt of a longer run of tool turns if the cut falls before a call', () => {
    const prompt = userMessage('do it all');
    check([userMessage('hi'), assistantText('hello'), prompt, ...turns(40), assistantText('done')], prompt, 40);
  });

  test('keeps the prompt of a longer run of tool turns if the cut falls before a result', () => {
    const prompt = userMessage('do it all');
    check(
      [prompt, ...turns(40), assistantText('almost'), userMessage('go on'), assistantText('done'), userMessage('x')],
      prompt,
      39,
    );
  });

  test('keeps the tool turns before a prompt near the end', () => {
    const prompt = userMessage('do it all');
    check([prompt, ...turns(40), assistantText('done'), userMessage('test it'), assistantText('green')], prompt, 40);
  });

  test('is empty if the history has no prompt', () => {
    expect(trimHistory([result('x'), assistantText('hm')])).toEqual([]);
  });
});

describe('the request', () => {
  test('has the schema, but no tools, no thinking, and not the cache key of the conversation', () => {
    const request = toStandaloneRequest(query([userMessage('hi')]));
    expect(request).toMatchObject({
      model: 'small',
      tools: [],
      thinking: 'off',
      cacheAnchors: [],
      cacheKey: 'prompt_suggestion',
      promptId: 'prompt_suggestion',
      responseSchema: { type: 'object', properties: { next: { type: 'string' } }, required: ['next'] },
    });
    expect(request.responseSchema).not.toHaveProperty('$schema');
  });

  test('contains the schema in its prompt as well', () => {
    const request = toStandaloneRequest(query([]));
    const prompt = textOf(request.messages[0] ?? assistantText(''));
    expect(prompt).toMatch(/^What next\?/);
    expect(prompt).toContain(JSON.stringify(request.responseSchema));
  });

  test('contains tool turns as shortened text, and leaves thoughts out', () => {
    const thought: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'secret' }, ...call('a').parts] };
    const { messages } = toStandaloneRequest(query([userMessage('find'), thought, result('a', 'x'.repeat(5_000))]));
    expect(messages.slice(0, 2).map(textOf)).toEqual(['find', '[called grep with {"pattern":"a"}]']);
    expect(textOf(messages[2]!).length).toBeLessThan(1_100);
    expect(messages.every((message) => message.parts.every((part) => part.type === 'text'))).toBe(true);
  });
});

describe('the answer', () => {
  const usage = { input: 5, cacheRead: 0, cacheWrite: 0, output: 2 };
  const busy: ModelError = { kind: 'overloaded', message: 'busy', retryable: true };

  test.each<[string, ScriptedStep, object]>([
    [
      'is a value if the text fits the schema',
      { text: '{"next":"go"}', usage },
      { kind: 'value', value: { next: 'go' }, usage },
    ],
    [
      'is malformed if the text does not fit the schema',
      { text: 'go', usage },
      { kind: 'malformed', text: 'go', stopReason: 'done', usage },
    ],
    ['is the failure of the request', { error: busy, usage }, { kind: 'failed', error: busy, text: '', usage }],
  ])('%s', async (_title, step, expected) => {
    const model = createScriptedModel([step]);
    expect(await runStandaloneQuery(query([userMessage('hi')], model), live)).toEqual(expected);
    expect(model.requests).toMatchObject([{ maxAttempts: 1 }]);
  });
});
