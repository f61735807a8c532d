import { describe, expect, test } from 'vitest';
import type { ClientRequest } from '../../../../src/extension/chat/agent/chatClient.ts';
import { NO_TURN_LIMITS, type TurnLimits } from '../../../../src/extension/chat/agent/turnLimit.ts';
import type { ClientEvent } from '../../../../src/extension/chat/agent/clientEvent.ts';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { Message } from '../../../../src/extension/model/message.ts';
import type { ApprovalMode } from '../../../../src/shared/chatState.ts';
import { createBareClient } from '../../../support/bareClient.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createScriptedModel, type ScriptedStep } from '../../../support/scriptedModel.ts';

function start(steps: readonly ScriptedStep[], limits: Partial<TurnLimits> = {}) {
  const clock = createManualClock();
  const conversation = new Conversation('c', { clock, onDidAppend: () => {} });
  const scripted = createScriptedModel(steps);
  let selected = 'first';
  const mode: { current: ApprovalMode } = { current: 'default' };
  const client = createBareClient({
    conversation,
    clock,
    approvalMode: () => mode.current,
    turnLimits: () => ({ ...NO_TURN_LIMITS, ...limits }),
  });
  const model = () => ({ id: `fake/${selected}`, label: selected, name: selected, chatModel: scripted });
  const abort = new AbortController();
  const send = async (request: ClientRequest, promptId = 'p', continuations?: number) => {
    const events: ClientEvent[] = [];
    const emit = (event: ClientEvent): void => void events.push(event);
    const turn = await client.sendMessage(request, model(), abort.signal, promptId, emit, continuations);
    return { events, turn };
  };
  const select = (name: string): void => {
    selected = name;
  };
  return { client, model, conversation, scripted, abort, send, select, mode };
}

const prompt: ClientRequest = { kind: 'prompt', parts: [{ type: 'text', text: 'go' }] };
const continuation: ClientRequest = { kind: 'continuation' };
const call = { id: 'r', name: 'read_file', input: { file_path: 'a.ts' } };

describe('sendMessage', () => {
  test('emits one turn as the model’s events, and returns the pending calls', async () => {
    const { send } = start([{ thinking: 'Hm.', text: 'Reading.', calls: [call] }]);
    const { events, turn } = await send(prompt);
    expect(events.map(({ type }) => type)).toEqual([
      'prompt-recorded',
      'turn-start',
      'thinking-delta',
      'thinking-end',
      'text-delta',
      'tool-call-start',
      'tool-call',
      'end',
    ]);
    expect(turn.pendingCalls).toMatchObject([call]);
  });

  test.each<readonly [string, ScriptedStep, object]>([
    ['cut off', { calls: [call], stopReason: 'length' }, { stopReason: 'length' }],
    ['refused', { calls: [call], stopReason: 'refused' }, { stopReason: 'refused' }],
    [
      'broken',
      { calls: [call], error: { kind: 'network', message: 'gone', retryable: true } },
      { error: { kind: 'network' } },
    ],
  ])('returns no calls of an answer that was %s', async (_name, step, last) => {
    const { events, turn } = await start([step]).send(prompt);
    expect(events.at(-1)).toMatchObject({ type: 'end', ...last });
    expect(turn.pendingCalls).toEqual([]);
  });

  test('ends with the stop reason `aborted` when the user cancels', async () => {
    const { send, abort, scripted } = start([{ text: 'Half', hold: new Promise(() => {}) }]);
    const sent = send(prompt);
    abort.abort();
    expect((await sent).events.at(-1)).toMatchObject({ type: 'end', stopReason: 'aborted' });
    expect(scripted.aborted).toBe(1);
  });

  test('aborts the request when an event cannot be shown, and keeps the partial text', async () => {
    const { client, model, scripted, conversation } = start([{ text: 'Half', hold: new Promise(() => {}) }]);
    const show = (event: ClientEvent): void => {
      if (event.type === 'text-delta') throw new Error('cannot be shown');
    };
    const sent = client.sendMessage(prompt, model(), new AbortController().signal, 'p', show);
    await expect(sent).rejects.toThrow('cannot be shown');
    expect(scripted.aborted).toBe(1);
    expect(conversation.path().at(-1)).toMatchObject({
      close: { stopReason: 'aborted', message: { parts: [{ text: 'Half' }] } },
    });
  });

  test('keeps the model of a prompt when the user selects another model', async () => {
    const { send, select, scripted } = start([{ calls: [call] }, 'Done.', 'Next.']);
    await send(prompt);
    select('second');
    await send(continuation);
    await send(prompt, 'q');
    expect(scripted.requests.map(({ model }) => model)).toEqual(['first', 'first', 'second']);
  });

  test('does not record a prompt for a continuation', async () => {
    const { send, conversation } = start([{ calls: [call] }, 'Done.']);
    await send(prompt);
    await send(continuation);
    expect(conversation.path().map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'answer']);
  });

  test('sends a paused answer back unchanged, as often as `continuations` allows', async () => {
    const paused: ScriptedStep = { text: 'Searching.', stopReason: 'paused' };
    const { send, scripted } = start([paused, paused, 'Never asked.']);
    const { events } = await send(prompt, 'p', 1);
    expect(scripted.requests).toHaveLength(2);
    expect(scripted.requests[1]?.messages.at(-1)).toEqual({
      role: 'assistant',
      parts: [{ type: 'text', text: 'Searching.' }],
    });
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'paused' });
  });
});

describe('the limit of turns', () => {
  test('limits the requests of one prompt, and counts from zero for the next prompt', async () => {
    const { send, scripted } = start([{ calls: [call] }, { calls: [call] }, 'Hello.'], { prompt: 2 });
    await send(prompt);
    await send(continuation);
    const { events, turn } = await send(continuation);
    expect(events).toEqual([{ type: 'turn-limit' }]);
    expect(turn).toEqual({ answer: null, pendingCalls: [] });
    expect(scripted.requests).toHaveLength(2);
    expect((await send(prompt, 'q')).events.at(-1)).toMatchObject({ type: 'end', stopReason: 'done' });
  });

  test('allows more requests when the user continues the prompt', async () => {
    const { client, send, scripted } = start([{ calls: [call] }, 'Done.'], { prompt: 1 });
    await send(prompt);
    await send(continuation);
    client.allowMoreTurns();
    await send(continuation);
    expect(scripted.requests).toHaveLength(2);
  });
});

describe('the limit of turns of a chat', () => {
  test('counts the requests of all prompts', async () => {
    const { send, scripted } = start(['One.', 'Two.', 'Three.'], { chat: 2 });
    await send(prompt, 'p1');
    await send(prompt, 'p2');
    const { events, turn } = await send(prompt, 'p3');
    expect(events.map(({ type }) => type)).toEqual(['prompt-recorded', 'turn-start', 'turn-limit']);
    expect(turn).toEqual({ answer: null, pendingCalls: [] });
    expect(scripted.requests).toHaveLength(2);
  });

  test('keeps a prompt that is sent at the limit, and sends it when the user continues', async () => {
    const { client, send, scripted, conversation } = start(['One.', 'Two.'], { chat: 1 });
    await send(prompt, 'p1');
    await send({ ...prompt, parts: [{ type: 'text', text: 'and then' }] }, 'p2');
    expect(conversation.path().at(-1)).toMatchObject({ kind: 'answer', pause: { limit: 'chat', requests: 1 } });
    client.allowMoreTurns();
    await send(continuation, 'p2');
    expect(scripted.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'user', parts: [{ text: 'and then' }] });
    expect(conversation.path().map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'prompt', 'answer', 'answer']);
  });
});

describe('plan mode', () => {
  const textsOf = ({ messages }: { readonly messages: readonly Message[] }): string[] =>
    (messages.at(-1)?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));

  test('adds a note to the first prompt in plan mode and to the first prompt after plan mode', async () => {
    const { send, mode, scripted } = start([{ text: '1' }, { text: '2' }, { text: '3' }, { text: '4' }, { text: '5' }]);
    await send(prompt, 'p1');
    mode.current = 'plan';
    await send(prompt, 'p2');
    await send(prompt, 'p3');
    mode.current = 'auto-edit';
    await send(prompt, 'p4');
    mode.current = 'yolo';
    await send(prompt, 'p5');
    const [first, second, third, fourth, fifth] = scripted.requests.map(textsOf);
    expect([first, third, fifth]).toEqual([['go'], ['go'], ['go']]);
    expect(second).toEqual([expect.stringContaining('Plan mode is on'), 'go']);
    expect(fourth).toEqual([expect.stringContaining('Plan mode is off'), 'go']);
  });

  test('does not change the beginning of the request', async () => {
    const { send, mode, scripted } = start([{ text: '1' }, { text: '2' }]);
    await send(prompt, 'p1');
    mode.current = 'plan';
    await send(prompt, 'p2');
    const [before, after] = scripted.requests;
    expect(after?.system).toBe(before?.system);
    expect(after?.tools).toEqual(before?.tools);
    expect(after?.messages.slice(0, 1)).toEqual(before?.messages);
  });

  test('adds its note again on another branch', async () => {
    const { send, mode, scripted } = start([{ text: '1' }, { text: '2' }]);
    mode.current = 'plan';
    await send(prompt, 'p1');
    await send({ ...prompt, parent: null }, 'p2');
    expect(scripted.requests.map(textsOf).map(({ length }) => length)).toEqual([2, 2]);
  });
});
