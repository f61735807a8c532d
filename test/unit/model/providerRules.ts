import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { toAnthropicRequest } from '../../../src/extension/model/wire/anthropic/anthropicRequest.ts';
import { toGeminiRequest } from '../../../src/extension/model/wire/gemini/geminiRequest.ts';
import { dialectOf } from '../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { toOpenAiChatRequest } from '../../../src/extension/model/wire/openaiChat/openaiChatRequest.ts';
import { toOpenAiResponsesRequest } from '../../../src/extension/model/wire/openaiResponses/openaiResponsesRequest.ts';
import { toVscodeMessages } from '../../../src/extension/model/wire/vscode/vscodeMessages.ts';

/** A provider's documented rules for a history, checked on the messages that the request builder makes of it. */
export interface ProviderRules {
  readonly name: string;
  /** Returns the messages as they are sent. */
  build(request: ModelRequest): readonly unknown[];
  /** One sentence per broken rule. */
  problemsIn(messages: readonly unknown[]): string[];
}

type Item = Readonly<Record<string, unknown>>;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export const PROVIDER_RULES: readonly ProviderRules[] = [
  {
    name: 'Anthropic',
    build: (request) => toAnthropicRequest(request, 'anthropic').messages,
    problemsIn: (messages) => anthropicProblems(messages as Item[]),
  },
  {
    name: 'Gemini',
    build: (request) => toGeminiRequest({ ...request, model: 'gemini-3.1-pro' }, 'gemini').contents as unknown[],
    problemsIn: (messages) => geminiProblems(messages as Item[]),
  },
  {
    name: 'Responses',
    build: (request) => toOpenAiResponsesRequest(request, { source: 'openai', without: new Set() }).input as unknown[],
    problemsIn: (messages) => responsesProblems(messages as Item[]),
  },
  ...['openai', 'mistral', 'deepseek'].map((name): ProviderRules => ({
    name: `Chat Completions (${name})`,
    build: (request) =>
      toOpenAiChatRequest(request, { source: 'openai-chat', dialect: dialectOf({ name, baseUrl: '' }) }).messages,
    problemsIn: (messages) => chatProblems(messages as Item[], name === 'mistral'),
  })),
  {
    name: 'VS Code',
    build: toVscodeMessages,
    problemsIn: (messages) => vscodeProblems(messages as Item[]),
  },
];

/**
 * https://platform.claude.com/docs/en/api/messages (roles, white space, non-empty content), …/build-with-claude/extended-thinking
 * ("final block cannot be thinking", signatures) and …/agents-and-tools/tool-use (results first, one for each call).
 */
function anthropicProblems(messages: readonly Item[]): string[] {
  const problems: string[] = [];
  const turns = joinTurns(messages, 'content');
  const ids = turns.flatMap(({ parts }) => parts.flatMap((part) => (part['type'] === 'tool_use' ? [part['id']] : [])));
  if (new Set(ids).size < ids.length) problems.push('Two calls have the same id.');
  for (const [index, { role, parts }] of turns.entries()) {
    if (parts.length === 0) problems.push('A message is empty.');
    for (const part of parts) {
      if (part['type'] === 'text' && !String(part['text']).trim()) problems.push('A text is blank.');
      if (part['type'] === 'thinking' && !part['signature']) problems.push('A thought has no signature.');
      if (part['type'] === 'tool_use') problems.push(...nameProblems(part['name']));
      if (part['type'] === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(String(part['id'])))
        problems.push('An id is invalid.');
    }
    const next = turns[index + 1]?.parts ?? [];
    const calls = parts.filter((part) => part['type'] === 'tool_use').map((part) => part['id']);
    const answered = next.slice(0, calls.length).map((part) => part['tool_use_id']);
    const results = next.filter((part) => part['type'] === 'tool_result');
    if (role === 'assistant' && (results.length !== calls.length || !isSameSet(answered, calls))) {
      problems.push('Calls and the results right after them differ.');
    }
  }
  // Checks each message separately, because the API checks the messages before it joins them.
  for (const { role, content } of messages) {
    const last = (content as Item[]).at(-1);
    if (role === 'assistant' && /thinking$/.test(String(last?.['type']))) problems.push('A final block is thinking.');
  }
  return [...problems, ...turnProblems(turns.map(({ role }) => role))];
}

/**
 * https://ai.google.dev/gemini-api/docs/function-calling and …/thought-signatures: turns alternate; the content right
 * after a turn with function calls has one response per call; the first call of a turn is signed.
 */
function geminiProblems(contents: readonly Item[]): string[] {
  const problems: string[] = [];
  for (const [index, { role, parts: given }] of contents.entries()) {
    const parts = given as Item[];
    const calls = parts.flatMap((part) => (part['functionCall'] ? [part['functionCall'] as Item] : []));
    const next = (contents[index + 1]?.['parts'] ?? []) as Item[];
    const responses = next.flatMap((part) => (part['functionResponse'] ? [part['functionResponse'] as Item] : []));
    if (parts.length === 0) problems.push('A content has no parts.');
    if (role === contents[index - 1]?.['role']) problems.push('Two contents in a row have the same role.');
    if (parts.some((part) => part['text'] === '' && !part['thoughtSignature'])) problems.push('A text is empty.');
    if (parts.every((part) => part['thought'] || part['text'] === '')) problems.push('A content has only thoughts.');
    if (parts.at(-1)?.['thought']) problems.push('A content ends with a thought.');
    const signed = parts.find((part) => part['functionCall'])?.['thoughtSignature'];
    if (calls.length > 0 && !signed) problems.push('The first call has no signature.');
    if (
      role === 'model' &&
      (calls.length !== responses.length || calls.some((call, at) => isOther(call, responses[at])))
    ) {
      problems.push('Calls and the responses right after them differ.');
    }
    for (const { name } of [...calls, ...responses]) problems.push(...nameProblems(name));
  }
  return [...problems, ...turnProblems(contents.map(({ role }) => (role === 'model' ? 'assistant' : role)))];
}

function isOther(call: Item, response: Item | undefined): boolean {
  return call['name'] !== response?.['name'] || call['id'] !== response?.['id'];
}

/**
 * https://developers.openai.com/api/docs/guides/function-calling and …/guides/reasoning: every call has its output, and
 * "item of type 'reasoning' was provided without its required following item" is a 400.
 */
function responsesProblems(items: readonly Item[]): string[] {
  const problems: string[] = [];
  const open = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (item['type'] === 'reasoning') {
      const follows =
        next?.['type'] === 'reasoning' || next?.['type'] === 'function_call' || next?.['role'] === 'assistant';
      if (!follows) problems.push('A reasoning item has no call or answer after it.');
    } else if (item['type'] === 'function_call') {
      problems.push(...nameProblems(item['name']), ...argumentProblems(item['arguments']));
      if (String(item['call_id']).length > 64 || open.has(item['call_id'])) problems.push('A call’s id is invalid.');
      open.add(item['call_id']);
    } else if (item['type'] === 'function_call_output') {
      if (!open.delete(item['call_id'])) problems.push('An output has no call.');
    } else {
      if (item['role'] === 'user' && open.size > 0) problems.push('A call has no output.');
      if ((item['content'] as string | unknown[]).length === 0) problems.push('A message is empty.');
    }
  }
  if (open.size > 0) problems.push('A call has no output.');
  const last = items.at(-1);
  if (last?.['role'] !== 'user' && last?.['type'] !== 'function_call_output')
    problems.push('The history does not end with a prompt.');
  return problems;
}

/**
 * Sources: https://platform.openai.com/docs/api-reference/chat/create (content or calls; a tool message for each call)
 * and chat templates of local models (plain messages alternate). For Mistral:
 * https://docs.mistral.ai/capabilities/function_calling (a user message does not come right after a tool message).
 */
function chatProblems(messages: readonly Item[], isMistral: boolean): string[] {
  const problems: string[] = [];
  let open: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const { role, content } = message;
    const before = messages[index - 1];
    const calls = (message['tool_calls'] ?? []) as { readonly id: string; readonly function: Item }[];
    if (role === 'tool') {
      if (!open.includes(message['tool_call_id'])) problems.push('A result has no call.');
      open = open.filter((id) => id !== message['tool_call_id']);
      continue;
    }
    if (open.length > 0) problems.push('A call has no result right after it.');
    open = calls.map(({ id }) => id);
    if (calls.length === 0 && isBlank(content)) problems.push('A message is empty.');
    if (role === before?.['role'] && (role === 'user' || (calls.length === 0 && !before?.['tool_calls']))) {
      problems.push('Two plain messages in a row have the same role.');
    }
    if (isMistral && role === 'user' && before?.['role'] === 'tool')
      problems.push('A user message follows a tool message.');
    for (const { function: called } of calls) {
      problems.push(...nameProblems(called['name']), ...argumentProblems(called['arguments']));
    }
  }
  const last = messages.at(-1)?.['role'];
  if (open.length > 0 || (last !== 'user' && last !== 'tool')) problems.push('The history does not end with a prompt.');
  return problems;
}

/** `vscode.lm`: the next user message has the results of a message's calls. Copilot refuses an empty message. */
function vscodeProblems(messages: readonly Item[]): string[] {
  const problems: string[] = [];
  for (const [index, { role, parts: given }] of messages.entries()) {
    const parts = given as Item[];
    if (parts.length === 0) problems.push('A message is empty.');
    const calls = parts.filter(({ type }) => type === 'tool-call');
    const next = (messages[index + 1]?.['parts'] ?? []) as Item[];
    const results = next.filter(({ type }) => type === 'tool-result').map(({ callId }) => callId);
    if (
      role === 'assistant' &&
      !isSameSet(
        results,
        calls.map(({ id }) => id),
      )
    )
      problems.push('Calls and results differ.');
    for (const { name } of calls) problems.push(...nameProblems(name));
  }
  if (messages.at(-1)?.['role'] !== 'user') problems.push('The history does not end with a prompt.');
  return problems;
}

function joinTurns(messages: readonly Item[], key: string): { role: unknown; parts: Item[] }[] {
  const turns: { role: unknown; parts: Item[] }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === message['role']) last?.parts.push(...(message[key] as Item[]));
    else turns.push({ role: message['role'], parts: [...(message[key] as Item[])] });
  }
  return turns;
}

/** A trailing assistant message would be a prefill, which current models refuse. */
function turnProblems(roles: readonly unknown[]): string[] {
  return [
    ...(roles[0] === 'user' ? [] : ['The history does not begin with a prompt.']),
    ...(roles.at(-1) === 'user' ? [] : ['The history does not end with a prompt.']),
  ];
}

function nameProblems(name: unknown): string[] {
  return NAME.test(String(name)) ? [] : [`The tool name ${JSON.stringify(name)} is invalid.`];
}

function argumentProblems(json: unknown): string[] {
  return typeof json === 'string' && json.startsWith('{') && JSON.parse(json)
    ? []
    : ['Arguments are not a JSON object.'];
}

function isBlank(content: unknown): boolean {
  return content === null || content === undefined || (typeof content === 'string' ? !content.trim() : false);
}

function isSameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}
