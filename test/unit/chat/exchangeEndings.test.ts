import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ensureToolResultPairing } from '../../../src/extension/chat/conversation/history.ts';
import type { Message } from '../../../src/extension/model/message.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { run, startSession, writeTool } from './sessionHarness.ts';

const never = new Promise<never>(() => {});
const error = { kind: 'server', message: 'boom', retryable: true } as const;

/** Runs until it is aborted, then rejects. */
const slowTool: Tool<{ file_path: string }> = {
  ...writeTool,
  name: 'slow',
  kind: 'read',
  execute: (_input, _context, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
};

const brokenTool: Tool<{ file_path: string }> = {
  ...slowTool,
  name: 'broken',
  execute: () => Promise.reject(new Error('A bug')),
};

const call = (name: string) => ({ name, input: { file_path: 'a.ts' } });
const read: ScriptedStep = { text: 'Reading.', calls: [call('read_file')] };

type Session = Awaited<ReturnType<typeof startSession>>;

interface Ending {
  readonly name: string;
  /** The model's answers, beginning with the answer to the prompt. */
  readonly steps: readonly ScriptedStep[];
  /** Ends the exchange, if the exchange does not end by itself. */
  readonly end?: (session: Session) => Promise<void>;
  readonly status: string;
  /** Whether the next prompt begins with a note that the answer was interrupted. */
  readonly isNoted: boolean;
}

const stop = (session: Session): Promise<void> => session.chats.session.stop();

const ENDINGS: readonly Ending[] = [
  { name: 'a complete answer', steps: [read, 'Done.'], status: 'done', isNoted: false },
  { name: 'a broken tool', steps: [{ calls: [call('broken')] }, 'It is broken.'], status: 'done', isNoted: false },
  { name: 'an unknown tool', steps: [{ calls: [call('nothing')] }, 'I see.'], status: 'done', isNoted: false },
  {
    name: 'a cancellation during the text',
    steps: [read, { text: 'Half', hold: never }],
    end: stop,
    status: 'stopped',
    isNoted: true,
  },
  {
    name: 'a cancellation during a tool call',
    steps: [read, { calls: [call('slow'), call('read_file')] }],
    end: stop,
    status: 'stopped',
    isNoted: true,
  },
  {
    name: 'a cancellation during an approval',
    steps: [read, { calls: [call('write_file'), call('read_file')] }],
    end: stop,
    status: 'stopped',
    isNoted: true,
  },
  { name: 'an error', steps: [read, { text: 'Half', error }], status: 'failed', isNoted: true },
  {
    name: 'an error with a call',
    steps: [read, { calls: [call('read_file')], error }],
    status: 'failed',
    isNoted: true,
  },
  {
    name: 'the output limit',
    steps: [read, { text: 'Half', stopReason: 'length' }],
    status: 'cut-off',
    isNoted: true,
  },
  {
    name: 'the output limit in a call',
    steps: [read, { calls: [call('read_file')], stopReason: 'length' }],
    status: 'cut-off',
    isNoted: true,
  },
  {
    name: 'a full context',
    steps: [read, { text: 'Half', stopReason: 'context-full' }],
    status: 'context-full',
    isNoted: true,
  },
  {
    name: 'the output limit while thinking',
    steps: [read, { text: ' ', stopReason: 'length' }],
    status: 'only-thinking',
    isNoted: true,
  },
  { name: 'a refusal', steps: [read, { text: 'No.', stopReason: 'refused' }], status: 'refused', isNoted: false },
  {
    name: 'text that repeats itself',
    steps: [read, { text: Array.from({ length: 60 }, () => 'I look at the file once more. ') }],
    status: 'loop',
    isNoted: true,
  },
  {
    name: 'calls that repeat themselves',
    steps: [{ calls: [1, 2, 3, 4, 5].map(() => call('read_file')) }],
    status: 'loop',
    isNoted: true,
  },
  { name: 'the limit of turns', steps: [read, read, read], status: 'turn-limit', isNoted: true },
];

const options = { maxTurnsPerPrompt: 3, tools: [slowTool, brokenTool] };

function lastAnswerStatus({ store }: Pick<Session, 'store'>): string {
  const item = store.state.items.findLast(({ kind }) => kind === 'answer');
  return item?.kind === 'answer' ? item.status : '';
}

const textIn = (message: Message | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n');

const countResults = (messages: readonly Message[]): number =>
  messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'tool-result').length;

describe('after an exchange', () => {
  test.each(ENDINGS)(
    'that ends with $name, calls have results, earlier work stays, and an interruption is noted',
    async (ending) => {
      const { steps, end, status, isNoted } = ending;
      const session = await startSession([...steps, 'Going on.'], options);
      session.submit('first');
      await run();
      await end?.(session);
      await run();
      expect(lastAnswerStatus(session)).toBe(status);
      expect(session.store.state.status).toBe('idle');
      session.submit('second');
      await run();
      expect(session.scripted.remaining).toBe(0);
      const { messages } = session.scripted.requests.at(-1) ?? { messages: [] };
      expect(ensureToolResultPairing(messages)).toBe(messages);
      expect(countResults(messages)).toBeGreaterThan(0);
      const last = textIn(messages.at(-1));
      expect(last).toContain('second');
      expect(/was (interrupted|cut off|stopped)/.test(last)).toBe(isNoted);
      expect(lastAnswerStatus(session)).toBe('done');
    },
  );

  test.each([
    ['during the text', { text: 'Half', hold: never }],
    ['during a tool call', { calls: [call('slow')] }],
    ['during an approval', { calls: [call('write_file')] }],
  ])('in which the window closes %s, a reload keeps the work and shows the interruption', async (_name, step) => {
    const session = await startSession([read, step, 'Going on.'], options);
    session.submit('first');
    await run();
    await session.chats.close();
    const again = await session.reopen();
    expect(lastAnswerStatus(again)).toBe('interrupted');
    again.submit('second');
    await run();
    const { messages } = session.scripted.requests.at(-1) ?? { messages: [] };
    expect(countResults(messages)).toBeGreaterThan(0);
    expect(textIn(messages.at(-1))).toContain('was interrupted');
    expect(lastAnswerStatus(again)).toBe('done');
  });
});

describe('an answer at the limit of turns', () => {
  test('continues as the same prompt, with the model that began it', async () => {
    const { submit, store, chats, scripted, model, finished } = await startSession([read, read, 'Done.'], {
      maxTurnsPerPrompt: 2,
    });
    submit('read it all');
    await run();
    const item = store.state.items[1];
    expect(item).toMatchObject({ status: 'turn-limit', pause: { limit: 'prompt', requests: 2 } });
    expect(
      chats.session.continuations.continueMessage(item?.id ?? '', { ...model, id: 'fake/other', name: 'other' }),
    ).toBeNull();
    await run();
    expect(store.state.items).toHaveLength(2);
    expect(store.state.items[1]).toMatchObject({ id: item?.id, status: 'done', pause: null });
    expect(new Set(scripted.requests.map(({ promptId }) => promptId)).size).toBe(1);
    expect(new Set(scripted.requests.map((request) => request.model)).size).toBe(1);
    expect(finished.map((prompt) => [prompt.model.id, prompt.continued])).toEqual([
      ['fake/model', false],
      ['fake/model', true],
    ]);
  });

  test('can be continued after a reload too', async () => {
    const { submit, chats, reopen, model, scripted } = await startSession([read, 'Done.'], { maxTurnsPerPrompt: 1 });
    submit('read it');
    await run();
    await chats.close();
    const again = await reopen();
    const item = again.store.state.items[1];
    expect(item).toMatchObject({ status: 'turn-limit', pause: { limit: 'prompt', requests: 1 } });
    expect(again.chats.session.continuations.continueMessage(item?.id ?? '', model)).toBeNull();
    await run();
    expect(lastAnswerStatus(again)).toBe('done');
    expect(new Set(scripted.requests.map(({ promptId }) => promptId)).size).toBe(1);
  });

  test('is empty if the chat’s limit stops a new prompt, and “Continue” fills it, also after a reload', async () => {
    const { submit, chats, reopen, model } = await startSession(['Hello.', 'Done.'], { maxSessionTurns: 1 });
    submit('hello');
    await run();
    submit('and now');
    await run();
    await chats.close();
    const again = await reopen();
    const [, , prompt, item] = again.store.state.items;
    expect(prompt).toMatchObject({ kind: 'user', text: 'and now' });
    expect(item).toMatchObject({ status: 'turn-limit', pause: { limit: 'chat', requests: 1 } });
    expect(again.chats.session.continuations.continueMessage(item?.id ?? '', model)).toBeNull();
    await run();
    expect(again.store.state.items).toHaveLength(4);
    expect(again.store.state.items[3]).toMatchObject({ status: 'done', pause: null, blocks: [{ text: 'Done.' }] });
  });

  test('continues after one “Continue” if the chat’s limit has also stopped the prompt that follows it', async () => {
    const { submit, store, chats, model, scripted } = await startSession([read, 'Done.'], { maxSessionTurns: 1 });
    submit('read it');
    await run();
    submit('and now');
    await run();
    expect(store.state.items.map((item) => item.kind === 'answer' && item.status)).toEqual([
      false,
      'turn-limit',
      false,
      'turn-limit',
    ]);
    expect(chats.session.continuations.continueMessage(store.state.items[1]?.id ?? '', model)).toBeNull();
    await run();
    expect([scripted.requests.length, store.state.items.length]).toEqual([2, 2]);
    expect(store.state.items[1]).toMatchObject({ status: 'done', pause: null });
  });

  test('continues on a new branch if another prompt follows it', async () => {
    const { submit, store, chats, model } = await startSession([read, 'Hello.', 'Done.'], { maxTurnsPerPrompt: 1 });
    submit('read it');
    await run();
    submit('never mind');
    await run();
    expect(chats.session.continuations.continueMessage(store.state.items[1]?.id ?? '', model)).toBeNull();
    await run();
    expect(store.state.items).toHaveLength(2);
    expect(store.state.items[1]).toMatchObject({
      status: 'done',
      branch: { index: 2, count: 2, later: { prompts: 1 } },
    });
  });
});

test('any endings, retries and continuations keep requests paired, and a reload shows the same', async () => {
  const action = fc.record({
    ending: fc.constantFrom(...ENDINGS),
    how: fc.constantFrom('submit', 'submit', 'retry', 'continue', 'reload'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
      const { scripted, model, ...first } = await startSession([], options);
      let window: Pick<Session, 'store' | 'chats' | 'submit'> = first;
      for (const [index, { ending, how }] of actions.entries()) {
        scripted.push(...ending.steps);
        const itemId = window.store.state.items.findLast(({ kind }) => kind === 'answer')?.id ?? '';
        if (how === 'retry') window.chats.session.retry(itemId, model);
        else if (how === 'continue') window.chats.session.continuations.continueMessage(itemId, model);
        else window.submit(`prompt ${index}`);
        await run();
        if (how === 'reload') {
          await window.chats.close();
          window = await first.reopen();
        }
        await window.chats.session.stop();
        const history = window.chats.session.curatedHistory();
        expect(ensureToolResultPairing(history)).toBe(history);
      }
      for (const { messages } of scripted.requests) expect(ensureToolResultPairing(messages)).toBe(messages);
      const shown = window.store.state.items;
      await window.chats.close();
      expect((await first.reopen()).store.state.items).toEqual(shown);
    }),
    { numRuns: 40 },
  );
});
