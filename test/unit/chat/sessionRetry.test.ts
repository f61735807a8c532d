import { describe, expect, test } from 'vitest';
import { ensureToolResultPairing } from '../../../src/extension/chat/conversation/history.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import type { ModelError, ModelEvent } from '../../../src/extension/model/chatModel.ts';
import { succeeded } from '../../../src/extension/tools/tool.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { readTool, run, startSession } from './sessionHarness.ts';

const COUNT = { id: 'c', name: 'count', input: { file_path: 'a.ts' } };
const LOST: ModelError = { kind: 'network', message: 'lost', retryable: true };
/** A call arrives completely before the stream breaks and the request is repeated. */
const BROKEN: readonly ModelEvent[] = [
  { type: 'tool-call-start', id: COUNT.id, name: COUNT.name },
  { type: 'tool-call', call: { type: 'tool-call', ...COUNT } },
  { type: 'retry', attempt: 2, maxAttempts: 5, delay: 0, error: LOST, retryNow() {} },
];

describe('ChatSession after a failure', () => {
  test('shows an error, keeps the partial text, and retries as a sibling', async () => {
    const error = { kind: 'server', message: 'boom', status: 500, retryable: true } as const;
    const { store, chats, submit, model } = await startSession([{ text: 'Half', error }, 'Whole.']);
    submit('hi');
    await run();
    const failed = store.state.items[1];
    expect(failed).toMatchObject({ status: 'failed', error: { action: 'retry' }, blocks: [{ text: 'Half' }] });
    expect(chats.session.retry(failed?.id ?? '', model)).toBe(true);
    await run();
    expect(store.state.items).toHaveLength(2);
    expect(store.state.items[1]).toMatchObject({ status: 'done', blocks: [{ text: 'Whole.' }] });
  });

  test('shows failed prompts but does not send them, until one is retried', async () => {
    const error = { kind: 'unauthorized', message: '', status: 401, retryable: false } as const;
    const failures = ['one', 'two', 'three', 'four', 'five'];
    const { store, chats, submit, model, scripted, reopen } = await startSession([
      ...failures.map(() => ({ error })),
      'Six.',
      'Five.',
    ]);
    for (const prompt of [...failures, 'six']) {
      submit(prompt);
      await run();
    }
    const sent = () => scripted.requests.at(-1)?.messages.map((message) => textOf(message));
    expect(sent()).toEqual(['six']);
    const prompts = store.state.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    expect(prompts).toEqual([...failures, 'six']);
    const history = chats.session.curatedHistory();
    expect(history.map((message) => textOf(message))).toEqual(['six', 'Six.']);
    await chats.close();
    const again = await reopen();
    expect(again.chats.session.curatedHistory()).toEqual(history);
    expect(again.store.state.items).toEqual(store.state.items);
    expect(again.chats.session.retry(store.state.items[9]?.id ?? '', model)).toBe(true);
    await run();
    expect(sent()).toEqual(['five']);
  });

  test('repeats the note about the mode if the prompt with that note failed', async () => {
    const error = { kind: 'unauthorized', message: '', status: 401, retryable: false } as const;
    const { store, submit, scripted } = await startSession([{ error }, 'Two.']);
    store.dispatch({ type: 'approval-mode-changed', approvalMode: 'plan' });
    submit('one');
    await run();
    submit('two');
    await run();
    const [first, second] = scripted.requests.map(({ messages }) => messages.map((message) => textOf(message)).join());
    expect(first).toContain('[Plan mode is on');
    expect(second).toBe(first?.replace('one', 'two'));
  });

  test('retries at once when the user skips the wait for the next attempt', async () => {
    const error = { kind: 'network', message: '', retryable: true } as const;
    let skipped = 0;
    const retryNow = (): void => void (skipped += 1);
    const retry = {
      type: 'retry',
      attempt: null,
      maxAttempts: 5,
      delay: 8000,
      error,
      retryNow,
    } as const;
    const { store, chats, submit, clock } = await startSession([{ before: [retry], hold: new Promise(() => {}) }]);
    submit('hi');
    await run();
    const item = () => store.state.items[1];
    expect(item()).toMatchObject({
      retry: { attempt: null, at: clock.now() + 8000, reason: 'No connection to fake.' },
    });
    chats.session.retryNow('another answer');
    expect(skipped).toBe(0);
    chats.session.retryNow(item()?.id ?? '');
    expect(skipped).toBe(1);
    expect(item()).toMatchObject({ retry: { at: clock.now() } });
    await chats.session.stop();
    chats.session.retryNow(item()?.id ?? '');
    expect(skipped).toBe(1);
  });

  test('retries from the last tool turn if a later message failed, and keeps the turns before', async () => {
    const error = { kind: 'server', message: 'boom', status: 500, retryable: true } as const;
    const { store, chats, submit, model, scripted, reopen } = await startSession([
      { text: 'Reading.', calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      { text: 'Half', error },
      'It says alpha.',
    ]);
    submit('read it');
    await run();
    const failed = store.state.items[1];
    expect(failed).toMatchObject({ status: 'failed' });
    expect(chats.session.retry(failed?.id ?? '', model)).toBe(true);
    await run();
    expect(scripted.requests[2]?.messages).toEqual(scripted.requests[1]?.messages);
    const whole = {
      status: 'done',
      error: null,
      blocks: [{ text: 'Reading.' }, { kind: 'tool', status: 'success' }, { text: 'It says alpha.' }],
    };
    expect(store.state.items).toHaveLength(2);
    expect(store.state.items[1]).toMatchObject(whole);
    await chats.close();
    expect((await reopen()).store.state.items[1]).toMatchObject(whole);
  });

  test('retries from the interrupted calls after a reload', async () => {
    const { chats, submit, model, scripted, reopen } = await startSession([
      { text: 'Writing.', calls: [{ id: 'w', name: 'write_file', input: { file_path: 'a.ts' } }] },
      'I see it was interrupted.',
    ]);
    submit('write it');
    await run();
    await chats.close();
    const again = await reopen();
    const item = again.store.state.items[1];
    expect(item).toMatchObject({ status: 'interrupted' });
    expect(again.chats.session.retry(item?.id ?? '', model)).toBe(true);
    await run();
    const messages = scripted.requests[1]?.messages ?? [];
    expect(ensureToolResultPairing(messages)).toEqual(messages);
    expect(messages.at(-1)?.parts[0]).toMatchObject({ type: 'tool-result', callId: 'w', isError: true });
    expect(again.store.state.items[1]).toMatchObject({ status: 'done' });
  });

  test.each<[string, ScriptedStep, readonly ScriptedStep[]]>([
    ['the request is repeated at once', { before: BROKEN, calls: [COUNT] }, []],
    ['the user retries', { calls: [COUNT], error: LOST }, [{ calls: [COUNT] }]],
  ])('runs a call once if the stream breaks after the call and %s', async (_name, first, more) => {
    let runs = 0;
    const execute = async () => succeeded(`run ${(runs += 1)}`, '');
    const tools = [{ ...readTool, name: COUNT.name, execute }];
    const { submit, store, chats, model } = await startSession([first, ...more, 'Done.'], { tools });
    submit('read it');
    await run();
    if (more.length > 0) chats.session.retry(store.state.items.at(-1)?.id ?? '', model);
    await run();
    expect(runs).toBe(1);
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done' });
  });

  test('retries a complete answer from its beginning', async () => {
    const { store, chats, submit, model, scripted } = await startSession([
      { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      'It says alpha.',
      'It says alpha, in other words.',
    ]);
    submit('read it');
    await run();
    expect(chats.session.retry(store.state.items[1]?.id ?? '', model)).toBe(true);
    await run();
    expect(scripted.requests[2]?.messages).toHaveLength(1);
    expect(store.state.items[1]).toMatchObject({ blocks: [{ text: 'It says alpha, in other words.' }] });
  });

  test('replaces the text of a failed attempt instead of repeating it', async () => {
    const error = { kind: 'overloaded', message: '', retryable: true } as const;
    const retry = {
      type: 'retry',
      attempt: 2,
      maxAttempts: 5,
      delay: 1000,
      error,
      retryNow: () => {},
    } as const;
    const { store, submit } = await startSession([
      { before: [{ type: 'text-delta', text: 'Hel' }, retry], text: 'Hello.' },
    ]);
    submit('hi');
    await run();
    expect(store.state.items[1]).toMatchObject({ retry: null, blocks: [{ kind: 'text', text: 'Hello.' }] });
  });
});
