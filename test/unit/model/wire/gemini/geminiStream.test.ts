import type { GenerateContentResponse } from '@google/genai/web';
import { describe, expect, it } from 'vitest';
import { endAnswer } from '../../../../../src/extension/model/answer.ts';
import type { ModelEnd, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import { createGeminiAnswer, foldGeminiChunk } from '../../../../../src/extension/model/wire/gemini/geminiStream.ts';

function fold(chunks: readonly object[], usedIds: string[] = []) {
  let state = createGeminiAnswer('gemini', usedIds);
  const events: ModelEvent[] = [];
  let failure: unknown;
  for (const chunk of chunks) {
    const folded = foldGeminiChunk(state, chunk as GenerateContentResponse);
    state = folded.state;
    events.push(...folded.events);
    failure ??= folded.failure;
  }
  const end = endAnswer({ ...state, stopReason: state.stopReason ?? 'unknown' }).at(-1) as ModelEnd;
  return { events, end, parts: end.message.parts, failure, usage: state.usage };
}

const parts = (...given: object[]) => ({ candidates: [{ content: { role: 'model', parts: given } }] });
const finish = (finishReason: string, rest: object = {}) => ({ candidates: [{ finishReason, ...rest }] });
const opaque = (data: object) => ({ source: 'gemini', data });

describe('foldGeminiChunk', () => {
  it.each([
    ['STOP', 'done'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'refused'],
    ['RECITATION', 'refused'],
    ['PROHIBITED_CONTENT', 'refused'],
    ['BLOCKLIST', 'refused'],
    ['OTHER', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
  ])('reads the finish reason %s of a text as %s', (reason, expected) => {
    expect(fold([parts({ text: 'x' }), finish(reason)]).end).toMatchObject({ stopReason: expected, stopWord: reason });
  });

  it.each([[{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }], [finish('SAFETY')]])(
    'reports filtered content if the answer was refused before any content came: %j',
    (chunk) => {
      expect(fold([chunk]).end).toMatchObject({ error: { kind: 'content-filtered', retryable: false } });
    },
  );

  it('reports a malformed call as a failure', () => {
    expect(fold([parts({ text: 'x' }), finish('MALFORMED_FUNCTION_CALL')]).failure).toMatchObject({
      error: { code: 'MALFORMED_FUNCTION_CALL' },
    });
  });

  it('joins text until a signature ends it', () => {
    const chunks = [
      parts({ text: 'a', thought: true }),
      parts({ text: 'b', thought: true }),
      parts({ text: 'c' }),
      parts({ text: 'd' }, { text: '', thoughtSignature: 'S' }),
      parts({ text: 'e' }),
    ];
    expect(fold(chunks).parts).toEqual([
      { type: 'thinking', text: 'ab' },
      { type: 'text', text: 'cd', opaque: opaque({ thoughtSignature: 'S' }) },
      { type: 'text', text: 'e' },
    ]);
  });

  it('replaces ids that are missing or were used before, and keeps the other ids in the opaque data', () => {
    const call = (id?: string) => ({ functionCall: { ...(id && { id }), name: 'x', args: { n: 1 } } });
    const { parts: found, end } = fold([parts(call(), call('g1'), call('used')), finish('STOP')], ['used']);
    expect(found.map((part) => part.type === 'tool-call' && [part.id, part.opaque])).toEqual([
      ['call_2', undefined],
      ['g1', opaque({ id: 'g1' })],
      ['used_4', undefined],
    ]);
    expect(end).toMatchObject({ stopReason: 'tools' });
  });

  it('keeps a complete call if the output limit comes after it', () => {
    expect(fold([parts({ functionCall: { name: 'x' } }), finish('MAX_TOKENS')]).parts).toHaveLength(1);
  });

  it('keeps arguments that are not an object as they were written', () => {
    expect(fold([parts({ functionCall: { name: 'x', args: ['a'] } })]).parts).toEqual([
      { type: 'tool-call', id: 'call_1', name: 'x', input: {}, malformed: '["a"]' },
    ]);
  });

  it('keeps each grounding page and quoted source once', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a.b', title: 'A' } }, { retrievedContext: { uri: 'gs://x' } }],
    };
    const citationMetadata = { citations: [{ uri: 'https://c.d' }, { uri: 'https://a.b' }] };
    const { parts: found } = fold([
      parts({ text: 'x' }),
      finish('STOP', { groundingMetadata }),
      finish('STOP', { groundingMetadata, citationMetadata }),
    ]);
    expect(found).toEqual([
      { type: 'text', text: 'x' },
      { type: 'citation', url: 'https://a.b', title: 'A' },
      { type: 'citation', url: 'https://c.d', title: 'https://c.d' },
    ]);
  });

  it('subtracts cached tokens from the input, and adds thoughts to the output', () => {
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      toolUsePromptTokenCount: 5,
      candidatesTokenCount: 10,
      thoughtsTokenCount: 7,
    };
    expect(fold([{ usageMetadata: { promptTokenCount: 100 } }, { usageMetadata }, {}]).usage).toEqual({
      input: 65,
      cacheRead: 40,
      cacheWrite: 0,
      output: 17,
    });
  });
});
