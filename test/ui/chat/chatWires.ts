import { freePort } from '../../../scripts/tools/ports.ts';
import type { Answer, ModelServer } from '../../support/modelServer.ts';
import type { WorkbenchOptions } from '../../support/vscode/workbench.ts';
import {
  ANTHROPIC_STREAM,
  GEMINI_STREAM,
  OPENAI_CHAT_STREAM,
  OPENAI_RESPONSES_STREAM,
} from '../../unit/model/wire/recorded.ts';

/** The wire formats over HTTP, each with a provider that uses it. */
export const WIRES = [
  {
    wire: 'Anthropic',
    model: 'anthropic/claude-sonnet-5',
    path: /^\/v1\/messages$/,
    recorded: ANTHROPIC_STREAM,
    signature: 'EqQBCg==',
  },
  {
    wire: 'Responses',
    model: 'openai/gpt-5.6',
    path: /^\/v1\/responses$/,
    recorded: OPENAI_RESPONSES_STREAM,
    signature: 'gAAAAA==',
  },
  {
    wire: 'Chat Completions',
    model: 'work/gpt-test',
    path: /^\/v1\/chat\/completions$/,
    recorded: OPENAI_CHAT_STREAM,
    // This wire format has no signatures.
    signature: undefined,
  },
  {
    wire: 'Gemini',
    model: 'gemini/gemini-3.1-pro',
    path: /^\/v1beta\/models\/gemini-3\.1-pro:streamGenerateContent/,
    recorded: GEMINI_STREAM,
    signature: 'EqQBCg==',
  },
] as const;

/** A recorded turn (thinking, text, two calls), and the values that identify the turn in later requests. */
export interface Turn {
  readonly answer: Answer;
  readonly calls: readonly [string, string];
  readonly signature: string | undefined;
  readonly thought: string;
}

/**
 * Returns the wire's recorded turn. Its ids, signature and thinking differ from those of the other wires, as they
 * would in real turns.
 */
export function recordedTurn({ wire, recorded, signature }: (typeof WIRES)[number]): Turn {
  const name = wire.replace(' ', '');
  const own = { calls: [`call_${name}_a`, `call_${name}_b`] as const, thought: `lesen${name}` };
  const stream = recorded
    .replaceAll('call_a', own.calls[0])
    .replaceAll('call_b', own.calls[1])
    .replaceAll('lesen.', own.thought);
  if (signature === undefined) return { ...own, signature, answer: { raw: { chunks: [stream] } } };
  const mark = Buffer.from(`signed by ${wire}`).toString('base64');
  return { ...own, signature: mark, answer: { raw: { chunks: [stream.replaceAll(signature, mark)] } } };
}

/** An answer that reaches the output limit after this text. */
export function cutOff({ wire }: Pick<(typeof WIRES)[number], 'wire'>, text: string): Answer {
  if (wire !== 'Responses') return { text, finishReason: 'length' };
  // aimock ends every answer of this wire as complete.
  const place = { item_id: 'msg_cut', output_index: 0, content_index: 0 };
  const message = { id: 'msg_cut', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const response = { id: 'resp_cut', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  const events = [
    { type: 'response.output_item.added', output_index: 0, item: message },
    { type: 'response.output_text.delta', ...place, delta: text },
    { type: 'response.incomplete', response },
  ];
  return { raw: { chunks: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`) } };
}

/** A window that can reach one server over every wire. Suggestions are off unless `settings` turns them on. */
export async function withAllWires(
  server: ModelServer,
  { files, settings }: Pick<WorkbenchOptions, 'files' | 'settings'> = {},
): Promise<WorkbenchOptions> {
  const providers = {
    anthropic: { kind: 'anthropic', baseUrl: server.url },
    openai: { kind: 'openai', baseUrl: server.openaiUrl },
    work: { kind: 'openai-chat', baseUrl: server.openaiUrl },
    gemini: { kind: 'gemini', baseUrl: server.url },
    // No server listens at this address.
    gone: { kind: 'anthropic', baseUrl: `http://127.0.0.1:${await freePort()}` },
  };
  return {
    files: files ?? { 'ä.ts': 'export const greeting = "hello";\n' },
    settings: {
      'premove.model': WIRES[0].model,
      'premove.providers': providers,
      'premove.enableFollowupSuggestions': false,
      ...settings,
    },
    env: Object.fromEntries(Object.keys(providers).map((name) => [`${name.toUpperCase()}_API_KEY`, 'sk-test'])),
  };
}
