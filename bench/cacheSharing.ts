import { CacheSafeParamsStore, forkRequest } from '../src/extension/background/cacheSafeParams.ts';
import { toStandaloneRequest } from '../src/extension/background/standaloneQuery.ts';
import { toSystemPrompt } from '../src/extension/chat/agent/systemPrompt.ts';
import { toAnthropicRequest } from '../src/extension/model/wire/anthropic/anthropicRequest.ts';
import type { ModelRequest, SelectedModel } from '../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../src/extension/model/message.ts';
import { estimateTokens } from '../src/extension/model/tokens.ts';
import { suggestionQuestion } from '../src/extension/suggest/suggester.ts';
import { SUGGESTION_PROMPT } from '../src/extension/suggest/prompt.ts';
import { DEFAULT_TOOLS } from '../src/extension/tools/builtin/defaultTools.ts';
import { createToolRegistry } from '../src/extension/tools/registry.ts';
import { createScriptedModel } from '../test/support/scriptedModel.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const PROMPTS = 12;
const TOOL_TURNS = 3;
/** The price of a cached token relative to an uncached one (Anthropic's price list). */
const CACHED_SHARE = 0.1;

/** The input tokens of a suggestion: as a fork, which shares the conversation's prefix, and as a separate request. */
export const cacheSharing: Measurement = {
  name: 'sharing',
  run: () => {
    const samples = converse();
    return Promise.resolve([
      row('Uncached input of a suggestion', samples, ({ fresh }) => fresh),
      row(
        'Input of a suggestion, with each cached token counted as a tenth',
        samples,
        ({ fresh, cached }) => fresh + cached * CACHED_SHARE,
      ),
    ]);
  },
};

interface Sample {
  /** Uncached tokens of a fork. */
  readonly fresh: number;
  readonly cached: number;
  /** Tokens of a separate request, which are not cached. */
  readonly alone: number;
}

function row(name: string, samples: readonly Sample[], cost: (sample: Sample) => number): Figure {
  return toFigure({
    name: `${name}, per prompt`,
    unit: 'tokens',
    statistic: 'median',
    samples: samples.map(cost),
    yardstick: { name: 'with a request of its own', samples: samples.map(({ alone }) => alone) },
  });
}

/** Typical prompts: three turns with calls that read and edit a file of 150 lines, then an answer. */
function converse(): Sample[] {
  const model: SelectedModel = {
    id: 'anthropic/claude-sonnet-5',
    label: 'claude-sonnet-5',
    name: 'claude-sonnet-5',
    chatModel: createScriptedModel([]),
  };
  const environment = { model: model.name, os: 'Linux 6.1', shell: '/bin/bash', date: '2026-11-21', instructions: '' };
  const first: ModelRequest = {
    model: model.name,
    system: toSystemPrompt({ ...environment, roots: [{ name: 'project', path: '/home/me/project' }] }),
    tools: createToolRegistry(DEFAULT_TOOLS).declarations,
    messages: [],
    cacheAnchors: [],
    cacheKey: 'conversation',
    thinking: 'inherit',
    promptId: 'prompt',
  };
  const store = new CacheSafeParamsStore();
  const messages: Message[] = [];
  return Array.from({ length: PROMPTS }, (_, prompt) => {
    messages.push(userMessage(`Rename the helper of module ${prompt} to what it does, and keep its callers working.`));
    for (let turn = 0; turn < TOOL_TURNS; turn += 1) messages.push(...toolTurn(prompt, turn));
    const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: ANSWER.repeat(3) }] };
    const parent = { ...first, messages: [...messages], cacheAnchors: [messages.length - 1] };
    const params = store.save(model.id, parent, answer, 'leaf');
    const fork = forkRequest(params, { message: userMessage(SUGGESTION_PROMPT), model, promptId: 'prompt_suggestion' });
    messages.push(answer);
    const cached = tokensOf(parent);
    return {
      cached,
      fresh: tokensOf(fork) - cached,
      alone: tokensOf(toStandaloneRequest(suggestionQuestion(model, messages))),
    };
  });
}

const ANSWER = 'The helper has its new name, and the four callers in three files follow it. All 41 tests pass. ';
const LINE = "export const value = compute('a line of ordinary code', options.depth + 1); // as before\n";

function toolTurn(prompt: number, turn: number): Message[] {
  const id = `call-${prompt}-${turn}`;
  const file_path = `src/module${prompt}.ts`;
  const call =
    turn === 1
      ? { name: 'edit', input: { file_path, old_string: LINE.repeat(3), new_string: LINE.repeat(3) } }
      : { name: 'read_file', input: { file_path } };
  const text = turn === 1 ? `Edited ${file_path}.` : LINE.repeat(150);
  const result = { callId: id, name: call.name, content: [{ type: 'text', text }], isError: false } as const;
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id, ...call }] },
    { role: 'user', parts: [{ type: 'tool-result', ...result }] },
  ];
}

function tokensOf(request: ModelRequest): number {
  return estimateTokens(JSON.stringify(toAnthropicRequest(request, 'anthropic')));
}
