import { freePort } from '../../scripts/tools/ports.ts';
import type { Answer, ModelServer } from '../support/modelServer.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '../support/vscode/workbench.ts';
import {
  ANTHROPIC_STREAM,
  GEMINI_STREAM,
  OPENAI_CHAT_STREAM,
  OPENAI_RESPONSES_STREAM,
} from '../unit/model/wire/recorded.ts';

/** The wire formats, each by a provider that a user would set up for it. */
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
    // The wire signs nothing.
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

/** What a wire's recorded round (thinking, text, two calls) is known by in later requests. */
export interface Round {
  readonly answer: Answer;
  readonly calls: readonly [string, string];
  readonly signature: string | undefined;
  readonly thought: string;
}

/** The recorded round with ids, signature and thought of its own, as each would be another in real life. */
export function recordedRound({ wire, recorded, signature }: (typeof WIRES)[number]): Round {
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

/** One VS Code that can ask the same server over every wire; nothing is asked in the background unless settings say so. */
export async function startChatWorkbench(
  server: ModelServer,
  { files, settings }: Pick<WorkbenchOptions, 'files' | 'settings'> = {},
): Promise<Workbench> {
  const providers = {
    anthropic: { kind: 'anthropic', baseUrl: server.url },
    openai: { kind: 'openai', baseUrl: server.openaiUrl },
    work: { kind: 'openai-chat', baseUrl: server.openaiUrl },
    gemini: { kind: 'gemini', baseUrl: server.url },
    // Nobody answers there.
    gone: { kind: 'anthropic', baseUrl: `http://127.0.0.1:${await freePort()}` },
  };
  return startWorkbench({
    files: files ?? { 'ä.ts': 'export const greeting = "hello";\n' },
    settings: {
      'premove.model': WIRES[0].model,
      'premove.providers': providers,
      'premove.enableFollowupSuggestions': false,
      ...settings,
    },
    env: Object.fromEntries(Object.keys(providers).map((name) => [`${name.toUpperCase()}_API_KEY`, 'sk-test'])),
  });
}
