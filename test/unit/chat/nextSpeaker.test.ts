import { expect, test } from 'vitest';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { run, startSession, writeTool } from './sessionHarness.ts';

const MODEL: ScriptedStep = '{"next_speaker": "model"}';
const USER: ScriptedStep = 'The answer is complete.\n```json\n{"next_speaker": "user"}\n```';
const announced = 'Next, I will look at the parser.';

async function answer(
  steps: readonly ScriptedStep[],
  { isOn = true, mode = 'default' }: { isOn?: boolean; mode?: ApprovalMode } = {},
) {
  const session = await startSession(steps, { nextSpeakerCheck: isOn, mode });
  session.store.dispatch({ type: 'approval-mode-changed', approvalMode: mode });
  session.submit('fix it');
  await run();
  const item = session.store.state.items.at(-1);
  if (item?.kind !== 'answer') throw new Error('There is no answer');
  const { scripted, requested } = session;
  return { ...session, item, isChecked: requested.length > 0, requests: scripted.requests };
}

const textsOf = (item: Awaited<ReturnType<typeof answer>>['item']): string[] =>
  item.blocks.map((block) => (block.kind === 'text' ? block.text : block.kind));

test('an answer that announces a step continues in the same item, after a message that is not stored', async () => {
  const { store, item, requests, requested } = await answer([announced, MODEL, 'The parser is fine.', USER]);
  expect(textsOf(item)).toEqual([announced, 'The parser is fine.']);
  expect(item.status).toBe('done');
  expect(store.state.items.map(({ kind }) => kind)).toEqual(['user', 'answer']);
  const [first, check, second] = requests;
  expect(check?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
  expect(second?.messages.at(-1)).toEqual({ role: 'user', parts: [{ type: 'text', text: 'Please continue.' }] });
  expect(second?.promptId).toBe(first?.promptId);
  expect(requested.map(({ promptId }) => promptId)).toEqual(['next_speaker', 'next_speaker']);
});

test('the check for an announced step sends no request if it is off', async () => {
  const { requests } = await answer([announced], { isOn: false });
  expect(requests).toHaveLength(1);
});

test.each<[string, ScriptedStep]>([
  ['the output limit', { text: announced, stopReason: 'length' }],
  ['a full context', { text: announced, stopReason: 'context-full' }],
  ['a refusal', { text: 'I cannot do that.', stopReason: 'refused' }],
  ['a failure', { text: announced, error: { kind: 'server', message: 'It broke.', retryable: false } }],
  ['an empty answer', ' '],
])('a check does not follow %s', async (_name, step) => {
  expect((await answer([step])).isChecked).toBe(false);
});

test('a check follows a stop reason that is unknown', async () => {
  const { isChecked } = await answer([{ text: announced, stopReason: 'unknown' }, USER]);
  expect(isChecked).toBe(true);
});

test('a check does not follow an answer in plan mode', async () => {
  expect((await answer([announced], { mode: 'plan' })).isChecked).toBe(false);
});

test('a check does not follow a call that was refused', async () => {
  const call = { calls: [{ name: writeTool.name, input: { file_path: 'a.ts' } }] };
  expect((await answer([call, announced], { mode: 'plan' })).isChecked).toBe(false);
  const session = await startSession([call, 'Then I leave it as it is.'], { nextSpeakerCheck: true });
  session.submit('fix it');
  await run();
  session.current.desk.decide('call-1', { decision: 'deny' });
  await run();
  expect(session.store.state.status).toBe('idle');
  expect(session.requested).toEqual([]);
});

test.each<[string, ScriptedStep]>([
  ['is not JSON', 'I think it is my turn.'],
  ['calls a tool', { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] }],
  ['fails', { error: { kind: 'rate-limited', message: 'slow down', retryable: true } }],
])('the answer ends if the check %s', async (_name, step) => {
  const { item, requests } = await answer([announced, step]);
  expect(item.status).toBe('done');
  expect(requests).toHaveLength(2);
});

test('“Stop” during the check does not change the answer', async () => {
  const session = await startSession([announced, { hold: new Promise(() => {}) }], { nextSpeakerCheck: true });
  session.submit('fix it');
  await run();
  expect(session.scripted.requests).toHaveLength(2);
  await session.chats.session.stop();
  expect(session.scripted.aborted).toBe(1);
  expect(session.store.state.items.at(-1)).toMatchObject({ blocks: [{ kind: 'text', text: announced }] });
  expect(session.store.state.status).toBe('idle');
});
