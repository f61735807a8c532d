import { describe, expect, test } from 'vitest';
import { succeeded } from '../../../src/extension/tools/tool.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { readTool, run, startSession } from './sessionHarness.ts';

const read: ScriptedStep = { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] };
const again = ['I am looking at the file once more. ', 'Then I write about it. '];
const looping: ScriptedStep = { text: Array.from({ length: 80 }, (_, index) => again[index % 2] ?? '') };
const times = (count: number, step: ScriptedStep): ScriptedStep[] => Array.from({ length: count }, () => step);

type Session = Awaited<ReturnType<typeof startSession>>;

const lastAnswer = ({ store }: Pick<Session, 'store'>) => {
  const item = store.state.items.findLast(({ kind }) => kind === 'answer');
  if (item?.kind !== 'answer') throw new Error('There is no answer');
  return item;
};

const goOn = (session: Session): string | null =>
  session.chats.session.continuations.continueMessage(lastAnswer(session).id, session.model);

describe('an answer that repeats calls with equal results', () => {
  test('pauses after five equal calls, with all results, and sends the next request after “Go on”', async () => {
    const session = await startSession([...times(5, read), 'Done.']);
    session.submit('read it');
    await run();
    expect(lastAnswer(session)).toMatchObject({ status: 'loop', pause: { kind: 'loop', of: 'calls' } });
    expect(session.store.state.status).toBe('idle');
    expect(session.scripted.requests).toHaveLength(5);
    const results = session.chats.session.curatedHistory().flatMap(({ parts }) => parts);
    expect(results.filter(({ type }) => type === 'tool-result')).toHaveLength(5);
    expect(goOn(session)).toBeNull();
    await run();
    expect(lastAnswer(session)).toMatchObject({ status: 'done', pause: null });
    expect(new Set(session.scripted.requests.map(({ promptId }) => promptId)).size).toBe(1);
  });

  test('pauses again after “Go on” only after five more equal calls', async () => {
    const session = await startSession([...times(9, read), 'Done.']);
    session.submit('read it');
    await run();
    goOn(session);
    await run();
    expect(session.scripted.requests).toHaveLength(10);
    expect(lastAnswer(session).status).toBe('done');
  });

  test('does not pause if the result of a poll changes each time', async () => {
    let polls = 0;
    const poll = { ...readTool, name: 'poll', execute: async () => succeeded(`waiting, ${(polls += 1)} s`, '') };
    const step: ScriptedStep = { calls: [{ name: 'poll', input: { file_path: 'a.ts' } }] };
    const session = await startSession([...times(8, step), 'It is ready.'], { tools: [poll] });
    session.submit('wait for it');
    await run();
    expect(lastAnswer(session).status).toBe('done');
  });

  test('does not pause if the equal calls belong to two prompts', async () => {
    const session = await startSession([...times(3, read), 'Done.', ...times(3, read), 'Done.']);
    for (const prompt of ['read it', 'read it again']) {
      session.submit(prompt);
      await run();
      expect(lastAnswer(session).status).toBe('done');
    }
  });

  test.each([
    ['a cycle of two', 4, 8],
    ['a cycle of three', 4, 12],
  ])('pauses after %s', async (_name, rounds, requests) => {
    const files = ['a.ts', 'b.ts', 'c.ts'].slice(0, requests / rounds);
    const cycle = files.map((file_path): ScriptedStep => ({ calls: [{ name: 'read_file', input: { file_path } }] }));
    const session = await startSession([...times(rounds, '').flatMap(() => cycle), 'Done.']);
    session.submit('compare them');
    await run();
    expect(lastAnswer(session).status).toBe('loop');
    expect(session.scripted.requests).toHaveLength(requests);
  });
});

describe('an answer that repeats its content', () => {
  test.each<[string, ScriptedStep]>([
    ['text', looping],
    ['thoughts', { thinking: again.join('').repeat(40), text: 'Hm.' }],
    ['the items of a list', { text: Array.from({ length: 80 }, () => '- Check the configuration file\n') }],
    ['lines in a fence', { text: ['```ts\n', ...Array.from({ length: 80 }, () => 'console.log("again");\n')] }],
    ['rows of a table', { text: Array.from({ length: 80 }, () => '| the same row | once more |\n') }],
  ])('in %s aborts the request while it streams, and keeps the text so far', async (_name, step) => {
    const session = await startSession([step]);
    session.submit('tell me');
    await run();
    expect(session.scripted.aborted).toBe(1);
    expect(lastAnswer(session)).toMatchObject({ status: 'loop', pause: { kind: 'loop', of: 'content' } });
    expect(lastAnswer(session).blocks).not.toEqual([]);
  });

  test('continues after a message that is neither stored nor shown', async () => {
    const session = await startSession([looping, 'And so on.', 'Fine.']);
    session.submit('tell me');
    await run();
    goOn(session);
    await run();
    expect(lastAnswer(session)).toMatchObject({ status: 'done', pause: null });
    expect(session.store.state.items.map(({ kind }) => kind)).toEqual(['user', 'answer']);
    const [, second] = session.scripted.requests;
    expect(second?.messages.at(-1)).toEqual({ role: 'user', parts: [{ type: 'text', text: 'Please continue.' }] });
    session.submit('thanks');
    await run();
    const third = session.scripted.requests.at(-1);
    // The next request begins with the bytes of the request before, which the provider has cached.
    expect(third?.messages.slice(0, 3)).toEqual(second?.messages);
  });

  test('is described to the model with its prompt if the user sends another prompt', async () => {
    const session = await startSession([looping, 'Sorry.']);
    session.submit('tell me');
    await run();
    session.submit('stop that');
    await run();
    const messages = JSON.stringify(session.scripted.requests[1]?.messages);
    expect(messages).toContain('tell me');
    expect(messages).toContain('repeated itself');
  });
});

describe('on the card about a loop', () => {
  test('“Stop” ends the answer, also after a reload, and the answer can still be continued', async () => {
    const session = await startSession([...times(5, read), 'Done.']);
    session.submit('read it');
    await run();
    session.chats.session.continuations.stopLoop(lastAnswer(session).id);
    expect(lastAnswer(session).status).toBe('stopped');
    await session.chats.close();
    const reopened = { ...session, ...(await session.reopen()) };
    expect(lastAnswer(reopened).status).toBe('stopped');
    goOn(reopened);
    await run();
    expect(lastAnswer(reopened).status).toBe('done');
  });

  test('the question stays open after a reload', async () => {
    const session = await startSession([looping]);
    session.submit('tell me');
    await run();
    await session.chats.close();
    expect(lastAnswer(await session.reopen())).toMatchObject({ status: 'loop', pause: { of: 'content' } });
  });

  test('“Don’t check this chat” turns the detection off for this chat, also after a reload', async () => {
    const session = await startSession([...times(6, read), looping, ...times(6, read), 'Done.']);
    session.submit('read it');
    await run();
    session.chats.session.continuations.ignoreLoops();
    goOn(session);
    await run();
    expect(lastAnswer(session).status).toBe('done');
    await session.chats.close();
    const reopened = { ...session, ...(await session.reopen()) };
    reopened.submit('once more');
    await run();
    expect(lastAnswer(reopened).status).toBe('done');
    expect(session.scripted.remaining).toBe(0);
  });
});
