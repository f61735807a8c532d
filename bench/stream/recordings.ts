import { sse } from '../../test/support/wireServer.ts';

/**
 * One long answer as each provider sends it, with the provider's real fields. It has a thought, text and a call, whose
 * arguments stream in if the format allows it. The words are invented; lengths and shapes are those of recorded
 * streams.
 */
export interface RecordedStream {
  /** Server-sent events, in order. */
  readonly events: readonly string[];
  /** The number of characters of its text and thoughts, to check that a reader has read everything. */
  readonly characters: number;
}

/** Numbers of pieces of an answer, 10,000 in total. */
const THOUGHTS = 1_000;
const TEXTS = 8_000;
const ARGUMENTS = 1_000;
export const DELTAS = THOUGHTS + TEXTS + ARGUMENTS;

/** Stands for a signature or encrypted reasoning. */
const OPAQUE = 'EqQBCkYIBRgCKkBwq9Yt3Wc7uVxk'.repeat(20);

const WORDS = `The parser reads one token ahead , so a missing brace is found where it matters . \`readFile\` returns
  \`undefined\` for files that are gone — “not found” is no error here . 我们 先 读 文件 , then the test says what broke :
  \`\`\`ts\nexport function toKey ( name : string ) : string {\n  return name . trim ( ) ;\n}\n\`\`\`\n\n- first\n- second\n\n`
  .split(/(?<= )/)
  .filter((word) => word.trim() !== '');

const thoughts = piecesOf(THOUGHTS, 1);
const texts = piecesOf(TEXTS, 2);
const argumentPieces = toArgumentPieces(piecesOf(ARGUMENTS - 2, 3));
const characters = lengthOf(thoughts) + lengthOf(texts);

export function recordAnthropic(): RecordedStream {
  const usage = {
    ...{ input_tokens: 412, cache_creation_input_tokens: 1800, cache_read_input_tokens: 52_000 },
    ...{ cache_creation: { ephemeral_5m_input_tokens: 1800, ephemeral_1h_input_tokens: 0 } },
    ...{ output_tokens: 3, service_tier: 'standard', inference_geo: 'not_available' },
  };
  const event = (type: string, rest: object = {}): string => sse({ type, ...rest }, type);
  const delta = (index: number, given: object): string => event('content_block_delta', { index, delta: given });
  const message = {
    ...{ model: 'claude-sonnet-5', id: 'msg_01XFDUDYJgAACzvnptvVoYEL', type: 'message', role: 'assistant' },
    ...{ content: [], stop_reason: null, stop_sequence: null, usage },
  };
  const call = { type: 'tool_use', id: 'toolu_01T1x1fJ34qAmk2tNTrN7Up6', name: 'write_file', input: {} };
  const events = [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    event('ping'),
    ...thoughts.map((thinking) => delta(0, { type: 'thinking_delta', thinking })),
    delta(0, { type: 'signature_delta', signature: OPAQUE }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
    ...texts.map((text) => delta(1, { type: 'text_delta', text })),
    event('content_block_stop', { index: 1 }),
    event('content_block_start', { index: 2, content_block: call }),
    ...argumentPieces.map((json) => delta(2, { type: 'input_json_delta', partial_json: json })),
    event('content_block_stop', { index: 2 }),
    event('message_delta', {
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { ...usage, output_tokens: 41_000 },
    }),
    event('message_stop'),
  ];
  return { events, characters };
}

export function recordOpenAiResponses(): RecordedStream {
  const response = {
    ...{ id: 'resp_67c9fdcecf488190bdd9a0409de3a1ec', object: 'response', created_at: 1_760_000_000 },
    ...{ status: 'in_progress', background: false, error: null, incomplete_details: null, instructions: 'You are…' },
    ...{ max_output_tokens: null, max_tool_calls: null, model: 'gpt-5.5', output: [], parallel_tool_calls: true },
    ...{ previous_response_id: null, prompt_cache_key: 'c', reasoning: { effort: 'medium', summary: 'detailed' } },
    ...{ service_tier: 'default', store: false, temperature: 1, text: { format: { type: 'text' } }, tools: [] },
    ...{ tool_choice: 'auto', top_p: 1, truncation: 'disabled', usage: null, user: null, metadata: {} },
  };
  let count = 0;
  const event = (type: string, rest: object): string => sse({ type, sequence_number: (count += 1), ...rest }, type);
  const delta = (type: string, where: object, text: string): string =>
    event(type, { ...where, delta: text, obfuscation: OPAQUE.slice(0, 16 - (text.length % 16)) });
  const reasoning = { id: 'rs_67c9fdcf37fc8190ba82116e33fb28c5', type: 'reasoning', summary: [] };
  const message = { id: 'msg_67c9fdcf37fc8190ba82116e33fb28c5', type: 'message', role: 'assistant' };
  const call = { id: 'fc_67c9fdcf37fc8190ba82116e33fb28c5', type: 'function_call', name: 'write_file' };
  const inSummary = { item_id: reasoning.id, output_index: 0, summary_index: 0 };
  const inText = { item_id: message.id, output_index: 1, content_index: 0 };
  const inCall = { item_id: call.id, output_index: 2 };
  const part = { type: 'output_text', annotations: [], logprobs: [], text: '' };
  const text = texts.join('');
  const summary = { type: 'summary_text', text: thoughts.join('') };
  const whole = { ...reasoning, encrypted_content: OPAQUE, summary: [summary] };
  const json = argumentPieces.join('');
  const output = [
    whole,
    { ...message, status: 'completed', content: [{ ...part, text }] },
    { ...call, status: 'completed', arguments: json, call_id: 'call_unDCs2cpPLVmL6uhTCPaPYpR' },
  ];
  const usage = {
    ...{ input_tokens: 54_212, input_tokens_details: { cached_tokens: 52_000 }, output_tokens: 41_000 },
    ...{ output_tokens_details: { reasoning_tokens: 4_000 }, total_tokens: 95_212 },
  };
  const events = [
    event('response.created', { response }),
    event('response.in_progress', { response }),
    event('response.output_item.added', { output_index: 0, item: reasoning }),
    event('response.reasoning_summary_part.added', { ...inSummary, part: { type: 'summary_text', text: '' } }),
    ...thoughts.map((thought) => delta('response.reasoning_summary_text.delta', inSummary, thought)),
    event('response.reasoning_summary_text.done', { ...inSummary, text: summary.text }),
    event('response.reasoning_summary_part.done', { ...inSummary, part: summary }),
    event('response.output_item.done', { output_index: 0, item: whole }),
    event('response.output_item.added', { output_index: 1, item: { ...message, status: 'in_progress', content: [] } }),
    event('response.content_part.added', { ...inText, part }),
    ...texts.map((piece) => delta('response.output_text.delta', { ...inText, logprobs: [] }, piece)),
    event('response.output_text.done', { ...inText, text, logprobs: [] }),
    event('response.content_part.done', { ...inText, part: { ...part, text } }),
    event('response.output_item.done', { output_index: 1, item: output[1] }),
    event('response.output_item.added', {
      output_index: 2,
      item: { ...output[2], status: 'in_progress', arguments: '' },
    }),
    ...argumentPieces.map((piece) => delta('response.function_call_arguments.delta', inCall, piece)),
    event('response.function_call_arguments.done', { ...inCall, arguments: json }),
    event('response.output_item.done', { output_index: 2, item: output[2] }),
    event('response.completed', { response: { ...response, status: 'completed', output, usage } }),
  ];
  return { events, characters };
}

/**
 * Thoughts are `reasoning_content`, as compatible servers send them: OpenAI's own do not appear in this wire format.
 */
export function recordOpenAiChat(): RecordedStream {
  const head = {
    ...{ id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG', object: 'chat.completion.chunk', created: 1_760_000_000 },
    ...{ model: 'gpt-5.5', service_tier: 'default', system_fingerprint: 'fp_44709d6fcb' },
  };
  const usage = {
    ...{ prompt_tokens: 54_212, completion_tokens: 41_000, total_tokens: 95_212 },
    ...{ prompt_tokens_details: { cached_tokens: 52_000, audio_tokens: 0 } },
    ...{ completion_tokens_details: { reasoning_tokens: 4_000, audio_tokens: 0 } },
  };
  const chunk = (delta: object, finish: string | null = null): string => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return sse({ ...head, choices, usage: null, obfuscation: OPAQUE.slice(0, 8) });
  };
  const call = { index: 0, id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', type: 'function' };
  const events = [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...thoughts.map((thought) => chunk({ content: null, reasoning_content: thought })),
    ...texts.map((content) => chunk({ content })),
    chunk({ tool_calls: [{ ...call, function: { name: 'write_file', arguments: '' } }] }),
    ...argumentPieces.map((json) => chunk({ tool_calls: [{ index: 0, function: { arguments: json } }] })),
    chunk({}, 'tool_calls'),
    sse({ ...head, choices: [], usage, obfuscation: OPAQUE.slice(0, 8) }),
    sse('[DONE]'),
  ];
  return { events, characters };
}

/** A call arrives whole in this format, so more pieces of text replace those of its arguments. Lines end in CR LF. */
export function recordGemini(): RecordedStream {
  const more = piecesOf(ARGUMENTS, 3);
  let tokens = 0;
  const chunk = (parts: readonly object[], rest: object = {}): string => {
    const usageMetadata = {
      ...{ promptTokenCount: 54_212, candidatesTokenCount: (tokens += 4), totalTokenCount: 54_212 + tokens },
      ...{ cachedContentTokenCount: 52_000, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 54_212 }] },
      ...{ cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 52_000 }], thoughtsTokenCount: 4_000 },
    };
    const candidates = [{ content: { parts, role: 'model' }, index: 0, ...rest }];
    const whole = {
      candidates,
      usageMetadata,
      modelVersion: 'gemini-3.6-flash',
      responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
    };
    return sse(whole).replaceAll('\n', '\r\n');
  };
  const call = { name: 'write_file', args: { file_path: 'src/a.ts', content: 'export {};' } };
  const events = [
    ...thoughts.map((text) => chunk([{ text, thought: true }])),
    ...[...texts, ...more].map((text) => chunk([{ text }])),
    chunk([{ functionCall: call, thoughtSignature: OPAQUE }]),
    chunk([{ text: '' }], { finishReason: 'STOP' }),
  ];
  return { events, characters: characters + lengthOf(more) };
}

/** How a stream arrives from the network. */
export interface Delivery {
  readonly name: string;
  /** Deltas per second. */
  readonly pace: number;
  readonly toChunks: (events: readonly string[]) => Uint8Array[];
}

export const DELIVERIES: readonly Delivery[] = [
  {
    // Usual for most providers: the network is faster than the model.
    name: 'one event per chunk',
    pace: 200,
    toChunks: (events) => events.map((event) => new TextEncoder().encode(event)),
  },
  {
    // A model so fast that packets are filled and cut at arbitrary bytes.
    name: 'one packet per chunk',
    pace: 2_000,
    toChunks(events) {
      const bytes = new TextEncoder().encode(events.join(''));
      const count = Math.ceil(bytes.length / PACKET);
      return Array.from({ length: count }, (_, index) => bytes.slice(index * PACKET, (index + 1) * PACKET));
    },
  },
];

/** Bytes of TCP data that fit into one Ethernet frame. */
const PACKET = 1_448;

/** Pieces of one to six words, the same in every run. */
function piecesOf(count: number, seed: number): string[] {
  let random = seed;
  let place = 0;
  return Array.from({ length: count }, () => {
    random = (random * 48_271) % 2_147_483_647;
    const words = 1 + (random % 6);
    return Array.from({ length: words }, () => wordAt((place += 1))).join('');
  });
}

/** Each repetition of the words has a number, because a model that repeats itself would be stopped. */
function wordAt(place: number): string {
  const word = WORDS[place % WORDS.length] ?? '';
  return place % WORDS.length === 0 ? `${word}${place / WORDS.length} ` : word;
}

/** The text of one JSON object: the given pieces between an opening and a closing piece. */
function toArgumentPieces(pieces: readonly string[]): string[] {
  return ['{"file_path":"notes.md","content":"', ...pieces.map((piece) => JSON.stringify(piece).slice(1, -1)), '"}'];
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
