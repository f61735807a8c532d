import type { Usage } from '../../../../src/extension/model/chatModel.ts';
import { sse } from '../../../support/wireServer.ts';
import { responsesEvent } from './recorded.ts';

/**
 * Answers for which the provider has searched the web, as the vendors document and send them. Each wire has the same
 * text and pages. Here Gemini sends the addresses of the pages; in reality it sends addresses of its redirects.
 */
export interface RecordedSearch {
  readonly stream: string;
  /** The tools that the request declares. */
  readonly tools: readonly unknown[];
  readonly usage: Usage;
}

export const SEARCHED_TEXT = 'Node 24 ist die aktuelle LTS. — 长期支持';
export const SEARCHED_PAGES = [
  { url: 'https://nodejs.org/en/about', title: 'About Node.js' },
  { url: 'https://example.com/über', title: 'Über Node' },
];
const [FIRST, SECOND] = SEARCHED_PAGES as [(typeof SEARCHED_PAGES)[0], (typeof SEARCHED_PAGES)[0]];

const block = (index: number, content_block: unknown): string =>
  sse({ type: 'content_block_start', index, content_block }, 'content_block_start');
const delta = (index: number, given: unknown): string =>
  sse({ type: 'content_block_delta', index, delta: given }, 'content_block_delta');
const stop = (index: number): string => sse({ type: 'content_block_stop', index }, 'content_block_stop');
const cited = (page: { readonly url: string; readonly title: string }): unknown => ({
  type: 'citations_delta',
  citation: { type: 'web_search_result_location', ...page, cited_text: 'LTS', encrypted_index: 'Eo8B' },
});

/** Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool, "Streaming". */
const ANTHROPIC: RecordedSearch = {
  stream: [
    sse(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [],
          model: 'm',
          stop_reason: null,
          usage: { input_tokens: 90, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 2 },
        },
      },
      'message_start',
    ),
    block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    delta(0, { type: 'input_json_delta', partial_json: '{"query":' }),
    delta(0, { type: 'input_json_delta', partial_json: '"node lts"}' }),
    stop(0),
    block(1, {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', ...FIRST, encrypted_content: 'EqgfCio', page_age: 'April 30, 2026' }],
    }),
    stop(1),
    block(2, { type: 'text', text: '' }),
    delta(2, cited(FIRST)),
    delta(2, { type: 'text_delta', text: 'Node 24 ist die ' }),
    delta(2, { type: 'text_delta', text: 'aktuelle LTS.' }),
    stop(2),
    block(3, { type: 'text', text: '' }),
    delta(3, cited(SECOND)),
    delta(3, cited(FIRST)),
    delta(3, { type: 'text_delta', text: ' — 长期支持' }),
    stop(3),
    sse(
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: {
          input_tokens: 9_000,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 1_000,
          output_tokens: 80,
          server_tool_use: { web_search_requests: 1 },
        },
      },
      'message_delta',
    ),
    sse({ type: 'message_stop' }, 'message_stop'),
  ].join(''),
  tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
  usage: { input: 9_000, cacheRead: 1_000, cacheWrite: 0, output: 80, searches: 1 },
};

const FOUND_PAGE = { type: 'web_search_result', ...FIRST, encrypted_content: 'EqgfCio', page_age: null };
const CITED = { type: 'web_search_result_location', ...FIRST, cited_text: 'LTS', encrypted_index: 'Eo8B' };

/**
 * An answer of Anthropic's that the server pauses during its second search, and the content to send back. Source:
 * https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons, "pause_turn".
 */
export const PAUSED_SEARCH: { readonly stream: string; readonly content: readonly unknown[] } = {
  stream: [
    sse({ type: 'message_start', message: { id: 'msg_0', role: 'assistant', content: [] } }, 'message_start'),
    block(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'Ich suche.' }),
    stop(0),
    block(1, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '' }),
    delta(1, { type: 'input_json_delta', partial_json: '{"query": "n' }),
    delta(1, { type: 'input_json_delta', partial_json: 'ode"}' }),
    stop(1),
    block(2, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [FOUND_PAGE] }),
    stop(2),
    block(3, { type: 'text', text: '' }),
    delta(3, { type: 'citations_delta', citation: CITED }),
    delta(3, { type: 'text_delta', text: 'Node 24.' }),
    stop(3),
    block(4, { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: {} }),
    delta(4, { type: 'input_json_delta', partial_json: '{"query":"lts"}' }),
    stop(4),
    sse({ type: 'message_delta', delta: { stop_reason: 'pause_turn' }, usage: { output_tokens: 40 } }, 'message_delta'),
    sse({ type: 'message_stop' }, 'message_stop'),
  ].join(''),
  content: [
    { type: 'text', text: 'Ich suche.' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'node' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [FOUND_PAGE] },
    { type: 'text', text: 'Node 24.', citations: [CITED] },
    { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: { query: 'lts' } },
  ],
};

const call = (id: string, action: unknown): string => {
  const item = { type: 'web_search_call', id, status: 'in_progress' };
  const output_index = id === 'ws_1' ? 0 : 1;
  return [
    responsesEvent('response.output_item.added', { output_index, item }),
    responsesEvent('response.web_search_call.searching', { output_index, item_id: id }),
    responsesEvent('response.web_search_call.completed', { output_index, item_id: id }),
    responsesEvent('response.output_item.done', { output_index, item: { ...item, status: 'completed', action } }),
  ].join('');
};
const annotation = (page: { readonly url: string; readonly title: string }, annotation_index: number): string =>
  responsesEvent('response.output_text.annotation.added', {
    output_index: 2,
    content_index: 0,
    annotation_index,
    annotation: { type: 'url_citation', start_index: 0, end_index: 8, ...page },
  });
const text = (part: string): string =>
  responsesEvent('response.output_text.delta', { output_index: 2, content_index: 0, item_id: 'msg_1', delta: part });

/** Source: https://platform.openai.com/docs/guides/tools-web-search, and the streaming reference. */
const RESPONSES: RecordedSearch = {
  stream: [
    responsesEvent('response.created', { response: { id: 'resp_1', status: 'in_progress' } }),
    call('ws_1', { type: 'search', query: 'node lts', queries: ['node lts'] }),
    call('ws_2', { type: 'open_page', url: FIRST.url }),
    responsesEvent('response.output_item.added', {
      output_index: 2,
      item: { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    }),
    text('Node 24 ist die '),
    text('aktuelle LTS.'),
    annotation(FIRST, 0),
    text(' — 长期支持'),
    annotation(SECOND, 1),
    annotation(FIRST, 2),
    responsesEvent('response.completed', {
      response: {
        id: 'resp_1',
        status: 'completed',
        usage: {
          input_tokens: 10_000,
          input_tokens_details: { cached_tokens: 1_000 },
          output_tokens: 80,
          total_tokens: 10_080,
        },
      },
    }),
  ].join(''),
  tools: [{ type: 'web_search', user_location: { type: 'approximate' } }],
  usage: { input: 9_000, cacheRead: 1_000, cacheWrite: 0, output: 80, searches: 1 },
};

const candidate = (part: string, more: object = {}): unknown => ({
  content: { role: 'model', parts: [{ text: part }] },
  index: 0,
  ...more,
});

/** Source: https://ai.google.dev/gemini-api/docs/google-search. */
const GEMINI: RecordedSearch = {
  stream: [
    sse({ candidates: [candidate('Node 24 ist die ')], usageMetadata: { promptTokenCount: 90 } }),
    sse({ candidates: [candidate('aktuelle LTS.')], usageMetadata: { promptTokenCount: 90 } }),
    sse({
      candidates: [
        candidate(' — 长期支持', {
          finishReason: 'STOP',
          groundingMetadata: {
            webSearchQueries: ['node lts', 'node 24'],
            searchEntryPoint: { renderedContent: '<style></style>' },
            groundingChunks: [FIRST, SECOND, FIRST].map(({ url: uri, title }) => ({ web: { uri, title } })),
            groundingSupports: [{ segment: { endIndex: 29, text: 'Node 24' }, groundingChunkIndices: [0, 1] }],
          },
        }),
      ],
      usageMetadata: {
        promptTokenCount: 90,
        toolUsePromptTokenCount: 9_910,
        cachedContentTokenCount: 1_000,
        candidatesTokenCount: 80,
      },
    }),
  ].join(''),
  tools: [{ googleSearch: {} }],
  usage: { input: 9_000, cacheRead: 1_000, cacheWrite: 0, output: 80, searches: 2 },
};

/** By the names of `WIRES`. Chat Completions does not have this tool. */
export const RECORDED_SEARCHES: Readonly<Record<string, RecordedSearch>> = {
  Anthropic: ANTHROPIC,
  Responses: RESPONSES,
  Gemini: GEMINI,
};
