import { describe, expect, test } from 'vitest';
import { ensureToolResultPairing } from '../../../src/extension/chat/conversation/history.ts';
import { withFilesNote } from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import { toTranscript } from '../../../src/extension/chat/view/transcript.ts';
import { priceOf } from '../../../src/extension/model/pricing.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { readTool, run, startSession } from './sessionHarness.ts';

const WRITE = { name: 'write_file', input: { file_path: 'a.ts', content: 'one' } };

describe('ChatSession', () => {
  test('answers a prompt and becomes idle', async () => {
    const { store, submit, finished } = await startSession([{ text: ['Hel', 'lo.'] }]);
    submit('hi');
    expect(store.state.status).toBe('responding');
    await run();
    expect(store.state.status).toBe('idle');
    expect(finished).toHaveLength(1);
    expect(store.state.title).toBe('hi');
    expect(store.state.items).toMatchObject([
      { kind: 'user', text: 'hi' },
      { kind: 'answer', status: 'done', blocks: [{ kind: 'text', text: 'Hello.' }] },
    ]);
  });

  test('runs tools until there are no more calls, as one prompt with one answer', async () => {
    const { store, submit, scripted } = await startSession([
      { text: 'Reading.', calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      'It says alpha.',
    ]);
    submit('read it');
    await run();
    expect(store.state.items).toHaveLength(2);
    expect(store.state.items[1]).toMatchObject({
      blocks: [
        { kind: 'text', text: 'Reading.' },
        { kind: 'tool', status: 'success', detail: 'a.ts', summary: '1 line' },
        { kind: 'text', text: 'It says alpha.' },
      ],
    });
    const ids = new Set(scripted.requests.map((request) => request.promptId));
    expect(ids.size).toBe(1);
    for (const request of scripted.requests) {
      expect(ensureToolResultPairing(request.messages)).toEqual(request.messages);
    }
  });

  test('sends each request of a prompt as an extension of the request before', async () => {
    const { submit, scripted } = await startSession([
      { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      { calls: [{ name: 'read_file', input: { file_path: 'b.ts' } }] },
      'Done.',
    ]);
    submit('read');
    await run();
    const [first, second, third] = scripted.requests;
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
    expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
    expect(second?.cacheAnchors).toEqual([0, 2]);
    expect(third?.cacheAnchors).toEqual([2, 4]);
  });

  test('limits the results of one turn together, depending on the model that gets the results', async () => {
    const limited: string[] = [];
    const { submit, scripted } = await startSession(
      [{ calls: ['a.ts', 'b.ts'].map((file_path) => ({ name: 'read_file', input: { file_path } })) }, 'Done.'],
      {
        limitResults: (calls, model) => async (outcome) => {
          limited.push(`${calls} ${model.name}`);
          return { ...outcome, content: [{ type: 'text', text: 'cut' }] };
        },
      },
    );
    submit('read');
    await run();
    expect(limited).toEqual(['2 model', '2 model']);
    expect(JSON.stringify(scripted.requests[1]?.messages)).not.toContain('content of');
  });

  test('waits for approval in default mode, and reports a denial to the model', async () => {
    const { store, current, submit, scripted } = await startSession([
      { calls: [{ id: 'w', name: 'write_file', input: { file_path: 'a.ts' } }] },
      'As you wish.',
    ]);
    submit('write');
    await run();
    expect(store.state.status).toBe('waiting-for-confirmation');
    expect(store.state.items[1]).toMatchObject({
      blocks: [{ status: 'awaiting-approval', approval: { subject: { diff: '+new' } } }],
    });
    expect(current.desk.decide('w', { decision: 'deny' })).toBe(true);
    await run();
    expect(store.state.status).toBe('idle');
    expect(JSON.stringify(scripted.requests[1]?.messages)).toContain('denied');
    expect(store.state.items[1]).toMatchObject({ status: 'done' });
  });

  test('stops in the middle of the text and keeps the text', async () => {
    const { store, chats, submit, finished, scripted } = await startSession([
      { text: 'Half', hold: new Promise(() => {}) },
    ]);
    submit('write a lot');
    await run();
    await chats.session.stop();
    expect(scripted.aborted).toBe(1);
    expect(store.state.items[1]).toMatchObject({ status: 'stopped', blocks: [{ text: 'Half' }] });
    expect(finished).toHaveLength(1);
  });

  test('gives the call an error result for the model if it is stopped during an approval', async () => {
    const { store, chats, submit, scripted } = await startSession([
      { calls: [{ id: 'w', name: 'write_file', input: { file_path: 'a.ts' } }] },
      'Hello again.',
    ]);
    submit('write');
    await run();
    await chats.session.stop();
    expect(store.state.items[1]).toMatchObject({ status: 'stopped', blocks: [{ status: 'cancelled' }] });
    submit('and now?');
    await run();
    const messages = scripted.requests[1]?.messages ?? [];
    expect(ensureToolResultPairing(messages)).toEqual(messages);
    expect(messages.at(-1)?.parts[0]).toMatchObject({ type: 'tool-result', callId: 'w', isError: true });
  });

  test('does not run a call that was cut off', async () => {
    const { submit, scripted, store } = await startSession([
      { calls: [{ name: 'read_file', input: {} }], stopReason: 'length' },
    ]);
    submit('hi');
    await run();
    expect(scripted.requests).toHaveLength(1);
    expect(store.state.items[1]).toMatchObject({ status: 'cut-off' });
  });

  test('shows the same items and title after a reload', async () => {
    const { store, chats, submit, reopen } = await startSession([
      { text: 'Reading.', calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      'It says alpha.',
    ]);
    submit('read it');
    await run();
    await chats.close();
    const again = await reopen();
    expect(again.store.state.items).toEqual(store.state.items);
    expect(again.store.state.title).toBe('read it');
  });

  test('loses no text of an answer when the window crashes during the answer', async () => {
    const { chats, submit, clock, reopen } = await startSession([
      { text: ['Half ', 'an answer'], hold: new Promise(() => {}) },
    ]);
    submit('write');
    await run();
    await clock.advance(300);
    const again = await reopen();
    expect(again.store.state.items).toMatchObject([
      { kind: 'user', text: 'write' },
      { kind: 'answer', status: 'interrupted', blocks: [{ text: 'Half an answer' }] },
    ]);
    await chats.session.stop();
  });

  test.each([
    ['the text', { text: 'Half', hold: new Promise(() => {}) }],
    ['an approval', { text: 'Half', calls: [WRITE] }],
  ])('shows an answer as interrupted after an orderly reload during %s', async (_name, step) => {
    const { chats, submit, reopen } = await startSession([step]);
    submit('write');
    await run();
    await chats.close();
    const { items } = (await reopen()).store.state;
    expect(items[1]?.kind === 'answer' && items[1].status).toBe('interrupted');
    expect(items[1]?.kind === 'answer' && items[1].blocks[0]).toEqual({ kind: 'text', text: 'Half' });
  });

  test.each([
    ['that waited for the user was not run', WRITE, 'not-run'],
    ['that ran was interrupted', { name: 'wait', input: { file_path: 'a.ts' } }, 'interrupted'],
  ])('shows after an orderly reload that a call %s', async (_, call, unrecorded) => {
    const wait: Tool<{ file_path: string }> = {
      ...readTool,
      name: 'wait',
      execute: (_input, _context, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    };
    const { chats, submit, reopen } = await startSession([{ calls: [call] }], { tools: [wait] });
    submit('write');
    await run();
    await chats.close();
    expect((await reopen()).store.state.items[1]).toMatchObject({ blocks: [{ name: call.name, unrecorded }] });
  });

  test('does not state whether a call has run if the window crashed', async () => {
    const { submit, reopen } = await startSession([{ calls: [WRITE] }]);
    submit('write');
    await run();
    expect((await reopen()).store.state.items[1]).toMatchObject({ blocks: [{ unrecorded: 'unknown' }] });
  });

  test('shows the file of a cancelled call after a reload during its approval', async () => {
    const { chats, submit, reopen } = await startSession([{ calls: [WRITE] }]);
    submit('write');
    await run();
    await chats.close();
    const { items } = (await reopen()).store.state;
    expect(items[1]).toMatchObject({ blocks: [{ name: 'write_file', status: 'cancelled', detail: 'a.ts' }] });
  });

  test('prices the requests of an accepted speculation by the model that answered them', async () => {
    const { store, chats, reopen } = await startSession([]);
    const message = { role: 'assistant', parts: [{ type: 'text', text: 'Added.' }] } as const;
    const usage = { input: 700, cacheRead: 0, cacheWrite: 0, output: 30 };
    const modelId = 'anthropic/claude-haiku-4-5';
    const turns = [{ message, usage, results: [] }];
    const recorder = chats.session.prepared.createExchangeRecorder();
    const exchange = await recorder.toExchange({ suggestionText: 'add a test', turns, modelId, amended: [] });
    expect(await recorder.record(exchange)).toBe(true);
    const cost = await priceOf(modelId, usage);
    expect(cost).toBeGreaterThan(0);
    expect(store.state.items[1]).toMatchObject({ usage: { ...usage, cost }, context: { used: 730 } });
    await chats.close();
    expect((await reopen()).store.state.items).toEqual(store.state.items);
  });

  test('shows an accepted speculation in the same way as a live answer', async () => {
    const { store, chats, submit, scripted, reopen } = await startSession(['Hello.', 'Going on.']);
    submit('hi');
    await run();
    const message = (text: string) => ({ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] });
    const usage = { input: 7, cacheRead: 0, cacheWrite: 0, output: 3 };
    const turns = [{ message: message('Added.'), usage, results: [] }];
    const prepared = { suggestionText: 'add a test', turns, modelId: 'fake/model', amended: ['a.ts'] };
    const recorder = chats.session.prepared.createExchangeRecorder();
    const exchange = await recorder.toExchange(prepared);
    expect(store.state.items).toHaveLength(2);
    await recorder.record(exchange);
    expect(store.state.items.slice(2)).toMatchObject([
      { kind: 'user', text: 'add a test' },
      { kind: 'answer', status: 'done', speculated: true, usage, blocks: [{ text: 'Added.' }] },
    ]);
    expect(store.state.items[3]).toMatchObject({ amended: ['a.ts'], usage: { cost: null }, context: { used: 10 } });
    submit('go on');
    await run();
    const [note] = scripted.requests.at(-1)?.messages.at(-1)?.parts ?? [];
    expect(note?.type === 'text' && note.text).toContain('some of them were changed or reverted in: a.ts');
    await chats.close();
    expect((await reopen()).store.state.items).toEqual(store.state.items);
  });
});

describe('the note about files that differ from prepared edits', () => {
  const NOTE = '[VS Code changed these files further when saving them:\na.ts\n@@ -1,1 +1,1 @@\n-a\n+A]';

  test.each([
    ['without a reload', false],
    ['after a reload', true],
  ])('is sent with the next prompt %s, always with the same text', async (_title, reloads) => {
    const { chats, submit, scripted, reopen } = await startSession(['Hello.', 'Going on.', 'Again.']);
    submit('hi');
    await run();
    const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Added.' }] };
    const turns = [{ message, usage: null, results: [] }];
    const recorder = chats.session.prepared.createExchangeRecorder();
    const answered = { suggestionText: 'add a test', turns, modelId: 'fake/model', amended: [] };
    await recorder.record(withFilesNote(await recorder.toExchange(answered), NOTE));
    if (reloads) await chats.close();
    const { submit: submitAgain } = reloads ? await reopen() : { submit };
    for (const prompt of ['go on', 'and on']) {
      submitAgain(prompt);
      await run();
    }
    for (const request of scripted.requests.slice(1)) {
      expect(request.messages[4]).toEqual({
        role: 'user',
        parts: [
          { type: 'text', text: NOTE },
          { type: 'text', text: 'go on' },
        ],
      });
    }
  });
});

test('an empty path has an empty transcript', () => {
  expect(toTranscript([])).toEqual([]);
});
