import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { endAnswer } from '../../../../../src/extension/model/answer.ts';
import type { ModelEnd, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import {
  createOpenAiResponsesAnswer,
  foldOpenAiResponsesEvent,
} from '../../../../../src/extension/model/wire/openaiResponses/openaiResponsesStream.ts';

function fold(given: readonly object[], usedIds: string[] = []) {
  let state = createOpenAiResponsesAnswer('openai', usedIds);
  const events: ModelEvent[] = [];
  let failure: unknown;
  for (const event of given) {
    const folded = foldOpenAiResponsesEvent(state, event as ResponseStreamEvent);
    state = folded.state;
    events.push(...folded.events);
    failure ??= folded.failure;
  }
  const end = endAnswer({ ...state, stopReason: state.stopReason ?? 'unknown' }).at(-1) as ModelEnd;
  return { events, end, parts: end.message.parts, failure, usage: state.usage };
}

const added = (output_index: number, item: object) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item });
const text = (delta: string, output_index = 0) => ({
  type: 'response.output_text.delta',
  output_index,
  content_index: 0,
  delta,
});
const call = (output_index: number, call_id: string, given = '') =>
  added(output_index, { type: 'function_call', call_id, name: 'x', arguments: given });
const finish = (status: string, rest: object = {}) => ({ type: `response.${status}`, response: { status, ...rest } });
const incomplete = (reason: string) => finish('incomplete', { incomplete_details: { reason } });

describe('foldOpenAiResponsesEvent', () => {
  it.each([
    [finish('completed'), 'done', 'completed'],
    [incomplete('max_output_tokens'), 'length', 'max_output_tokens'],
    [incomplete('content_filter'), 'refused', 'content_filter'],
    [incomplete('something_new'), 'unknown', 'something_new'],
    [finish('incomplete'), 'unknown', 'incomplete'],
  ])('reads %j as %s', (event, stopReason, stopWord) => {
    expect(fold([text('x'), event]).end).toMatchObject({ stopReason, stopWord });
  });

  it('reports filtered content if the answer was refused before any content came', () => {
    expect(fold([incomplete('content_filter')]).end).toMatchObject({ error: { kind: 'content-filtered' } });
  });

  it('separates the parts of a summary as paragraphs', () => {
    const summary = (summary_index: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index,
      delta,
    });
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'g' };
    const { events, parts } = fold([summary(0, 'a'), summary(0, 'b'), summary(1, 'c'), done(0, item)]);
    expect(events.map((event) => 'text' in event && event.text)).toEqual(['a', 'b', '\n\nc']);
    expect(parts).toEqual([{ type: 'thinking', text: 'ab\n\nc', opaque: { source: 'openai', data: item } }]);
  });

  it('keeps reasoning that came without a summary', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'g' };
    expect(fold([added(0, { ...item, encrypted_content: null }), done(0, item), text('x', 1)]).parts).toEqual([
      { type: 'thinking', text: '', opaque: { source: 'openai', data: item } },
      { type: 'text', text: 'x' },
    ]);
  });

  it('keeps the phase of a message', () => {
    const opaque = { source: 'openai', data: { phase: 'commentary' } };
    expect(fold([added(0, { type: 'message', phase: 'commentary' }), text('x')]).parts).toEqual([
      { type: 'text', text: 'x', opaque },
    ]);
  });

  it('accepts arguments that come only with the complete call', () => {
    const whole = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{"n":1}' };
    const { parts, end } = fold([call(0, 'a'), done(0, whole), finish('completed')]);
    expect(parts).toEqual([{ type: 'tool-call', id: 'a', name: 'x', input: { n: 1 } }]);
    expect(end).toMatchObject({ stopReason: 'tools' });
  });

  it('creates another id for a call whose id was used before', () => {
    const ids = fold([call(0, 'a'), call(1, 'a')], ['a']).parts.map((part) => 'id' in part && part.id);
    expect(new Set(['a', ...ids]).size).toBe(3);
  });

  it('drops a call that the output limit cut off', () => {
    expect(fold([text('x'), call(1, 'a', '{"n":'), incomplete('max_output_tokens')]).parts).toEqual([
      { type: 'text', text: 'x' },
    ]);
  });

  it('keeps a cited page beside the text', () => {
    const annotation = { type: 'url_citation', url: 'https://a.b', title: 'A', start_index: 0, end_index: 1 };
    const cited = { type: 'response.output_text.annotation.added', output_index: 0, content_index: 0, annotation };
    expect(fold([text('x'), cited, text('y')]).parts).toEqual([
      { type: 'text', text: 'xy' },
      { type: 'citation', url: 'https://a.b', title: 'A' },
    ]);
  });

  it('shows a refusal as text', () => {
    const refusal = { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'I cannot.' };
    expect(fold([refusal, finish('completed')]).end).toMatchObject({
      stopReason: 'done',
      message: { parts: [{ type: 'text', text: 'I cannot.' }] },
    });
  });

  it.each([
    [finish('failed', { error: { code: 'server_error', message: 'oops' } }), { code: 'server_error', message: 'oops' }],
    [
      { type: 'error', code: 'rate_limit_exceeded', message: 'slow' },
      { code: 'rate_limit_exceeded', message: 'slow' },
    ],
  ])('reports %j as a failure', (event, error) => {
    expect(fold([text('x'), event]).failure).toEqual({ error });
  });

  it('counts the usage of a failed answer, and subtracts cached tokens from the input', () => {
    const usage = { input_tokens: 10, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } };
    expect(fold([finish('failed', { error: null, usage })]).usage).toEqual({
      input: 6,
      cacheRead: 4,
      cacheWrite: 0,
      output: 2,
    });
  });
});
