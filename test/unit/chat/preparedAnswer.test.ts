import { describe, expect, test } from 'vitest';
import type { PreparedAnswer } from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import type { Message, ToolCallPart } from '../../../src/extension/model/message.ts';
import { run, startSession } from './sessionHarness.ts';

const READ: ToolCallPart = { type: 'tool-call', id: 'r', name: 'read_file', input: { file_path: 'a.ts' } };
const WRITE: ToolCallPart = { type: 'tool-call', id: 'w', name: 'write_file', input: { file_path: 'a.ts' } };
const result = ({ id, name }: ToolCallPart) => ({
  result: {
    type: 'tool-result',
    callId: id,
    name,
    content: [{ type: 'text', text: 'alpha' }],
    isError: false,
  } as const,
  view: { status: 'success', detail: 'a.ts', summary: '', added: 0, removed: 0, files: [], diff: '' } as const,
});
const message: Message = { role: 'assistant', parts: [{ type: 'text', text: 'I look.' }, READ, WRITE] };

/** The model read a file, and the speculation stopped at the write. */
const PREPARED: PreparedAnswer = {
  suggestionText: 'fix it',
  turns: [{ message, usage: null, results: [result(READ)] }],
  modelId: 'fake/model',
  amended: [],
};

describe('an applied speculation that stopped at a call', () => {
  async function startAfterHello(steps: readonly string[] = ['Fixed.']) {
    const session = await startSession(['Hello.', ...steps]);
    session.submit('hi');
    await run();
    const resume = async (prepared: PreparedAnswer): Promise<void> => {
      const recorder = session.chats.session.prepared.createExchangeRecorder();
      await recorder.record(await recorder.toExchange(prepared));
      session.chats.session.prepared.resume(session.model);
      await run();
    };
    return { ...session, resume };
  }

  test('asks about the call and continues with all results', async () => {
    const { store, current, scripted, finished, resume, chats, reopen } = await startAfterHello();
    await resume(PREPARED);
    expect(store.state.status).toBe('waiting-for-confirmation');
    expect(store.state.items[3]).toMatchObject({
      status: 'streaming',
      blocks: [{ text: 'I look.' }, { callId: 'r', status: 'success' }, { callId: 'w', status: 'awaiting-approval' }],
    });
    expect(scripted.requests).toHaveLength(1);
    current.desk.decide('w', { decision: 'allow-once' });
    await run();
    const [first, second] = scripted.requests;
    const { messages = [] } = second ?? {};
    expect(messages.slice(0, 1)).toEqual(first?.messages);
    expect(messages.slice(2)).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'fix it' }] },
      message,
      { role: 'user', parts: [{ callId: 'r' }, { callId: 'w', isError: false }] },
    ]);
    expect(second?.system).toBe(first?.system);
    expect(store.state).toMatchObject({ status: 'idle' });
    expect(store.state.items).toHaveLength(4);
    expect(store.state.items[3]).toMatchObject({ status: 'done', blocks: [{}, {}, {}, { text: 'Fixed.' }] });
    expect(finished.at(-1)).toMatchObject({ leaf: chats.session.leaf, continued: false });
    await chats.close();
    expect((await reopen()).store.state.items).toEqual(store.state.items);
  });

  test('continues at once if every call has its result', async () => {
    const { store, scripted, resume } = await startAfterHello();
    await resume({ ...PREPARED, turns: [{ message, usage: null, results: [result(READ), result(WRITE)] }] });
    expect(scripted.requests[1]?.messages.at(-1)).toMatchObject({ parts: [{ callId: 'r' }, { callId: 'w' }] });
    expect(store.state.items[3]).toMatchObject({ status: 'done' });
  });

  test('names the files that the user changed, together with the results', async () => {
    const { current, scripted, resume } = await startAfterHello();
    await resume({ ...PREPARED, amended: ['a.ts'] });
    current.desk.decide('w', { decision: 'deny' });
    await run();
    const [read, written, note] = scripted.requests[1]?.messages.at(-1)?.parts ?? [];
    expect([read, written]).toMatchObject([{ callId: 'r' }, { callId: 'w', isError: true }]);
    expect(note).toMatchObject({ type: 'text' });
    expect(JSON.stringify(note)).toContain('some of them were changed or reverted in: a.ts');
  });

  test('is stopped like a live answer, with a result for the call', async () => {
    const { store, chats, scripted, submit, resume } = await startAfterHello(['I see.']);
    await resume(PREPARED);
    await chats.session.stop();
    expect(store.state.items[3]).toMatchObject({ status: 'stopped' });
    submit('and now?');
    await run();
    const [read, written] = scripted.requests[1]?.messages[4]?.parts ?? [];
    expect([read, written]).toMatchObject([{ callId: 'r' }, { callId: 'w', isError: true }]);
  });

  test('is interrupted if the window closes while the call waits', async () => {
    const { chats, resume, reopen } = await startAfterHello();
    await resume(PREPARED);
    await chats.close();
    expect((await reopen()).store.state.items[3]).toMatchObject({
      status: 'interrupted',
      blocks: [{}, { status: 'success' }, { callId: 'w', status: 'cancelled' }],
    });
  });
});
