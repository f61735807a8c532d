import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import { endAnswer } from '../../../../../src/extension/model/answer.ts';
import {
  createAnthropicAnswer,
  foldAnthropicEvent,
} from '../../../../../src/extension/model/wire/anthropic/anthropicStream.ts';
import type { ModelEnd, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';

function fold(...given: unknown[]) {
  let state = createAnthropicAnswer('anthropic', []);
  const events: ModelEvent[] = [];
  for (const event of given) {
    const folded = foldAnthropicEvent(state, event as RawMessageStreamEvent);
    state = folded.state;
    events.push(...folded.events);
  }
  const end = endAnswer({ ...state, stopReason: state.stopReason ?? 'unknown' }).at(-1) as ModelEnd;
  return { events, end, parts: end.message.parts };
}

const start = (index: number, block: unknown) => ({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, given: unknown) => ({ type: 'content_block_delta', index, delta: given });
const stop = (reason: string) => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  usage: { output_tokens: 1 },
});

describe('foldAnthropicEvent', () => {
  it.each([
    ['end_turn', 'done'],
    ['stop_sequence', 'done'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'context-full'],
    ['pause_turn', 'paused'],
    ['refusal', 'refused'],
    ['something_new', 'unknown'],
  ])('reads the stop reason %s as %s', (wire, expected) => {
    expect(fold(start(0, { type: 'text', text: 'x' }), stop(wire)).end).toMatchObject({
      stopReason: expected,
      stopWord: wire,
    });
  });

  it('keeps redacted thinking only in the opaque data for the provider', () => {
    expect(fold(start(0, { type: 'redacted_thinking', data: 'xyz' }), stop('end_turn')).parts).toEqual([
      { type: 'thinking', text: '', opaque: { source: 'anthropic', data: { redacted: 'xyz' } } },
    ]);
  });

  it('assembles blocks whose deltas alternate', () => {
    const { parts } = fold(
      start(0, { type: 'text', text: '' }),
      start(1, { type: 'tool_use', id: 'a', name: 'x', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"n":' }),
      delta(0, { type: 'text_delta', text: 'hi' }),
      delta(1, { type: 'input_json_delta', partial_json: '1}' }),
      stop('tool_use'),
    );
    expect(parts).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'tool-call', id: 'a', name: 'x', input: { n: 1 } },
    ]);
  });

  it('drops a call that the output limit cut off, even before its first argument', () => {
    const { end, parts } = fold(
      start(0, { type: 'text', text: 'hi' }),
      start(1, { type: 'tool_use', id: 'a', name: 'x', input: {} }),
      stop('max_tokens'),
    );
    expect(end).toMatchObject({ stopReason: 'length', cutCall: 'x' });
    expect(parts).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it('ignores unknown blocks and deltas', () => {
    const { events, parts } = fold(
      start(0, { type: 'hologram' }),
      delta(0, { type: 'text_delta', text: 'x' }),
      delta(0, { type: 'hologram_delta' }),
      stop('end_turn'),
    );
    expect([events, parts]).toEqual([[], []]);
  });

  it.each([
    [
      { type: 'web_search_result_location', url: 'https://a.b', title: 'A' },
      { url: 'https://a.b', title: 'A' },
    ],
    [
      { type: 'web_search_result_location', url: 'https://a.b', title: null },
      { url: 'https://a.b', title: 'https://a.b' },
    ],
    [
      { type: 'search_result_location', source: 'https://a.b/c', title: 'C' },
      { url: 'https://a.b/c', title: 'C' },
    ],
    [{ type: 'search_result_location', source: 'our wiki', title: 'W' }, undefined],
    [{ type: 'char_location', document_title: 'D' }, undefined],
    [{ type: 'web_search_result_location', url: 'javascript:alert(1)', title: 'A' }, undefined],
  ])('reduces the citation %j to %j', (citation, expected) => {
    const { events, parts } = fold(
      start(0, { type: 'text', text: 'x' }),
      delta(0, { type: 'citations_delta', citation }),
      delta(0, { type: 'citations_delta', citation }),
      delta(0, { type: 'text_delta', text: 'y' }),
    );
    const cited = expected ? [{ type: 'citation', ...expected }] : [];
    expect(events.filter((event) => event.type === 'citation')).toEqual(cited);
    expect(parts).toEqual([{ type: 'text', text: 'xy' }, ...cited]);
  });
});
