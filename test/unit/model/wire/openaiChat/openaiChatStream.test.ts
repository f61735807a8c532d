import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { describe, expect, it } from 'vitest';
import { endAnswer } from '../../../../../src/extension/model/answer.ts';
import type { ModelEnd, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import {
  createOpenAiChatAnswer,
  endOpenAiChatText,
  foldOpenAiChatChunk,
} from '../../../../../src/extension/model/wire/openaiChat/openaiChatStream.ts';

interface Choice {
  readonly delta?: unknown;
  readonly finish_reason?: string | null;
}

/** Folds chunks with these choices, and ends the answer if a stop reason came. */
function fold(chunks: readonly (Choice | { usage: unknown; choices?: readonly Choice[] })[], usedIds: string[] = []) {
  let state = createOpenAiChatAnswer('openai-chat', usedIds);
  const events: ModelEvent[] = [];
  for (const given of chunks) {
    const chunk = 'usage' in given ? given : { choices: [{ index: 0, ...given }] };
    const folded = foldOpenAiChatChunk(state, chunk as unknown as ChatCompletionChunk);
    state = folded.state;
    events.push(...folded.events);
  }
  const flushed = endOpenAiChatText(state);
  state = flushed.state;
  events.push(...flushed.events);
  const { stopReason } = state;
  const ended = stopReason === undefined ? [] : endAnswer({ ...state, stopReason });
  const end = ended.at(-1) as ModelEnd | undefined;
  const calls = ended.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
  return { events, end, calls };
}

function call(given: { index?: number; id?: string; name?: string; arguments?: unknown }): Choice {
  const { name, arguments: json, ...rest } = given;
  return { delta: { tool_calls: [{ ...rest, function: { name, arguments: json } }] } };
}

const STOP: Choice = { delta: {}, finish_reason: 'stop' };

describe('foldOpenAiChatChunk', () => {
  it('accepts a call that comes in one piece and ends with “stop”', () => {
    const { end, calls } = fold([call({ index: 0, id: 'a', name: 'edit', arguments: '{"x":1}' }), STOP]);
    expect(calls).toEqual([{ type: 'tool-call', id: 'a', name: 'edit', input: { x: 1 } }]);
    expect(end).toMatchObject({ stopReason: 'tools' });
  });

  it('keeps arguments that are not an object as they were written', () => {
    const { calls } = fold([call({ index: 0, id: 'a', name: 'edit', arguments: '[1' }), STOP]);
    expect(calls).toEqual([{ type: 'tool-call', id: 'a', name: 'edit', input: {}, malformed: '[1' }]);
  });

  it('creates an id for a call without an id or with an id that was used before', () => {
    const chunks = [call({ index: 0, name: 'a', arguments: '{}' }), call({ index: 1, id: 'call_0', name: 'b' }), STOP];
    const ids = fold(chunks, ['call_0']).calls.map(({ id }) => id);
    expect(new Set([...ids, 'call_0']).size).toBe(3);
  });

  it('separates calls that share an index', () => {
    const chunks = [
      call({ index: 0, id: 'a', name: 'x', arguments: '{"n":1}' }),
      call({ index: 0, id: 'b', name: 'y', arguments: '{"n":2}' }),
      STOP,
    ];
    expect(fold(chunks).calls.map(({ id, input }) => [id, input])).toEqual([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ]);
  });

  it('continues a call whose id and name are repeated', () => {
    const chunks = [
      call({ index: 0, id: 'a', name: 'x', arguments: '{"n"' }),
      call({ index: 0, id: 'a', name: 'x', arguments: ':1}' }),
      STOP,
    ];
    expect(fold(chunks).calls).toEqual([{ type: 'tool-call', id: 'a', name: 'x', input: { n: 1 } }]);
  });

  it('accepts a name that comes after the id, and starts the call with the name', () => {
    const chunks = [
      call({ index: 0, id: 'a', arguments: '' }),
      call({ index: 0, arguments: '{"n"' }),
      call({ index: 0, name: 'x' }),
      call({ index: 0, arguments: ':1}' }),
      STOP,
    ];
    const { calls, events } = fold(chunks);
    expect(calls).toEqual([{ type: 'tool-call', id: 'a', name: 'x', input: { n: 1 } }]);
    expect(events).toEqual([
      { type: 'tool-call-start', id: 'a', name: 'x' },
      { type: 'tool-call-delta', id: 'a', text: '{"n"' },
      { type: 'tool-call-delta', id: 'a', text: ':1}' },
    ]);
  });

  it.each<[string, Choice[]]>([
    [
      'with two tools',
      [call({ index: 0, name: 'x', arguments: '{"n":1}' }), call({ index: 0, name: 'y', arguments: '{}' })],
    ],
    [
      'with the same tool',
      [call({ index: 0, name: 'x', arguments: '{"n":1}' }), call({ index: 0, name: 'x', arguments: '{}' })],
    ],
    [
      'in pieces',
      [
        call({ index: 0, name: 'x', arguments: '{"n"' }),
        call({ index: 0, arguments: ':1}' }),
        call({ index: 0, name: 'x', arguments: '{' }),
        call({ index: 0, arguments: '}' }),
      ],
    ],
    ['without an index', [call({ name: 'x', arguments: '{"n":1}' }), call({ name: 'x', arguments: '{}' })]],
  ])('separates two calls without ids whose index is the same or missing: %s', (_name, chunks) => {
    const { calls } = fold([...chunks, STOP]);
    expect(calls.map(({ input }) => input)).toEqual([{ n: 1 }, {}]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it.each<[string, Choice[]]>([
    [
      'its name is repeated',
      [call({ index: 0, name: 'x', arguments: '{"n"' }), call({ index: 0, name: 'x', arguments: ':1}' })],
    ],
    [
      'its id comes late',
      [call({ index: 0, name: 'x' }), call({ index: 0, id: 'a', name: 'x', arguments: '{"n":1}' })],
    ],
    [
      'each piece has another id',
      [call({ index: 0, id: 'a', name: 'x', arguments: '{"n"' }), call({ index: 0, id: 'b', arguments: ':1}' })],
    ],
  ])('continues a call without a stable id if %s', (_name, chunks) => {
    expect(fold([...chunks, STOP]).calls).toMatchObject([{ name: 'x', input: { n: 1 } }]);
  });

  it('reads <think> at the beginning of the text as thinking without opaque data', () => {
    const chunks = ['<thi', 'nk>\nLook', ' first.\n</th', 'ink>\n\nHel', 'lo <think>'].map((content) => ({
      delta: { content },
    }));
    const { end, events } = fold([...chunks, STOP]);
    expect(end?.message.parts).toEqual([
      { type: 'thinking', text: 'Look first.' },
      { type: 'text', text: 'Hello <think>' },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['thinking-delta', 'thinking-delta', 'text-delta', 'text-delta']);
  });

  it('when the stream ends or a call comes, emits held text that looked like a tag', () => {
    const held: Choice = { delta: { content: ' <thin' } };
    expect(fold([held, STOP]).end?.message.parts).toEqual([{ type: 'text', text: ' <thin' }]);
    const { end } = fold([held, call({ index: 0, id: 'a', name: 'x', arguments: '{}' }), STOP]);
    expect(end?.message.parts.map(({ type }) => type)).toEqual(['text', 'tool-call']);
  });

  it('keeps text, reasoning and calls in their order of arrival', () => {
    const chunks: Choice[] = [
      { delta: { reasoning: 'r1' } },
      { delta: { content: 't1' } },
      call({ index: 0, id: 'a', name: 'x' }),
      { delta: { reasoning_content: 'r2' } },
      { delta: { content: 't2' } },
      STOP,
    ];
    const types = fold(chunks).end?.message.parts.map(({ type }) => type);
    expect(types).toEqual(['thinking', 'text', 'tool-call', 'thinking', 'text']);
  });

  it.each([
    ['length', 'length'],
    ['model_length', 'context-full'],
    ['insufficient_system_resource', 'length'],
    ['content_filter', 'refused'],
    ['tool_calls', 'done'],
    ['anything', 'unknown'],
  ])('reads the finish reason %s of a text as %s', (wire, expected) => {
    const chunks: Choice[] = [{ delta: { content: 'x' } }, { delta: null, finish_reason: wire }];
    expect(fold(chunks).end).toMatchObject({ stopReason: expected, stopWord: wire, usage: null });
  });

  it('shortens a finish reason, and makes its hidden characters visible', () => {
    const chunks: Choice[] = [{ delta: { content: 'x' } }, { delta: null, finish_reason: `\u202e${'a'.repeat(99)}` }];
    expect(fold(chunks).end).toMatchObject({ stopReason: 'unknown', stopWord: `\\u{202e}${'a'.repeat(52)}` });
  });

  it('treats a finish reason named like an object’s method as unknown', () => {
    const chunks: Choice[] = [{ delta: { content: 'x' } }, { delta: null, finish_reason: 'constructor' }];
    expect(fold(chunks).end).toMatchObject({ stopReason: 'unknown' });
  });

  it('reports filtered content if the answer was refused before any content came', () => {
    expect(fold([{ delta: {}, finish_reason: 'content_filter' }]).end).toMatchObject({
      error: { kind: 'content-filtered', retryable: false },
    });
  });

  it('drops the call that the output limit cut off, and keeps the calls before it', () => {
    const chunks = [
      call({ index: 0, id: 'a', name: 'x', arguments: '{}' }),
      call({ index: 1, id: 'b', name: 'y', arguments: '{"a":"' }),
      { delta: {}, finish_reason: 'length' },
    ];
    const { calls, end } = fold(chunks);
    expect(calls.map(({ id }) => id)).toEqual(['a']);
    expect(end).toMatchObject({ stopReason: 'length', cutCall: 'y' });
  });

  it('treats the last usage as the end of an answer without a finish reason', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 4 };
    expect(fold([{ delta: { content: 'x' } }, { usage, choices: [] }]).end).toMatchObject({
      stopReason: 'unknown',
      usage: { input: 6, cacheRead: 4, cacheWrite: 0, output: 2 },
    });
  });

  it('ignores chunks without choices', () => {
    expect(fold([{ usage: null }, { delta: { content: 'x' } }, STOP]).end).toMatchObject({ stopReason: 'done' });
  });

  it('keeps all of OpenRouter’s reasoning details with their text', () => {
    const chunks: Choice[] = [
      { delta: { reasoning: 'r1', reasoning_details: [{ type: 'reasoning.text', text: 'r1' }] } },
      { delta: { reasoning: null, reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] } },
      call({ index: 0, id: 'a', name: 'x', arguments: '{}' }),
      STOP,
    ];
    const details = [
      { type: 'reasoning.text', text: 'r1' },
      { type: 'reasoning.encrypted', data: 'x' },
    ];
    expect(fold(chunks).end?.message.parts[0]).toEqual({
      type: 'thinking',
      text: 'r1',
      opaque: { source: 'openai-chat', data: { details } },
    });
  });

  it('reads Mistral’s pieces of thinking and text', () => {
    const chunks: Choice[] = [
      { delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] } },
      { delta: { content: [{ type: 'text', text: 'yes' }, null] } },
      STOP,
    ];
    expect(fold(chunks).events).toEqual([
      { type: 'thinking-delta', text: 'hm' },
      { type: 'text-delta', text: 'yes' },
    ]);
  });

  it('keeps a cited page beside the text', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.b', title: 'A' } }];
    const chunks: Choice[] = [{ delta: { content: 'x', annotations } }, { delta: { content: 'y' } }, STOP];
    expect(fold(chunks).end?.message.parts).toEqual([
      { type: 'text', text: 'xy' },
      { type: 'citation', url: 'https://a.b', title: 'A' },
    ]);
  });

  it('counts the tokens that DashScope wrote to its cache', () => {
    const details = { cached_tokens: 10, cache_creation_input_tokens: 20 };
    const usage = { prompt_tokens: 100, completion_tokens: 2, prompt_tokens_details: details };
    const { end } = fold([{ delta: { content: 'x' } }, STOP, { usage, choices: [] }]);
    expect(end?.usage).toEqual({ input: 70, cacheRead: 10, cacheWrite: 20, output: 2 });
  });
});
