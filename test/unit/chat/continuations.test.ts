import { describe, expect, it, test } from 'vitest';
import { continueTexts } from '../../../src/extension/base/texts/continueTexts.ts';
import { WRITER_SYSTEM_PROMPT } from '../../../src/extension/continue/prompts.ts';
import type { ModelError, SelectedModel } from '../../../src/extension/model/chatModel.ts';
import type { Message } from '../../../src/extension/model/message.ts';
import { estimateTokens } from '../../../src/extension/model/tokens.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { run, startSession } from './sessionHarness.ts';

const REFUSED: ModelError = { kind: 'bad-request', message: 'No prefill.', status: 400, retryable: false };
const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 100 };
const TEXT = 'Back up the data before you begin. ';
const CUT: ScriptedStep = { text: TEXT, stopReason: 'length', usage };
const never = new Promise<never>(() => {});
const NATIVE = { form: 'prefix', endpoint: 'https://api.example.com' } as const;

type Session = Awaited<ReturnType<typeof startSession>>;

async function start(steps: readonly ScriptedStep[], changes: Partial<SelectedModel> = {}) {
  const session = await startSession(steps);
  const model = { ...session.model, ...changes };
  const itemAt = (index: number): string => session.store.state.items.at(index)?.id ?? '';
  /**
   * Continues the message at this place of the transcript. Returns the reason for a refusal; null if it is continued.
   */
  const goOn = async (index = -1, window?: number): Promise<string | null> => {
    const refusal = session.chats.session.continuations.continueMessage(itemAt(index), model, window);
    await run();
    return refusal;
  };
  const ask = async (text: string): Promise<void> => {
    session.submit(text);
    await run();
  };
  return { ...session, model, itemAt, goOn, ask };
}

/** The transcript: each item's text, with its number among its siblings. */
function shown({ store }: Pick<Session, 'store'>): string[] {
  return store.state.items.map((item) => {
    const text = item.kind !== 'answer' ? item.text : item.blocks.map((block) => ('text' in block ? block.text : '*'));
    const branch = item.branch ? ` ${item.branch.index}/${item.branch.count}` : '';
    return `${typeof text === 'string' ? text : text.join('|')}${branch}`;
  });
}

const flat = ({ role, parts, prefix }: Message): string =>
  `${role}${prefix ? '*' : ''}: ${parts.map((part) => ('text' in part ? part.text : part.type)).join('|')}`;

describe('a cut answer', () => {
  test('continues in the guided form as a sibling, with the tools, and the guiding text is not stored', async () => {
    const session = await start([CUT, 'Then stop the workers.', 'Yes.']);
    await session.ask('write the guide');
    expect(await session.goOn()).toBeNull();
    expect(shown(session)).toEqual([
      'write the guide',
      'Back up the data before you begin. Then stop the workers. 2/2',
    ]);
    const [, request] = session.scripted.requests;
    expect(request?.tools).not.toEqual([]);
    expect(request?.messages.map(flat)).toEqual([
      expect.stringContaining('write the guide'),
      'assistant: Back up the data before you begin. ',
      expect.stringMatching(/^user: \[Your last message was cut off/),
    ]);
    await session.ask('is it done?');
    const last = session.scripted.requests.at(-1)?.messages.map(flat) ?? [];
    expect(last[1]).toBe('assistant: Back up the data before you begin. Then stop the workers.');
    expect(last.join()).not.toContain('cut off');
  });

  test('continues in the native form, without tools, thinking and white space at the end', async () => {
    const thought = { type: 'thinking', text: 'A guide.' } as const;
    const cut = { parts: [thought, { type: 'text', text: TEXT }], stopReason: 'length', usage } as const;
    const session = await start([cut, 'Then stop the workers.'], { continuation: NATIVE });
    await session.ask('write the guide');
    await session.goOn();
    expect(shown(session).at(-1)).toBe('Back up the data before you begin. Then stop the workers. 2/2');
    const [, request] = session.scripted.requests;
    expect(request).toMatchObject({ tools: [], thinking: 'off' });
    // The request has no editor context, note or guiding message: only the prompt as it was sent, and the text.
    expect(request?.messages.slice(0, -1)).toEqual(session.scripted.requests[0]?.messages);
    expect(request?.messages.at(-1)).toEqual({
      role: 'assistant',
      prefix: true,
      parts: [{ type: 'text', text: 'Back up the data before you begin.' }],
    });
    expect(session.finished.at(-1)).toMatchObject({ unsuggested: true });
    expect(session.store.state.items.at(-1)).toMatchObject({
      continued: { of: 'answer', form: 'native', prefix: TEXT.length },
      usage: null,
    });
  });

  test.each([
    ['native', { continuation: NATIVE }],
    ['guided', {}],
  ])('counts its text as input of the %s form, in the estimate and in the usage', async (_form, changes) => {
    // Without repetitions, which would stop the answer.
    const text = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
    const counted = { input: 9_000, cacheRead: 0, cacheWrite: 0, output: 5 };
    const session = await start(
      [
        { text, stopReason: 'length' },
        { text: 'Done.', usage: counted },
      ],
      changes,
    );
    await session.ask('write the guide');
    await session.goOn();
    const item = session.store.state.items.at(-1);
    const { input, usage: used } = item?.kind === 'answer' ? item : {};
    expect(input?.estimated).toBeGreaterThan(estimateTokens(text));
    expect(input?.counted).toBe(9_000);
    expect(used).toMatchObject({ input: 9_000, output: 5 });
  });

  test('continues in the guided form until the window closes if the provider refuses the native form', async () => {
    const session = await start([CUT, { error: REFUSED }, { text: 'Then ', stopReason: 'length' }, 'stop.'], {
      continuation: NATIVE,
    });
    await session.ask('write the guide');
    await session.goOn();
    expect(session.store.state.items.at(-1)).toMatchObject({ continued: { form: 'guided' }, status: 'cut-off' });
    await session.goOn();
    expect(shown(session).at(-1)).toBe('Back up the data before you begin. Then stop. 3/3');
    expect(session.scripted.requests.map(({ messages }) => messages.at(-1)?.prefix ?? false)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test('continues after a reload, and a reload shows the same', async () => {
    const session = await start([CUT, { text: 'Then ', thinking: 'Hm.' }]);
    await session.ask('write the guide');
    await session.chats.close();
    const again = await session.reopen();
    again.chats.session.continuations.continueMessage(again.store.state.items.at(-1)?.id ?? '', session.model);
    await run();
    expect(shown(again).at(-1)).toBe('Hm.|Back up the data before you begin. Then  2/2');
    const before = again.store.state.items;
    await again.chats.close();
    expect((await session.reopen()).store.state.items).toEqual(before);
  });

  test('shows its text before the first new word, and after a crash', async () => {
    const session = await start([CUT, { text: 'Then', hold: never }]);
    await session.ask('write the guide');
    void session.goOn();
    await run();
    expect(shown(session).at(-1)).toMatch(/^Back up the data before you begin\. /);
    const again = await session.reopen();
    expect(shown(again).at(-1)).toMatch(/^Back up the data before you begin\. /);
  });

  test('in the middle of a conversation continues on a branch', async () => {
    const session = await start([CUT, 'Hello.', 'Then stop.']);
    await session.ask('write the guide');
    await session.ask('hello');
    await session.goOn(1);
    expect(shown(session)).toEqual(['write the guide', 'Back up the data before you begin. Then stop. 2/2']);
    session.chats.session.branching.switchBranch(session.itemAt(1), -1);
    expect(shown(session)).toEqual(['write the guide', 'Back up the data before you begin.  1/2', 'hello', 'Hello.']);
  });
});

describe('an answer with calls', () => {
  const read = { name: 'read_file', input: { file_path: 'a.ts' } };

  test('keeps its turns, and continues in the guided form with its tools', async () => {
    const session = await start([{ calls: [read] }, CUT, { calls: [read] }, 'Done.'], { continuation: NATIVE });
    await session.ask('read it');
    await session.goOn();
    expect(shown(session)).toEqual(['read it', '*|Back up the data before you begin. |*|Done. 2/2']);
    const [, , guided, rest] = session.scripted.requests;
    expect(guided?.messages.at(-1)?.prefix).toBeUndefined();
    expect(guided?.tools).not.toEqual([]);
    expect(rest?.messages.map(flat).join()).not.toContain('cut off');
  });

  test('asks for a cut call again, with twice the budget, and never runs it', async () => {
    const cut: ScriptedStep = { text: 'Writing. ', stopReason: 'length', cutCall: 'write_file', usage };
    const session = await start([cut, { calls: [read] }, 'Done.'], { continuation: NATIVE });
    await session.ask('write it');
    await session.goOn();
    const [, again, rest] = session.scripted.requests;
    expect(again?.messages.map(flat).at(-1)).toContain('a call of "write_file", which did not run');
    expect(again).toMatchObject({ maxOutputTokens: 200 });
    expect(rest).not.toHaveProperty('maxOutputTokens');
    expect(shown(session).at(-1)).toBe('Writing. |*|Done. 2/2');
  });

  test('that was cut off in a call still shows the call after it was continued, also after a reload', async () => {
    const started: ScriptedStep = {
      text: 'Reading.',
      stopReason: 'length',
      cutCall: 'read_file',
      usage,
    };
    const session = await start([started, 'Done.']);
    await session.ask('read it');
    const rows = ({ store }: Pick<Session, 'store'>) =>
      store.state.items.flatMap((item) =>
        item.kind === 'answer' ? item.blocks.map((block) => ({ ...block, callId: '' })) : [],
      );
    const before = rows(session);
    expect(before).toMatchObject([{ kind: 'text' }, { kind: 'tool', name: 'read_file', status: 'cancelled' }]);
    await session.goOn();
    session.chats.session.branching.switchBranch(session.itemAt(-1), -1);
    expect(rows(session)).toEqual(before);
    await session.chats.close();
    expect(rows(await session.reopen())).toEqual(before);
  });

  test('that is cut off in a call again shows that, and requests more output each time, up to the model’s limit', async () => {
    const cut = (output: number, text = ''): ScriptedStep => ({
      text,
      stopReason: 'length',
      cutCall: 'write_file',
      usage: { ...usage, output },
    });
    const session = await start([cut(8_000, 'Writing. '), cut(16_000), cut(32_000), cut(40_000)], {
      outputLimit: 40_000,
    });
    await session.ask('write it');
    await session.goOn();
    expect(session.store.state.notice).toBeNull();
    expect(session.store.state.items.at(-1)).toMatchObject({
      status: 'cut-off',
      stop: { cutCall: 'write_file', tokens: 16_000 },
      usage: { output: 16_000 },
      branch: { index: 2, count: 2 },
    });
    await session.chats.close();
    const again = await session.reopen();
    const goOn = async (): Promise<string | null> => {
      const { continuations } = again.chats.session;
      const refusal = continuations.continueMessage(again.store.state.items.at(-1)?.id ?? '', session.model);
      await run();
      return refusal;
    };
    await goOn();
    await goOn();
    expect(session.scripted.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      undefined,
      16_000,
      32_000,
      40_000,
    ]);
    expect(again.store.state.items.at(-1)).toMatchObject({ stop: { tokens: 40_000 }, branch: { index: 2, count: 2 } });
    expect(await goOn()).toBe(continueTexts.atLimit(40_000));
  });

  test('that was cut off before its first word is requested again from the prompt', async () => {
    const cut: ScriptedStep = { stopReason: 'length', cutCall: 'write_file', usage };
    const session = await start([cut, 'Done.'], { outputLimit: 150 });
    await session.ask('write it');
    await session.goOn();
    const [, again] = session.scripted.requests;
    expect(again?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(again).toMatchObject({ maxOutputTokens: 150 });
  });

  test('continues after a call that the user stopped', async () => {
    const write = { name: 'write_file', input: { file_path: 'a.ts' } };
    const session = await start([{ calls: [write] }, 'Done.']);
    await session.ask('write it');
    await session.chats.session.stop();
    await session.goOn();
    expect(shown(session)).toEqual(['write it', '*|Done.']);
    expect(
      session.scripted.requests
        .at(-1)
        ?.messages.at(-1)
        ?.parts.map(({ type }) => type),
    ).toEqual(['tool-result']);
  });
});

describe('an answer that was stopped because the user opened another chat', () => {
  const left = async (step: ScriptedStep, ...more: readonly ScriptedStep[]) => {
    const session = await start([step, ...more]);
    session.submit('go');
    await run();
    const { id } = session.chats.session;
    await session.chats.newChat();
    await session.chats.open(id);
    return session;
  };

  it.each<[name: string, step: ScriptedStep]>([
    ['while it streams', { text: ['Half'], hold: never }],
    ['while a call waits', { calls: [{ name: 'write_file', input: { file_path: 'a.ts' } }] }],
  ])('shows that reason: %s', async (_name, step) => {
    const session = await left(step);
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'stopped', chatLeft: true });
    await session.chats.close();
    expect((await session.reopen()).store.state.items.at(-1)).toMatchObject({ chatLeft: true });
  });

  test('does not show that reason after the user has continued and stopped it', async () => {
    const write = { name: 'write_file', input: { file_path: 'a.ts' } };
    const session = await left({ calls: [write] }, { text: ['Half'], hold: never });
    void session.goOn();
    await run();
    await session.chats.session.stop();
    const last = session.store.state.items.at(-1);
    expect(last).toMatchObject({ status: 'stopped' });
    expect(last?.kind === 'answer' && last.chatLeft).toBeFalsy();
  });

  test('does not show that reason if only its continuation was stopped and added nothing', async () => {
    const session = await start([CUT, { hold: never }]);
    await session.ask('write the guide');
    void session.goOn();
    await run();
    const { id } = session.chats.session;
    await session.chats.newChat();
    await session.chats.open(id);
    expect(session.store.state.items.at(-1)).not.toHaveProperty('chatLeft');
  });
});

describe('an attempt that adds nothing', () => {
  it.each<[name: string, step: ScriptedStep, notice: string]>([
    ['white space', ' \n', continueTexts.empty()],
    ['the text again', TEXT, continueTexts.repeated()],
  ])('(%s) does not change the original', async (_name, step, notice) => {
    const session = await start([CUT, 'Hello.', step]);
    await session.ask('write the guide');
    await session.ask('hello');
    const before = session.store.state.items;
    await session.goOn(1);
    expect(session.store.state.notice?.message).toBe(notice);
    expect(session.store.state.items).toEqual(before);
    // A suggestion has been requested for this answer before.
    expect(session.finished.map(({ unsuggested = false }) => unsuggested)).toEqual([false, false, true]);
  });

  type Action = (session: Awaited<ReturnType<typeof start>>) => unknown;
  it.each<[name: string, shown: boolean, act: Action]>([
    ['another prompt', false, ({ ask }) => ask('hello')],
    ['a retry', false, ({ chats, itemAt, model }) => chats.session.retry(itemAt(-1), model)],
    ['another continuation', false, ({ goOn }) => goOn()],
    ['another version', false, ({ chats, itemAt }) => chats.session.branching.switchBranch(itemAt(-1), -1)],
    ['an edit that is saved', false, ({ chats, itemAt }) => chats.session.branching.saveAnswer(itemAt(-1), 'Mine.')],
    [
      'an action that changes nothing',
      true,
      ({ chats, itemAt }) => chats.session.branching.switchBranch(itemAt(-1), 5),
    ],
  ])('still shows its notice after %s: %s', async (_name, shown, act) => {
    const session = await start([CUT, CUT, ' ', { hold: never }]);
    await session.ask('write the guide');
    session.chats.session.retry(session.itemAt(-1), session.model);
    await run();
    await session.goOn();
    expect(session.store.state.notice?.message).toBe(continueTexts.empty());
    void act(session);
    await run();
    expect(session.store.state.notice !== null).toBe(shown);
  });

  test('because the user stopped it does not change the original, and shows no notice', async () => {
    const session = await start([CUT, { hold: never }]);
    await session.ask('write the guide');
    const before = session.store.state.items;
    void session.goOn();
    await run();
    await session.chats.session.stop();
    expect(session.store.state).toMatchObject({ items: before, notice: null });
  });

  test('because it failed is kept until it is retried', async () => {
    const session = await start([CUT, { error: REFUSED }, 'Then stop.']);
    await session.ask('write the guide');
    await session.goOn();
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'failed', branch: { index: 2, count: 2 } });
    expect(session.chats.session.retry(session.itemAt(-1), session.model)).toBe(true);
    await run();
    expect(shown(session).at(-1)).toBe('Back up the data before you begin. Then stop. 2/2');
  });
});

describe('after a failed attempt, an attempt that adds nothing', () => {
  const UNAUTHORIZED: ModelError = { kind: 'unauthorized', message: 'No.', status: 401, retryable: false };
  const GOOD = 'Good answer.';
  type Attempt = (session: Awaited<ReturnType<typeof start>>) => Promise<unknown>;
  const onPrompt: Attempt = ({ goOn }) => goOn(0);
  const onAnswer: Attempt = ({ goOn }) => goOn(-1);
  const retry: Attempt = async ({ chats, itemAt, model }) => {
    chats.session.retry(itemAt(-1), model);
    await run();
  };
  const stopped: Attempt = async (session) => {
    void onPrompt(session);
    await run();
    await session.chats.session.stop();
  };

  it.each<[name: string, fails: Attempt, second: ScriptedStep, addsNothing: Attempt, shownText: string]>([
    ['is empty, on a prompt', onPrompt, ' ', onPrompt, ''],
    ['is stopped, on a prompt', onPrompt, { hold: never }, stopped, ''],
    ['is empty, on a prompt after a retry', retry, ' ', onPrompt, ''],
    ['is empty, on an answer', onAnswer, ' ', onAnswer, GOOD],
    ['is empty, when an answer is retried', onAnswer, ' ', retry, GOOD],
  ])('(%s) keeps both versions as siblings', async (_name, fails, second, addsNothing, shownText) => {
    const session = await start([GOOD, { error: UNAUTHORIZED }, second]);
    await session.ask('Q');
    await fails(session);
    const before = session.store.state.items;
    expect(shown(session)).toEqual(['Q', `${shownText} 2/2`]);
    await addsNothing(session);
    expect(session.store.state.items).toEqual(before);
    await session.chats.close();
    const again = await session.reopen();
    expect(again.store.state.items).toEqual(before);
    again.chats.session.branching.switchBranch(before.at(-1)?.id ?? '', -1);
    expect(shown(again)).toEqual(['Q', `${GOOD} 1/2`]);
  });

  test('keeps all three versions as siblings', async () => {
    const session = await start([GOOD, 'Another.', { error: UNAUTHORIZED }, ' ']);
    await session.ask('Q');
    await retry(session);
    await onPrompt(session);
    await onPrompt(session);
    expect(shown(session)).toEqual(['Q', ' 3/3']);
    session.chats.session.branching.switchBranch(session.itemAt(-1), -1);
    expect(shown(session)).toEqual(['Q', 'Another. 2/3']);
  });
});

describe('a continuation', () => {
  test.each<[name: string, first: ScriptedStep, changes: Partial<SelectedModel>, window: number, why: string]>([
    ['a refused answer', { text: 'No.', stopReason: 'refused' }, {}, 1_000, continueTexts.refused()],
    ['an empty answer', '', {}, 1_000, continueTexts.noText()],
    ['a model without text', CUT, { name: 'text-embedding-3-large' }, 1_000, continueTexts.noTextOutput('model')],
    [
      'an answer of only thoughts at the output limit of the model',
      { thinking: 'Hm.', stopReason: 'length', usage },
      { outputLimit: 100 },
      1_000,
      continueTexts.atLimit(100),
    ],
  ])('is refused for %s', async (_name, first, changes, window, why) => {
    const session = await start([first], changes);
    await session.ask('write the guide');
    const before = session.store.state.items;
    expect(await session.goOn(-1, window)).toBe(why);
    expect(session.store.state.items).toEqual(before);
    expect(session.scripted.requests).toHaveLength(1);
  });

  test('is refused for a text longer than the window', async () => {
    const session = await start([{ text: 'x'.repeat(5_000), stopReason: 'length' }]);
    await session.ask('write the guide');
    expect(await session.goOn(-1, 1_000)).toMatch(/≈1,\d+ tokens, more than the model’s context window of 1,000/);
  });
});

test('an answer with only thoughts is requested again with twice the budget', async () => {
  const session = await start([{ thinking: 'Hm.', stopReason: 'length', usage }, 'Done.']);
  await session.ask('write the guide');
  await session.goOn();
  expect(session.scripted.requests.at(-1)?.maxOutputTokens).toBe(200);
  expect(shown(session).at(-1)).toBe('Done. 2/2');
});

describe('a user message', () => {
  test('continues in an answer that has only the text of the model', async () => {
    const session = await start([
      { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
      'Hello.',
      ' a time.',
    ]);
    await session.ask('read it');
    session.submit('Once upon');
    session.scripted.push('there was a king.');
    await run();
    await session.goOn(2);
    const request = session.scripted.requests.at(-1);
    expect(request).toMatchObject({ system: WRITER_SYSTEM_PROMPT, tools: [] });
    expect(request?.messages.at(-1)?.parts.at(-1)).toEqual({ type: 'text', text: 'Once upon' });
    expect(request?.messages.flatMap(({ parts }) => parts).every(({ type }) => type === 'text')).toBe(true);
    expect(session.store.state.items.at(-1)).toMatchObject({ continued: { of: 'prompt', prefix: 9 } });
    expect(session.finished.at(-1)).toMatchObject({ unsuggested: true });
  });

  test('continues again when the continuation is retried', async () => {
    const session = await start(['Hello.', ' a time.', ' a king.']);
    await session.ask('Once upon');
    await session.goOn(0);
    session.chats.session.retry(session.itemAt(-1), session.model);
    await run();
    expect(shown(session)).toEqual(['Once upon', ' a king. 3/3']);
    expect(session.scripted.requests.at(-1)?.system).toBe(WRITER_SYSTEM_PROMPT);
  });

  test('can be continued further, still as text of the user', async () => {
    const session = await start(['Hello.', { text: ' a ', stopReason: 'length' }, 'time.']);
    await session.ask('Once upon');
    await session.goOn(0);
    await session.goOn(-1);
    const request = session.scripted.requests.at(-1);
    expect(request).toMatchObject({ system: WRITER_SYSTEM_PROMPT, tools: [] });
    expect(request?.messages.map(flat).slice(-2)).toEqual([
      'assistant:  a ',
      expect.stringMatching(/^user: \[Your last message was cut off/),
    ]);
    expect(session.store.state.items.at(-1)).toMatchObject({ continued: { of: 'prompt' } });
  });

  test('is sent again together with the text of the model', async () => {
    const session = await start(['Hello.', ' a time.', 'Nice story.']);
    await session.ask('Once upon');
    await session.goOn(0);
    expect(session.chats.session.continuations.useAsMessage(session.itemAt(-1), session.model)).toBe(true);
    await run();
    expect(shown(session)).toEqual(['Once upon a time. 2/2', 'Nice story.']);
    expect(session.chats.session.continuations.useAsMessage(session.itemAt(-1), session.model)).toBe(false);
  });

  test('is not changed if the model repeats it', async () => {
    const text = 'Once upon a time there was a king.';
    const session = await start(['Hello.', text]);
    await session.ask(text);
    const before = session.store.state.items;
    await session.goOn(0);
    expect(session.store.state.items).toEqual(before);
    expect(session.store.state.notice?.message).toBe(continueTexts.repeated());
  });
});

describe('an automatic continuation', () => {
  const cut = (text: string): ScriptedStep => ({ text, stopReason: 'length', usage });

  test('is repeated at most three times, and counts as one version', async () => {
    const session = await startSession([cut('one '), cut('two '), cut('three '), cut('four '), 'five'], {
      autoContinue: true,
    });
    session.submit('count');
    await run();
    expect(shown(session)).toEqual(['count', 'one two three four ']);
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'cut-off', continued: { automatic: 3 } });
    expect(session.scripted.remaining).toBe(1);
    expect(session.finished).toHaveLength(1);
  });

  test('shows no notice between its turns', async () => {
    const session = await startSession([cut('one '), cut('two '), 'three'], { autoContinue: true });
    const statuses: string[] = [];
    session.store.onDidChange(() => {
      const last = session.store.state.items.at(-1);
      if (last?.kind === 'answer' && last.status !== statuses.at(-1)) statuses.push(last.status);
    });
    session.submit('count');
    await run();
    expect(statuses).toEqual(['streaming', 'done']);
  });

  test('ends when the model is done', async () => {
    const session = await startSession([cut('one '), 'two'], { autoContinue: true });
    session.submit('count');
    await run();
    expect(shown(session)).toEqual(['count', 'one two']);
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'done', continued: { automatic: 1 } });
  });

  test('ends when the user stops it', async () => {
    const session = await startSession([cut('one '), { text: 'two ', hold: never }], { autoContinue: true });
    session.submit('count');
    await run();
    expect(session.store.state.status).toBe('responding');
    await session.chats.session.stop();
    expect(session.store.state.status).toBe('idle');
    expect(shown(session)).toEqual(['count', 'one two ']);
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'stopped' });
  });

  test('keeps the last text if the model adds nothing more', async () => {
    const session = await startSession([cut('one '), cut('two '), ' '], { autoContinue: true });
    session.submit('count');
    await run();
    expect(shown(session)).toEqual(['count', 'one two ']);
    expect(session.store.state.items.at(-1)).toMatchObject({ status: 'cut-off' });
    expect(session.store.state.notice?.message).toBe(continueTexts.empty());
  });

  it.each<[name: string, step: ScriptedStep]>([
    ['has calls', { text: 'one', calls: [{ name: 'read_file', input: {} }], stopReason: 'length' }],
    ['was cut in a call', { text: 'one', cutCall: 'write_file', stopReason: 'length' }],
    ['has no text', { thinking: 'Hm.', stopReason: 'length' }],
    ['filled the context', { text: 'one', stopReason: 'context-full' }],
    ['is complete', 'one'],
  ])('does not follow an answer that %s', async (_name, step) => {
    const session = await startSession([step, 'two'], { autoContinue: true });
    session.submit('count');
    await run();
    expect(session.scripted.remaining).toBe(1);
  });
});
