import { expect, test } from 'vitest';
import type { BackgroundUse } from '../../../../src/extension/background/usage.ts';
import { DayTotals } from '../../../../src/extension/background/dayTotals.ts';
import { toConversation } from '../../../../src/extension/chat/conversation/chatMeta.ts';
import { chatSpending } from '../../../../src/extension/chat/conversation/chatSpending.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { SpendingTotals } from '../../../../src/extension/chat/spendingTotals.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';
import { run, startSession } from '../sessionHarness.ts';

const USAGE = { input: 900, cacheRead: 0, cacheWrite: 0, output: 100 };

function prompt(id: string, parent: string | null): ConversationEntry {
  return { type: 'prompt', id, parent, at: 0, parts: [{ type: 'text', text: id }] };
}

function answer(id: string, parent: string, cost: number | null, speculated = false): ConversationEntry[] {
  const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'So.' }] };
  return [
    { type: 'answer', id, parent, at: 0, modelId: 'work/gpt', promptId: 'q', ...(speculated && { speculated }) },
    { type: 'answered', id, outcome: 'stopped', stopReason: 'done', message, usage: USAGE, cost },
  ];
}

const background = (id: string, promptId: BackgroundUse['promptId'], cost: number | null) =>
  ({ type: 'background', id, promptId, usage: USAGE, cost }) as const;

const total = (...entries: readonly (ConversationEntry | readonly ConversationEntry[])[]) =>
  chatSpending(toConversation(entries.flat())).total;

test('a chat’s cost includes the answers and background requests of all branches', () => {
  expect(
    total(
      prompt('p', null),
      answer('a', 'p', 0.5),
      answer('b', 'p', 0.25),
      background('a', 'prompt_suggestion', 0.125),
    ),
  ).toEqual({ dollars: 0.875, tokens: 0 });
});

test('usage without a known price is counted in tokens', () => {
  expect(total(prompt('p', null), answer('a', 'p', null), background('a', 'prompt_suggestion', null))).toEqual({
    dollars: 0,
    tokens: 2_000,
  });
});

test('a prepared answer is counted once: as background work if the background work was recorded', () => {
  const before = [prompt('p', null), ...answer('a', 'p', 0.5)];
  const prepared = [prompt('q', 'a'), ...answer('b', 'q', 0.25, true), ...answer('c', 'b', 0.25, true)];
  expect(total(before, background('a', 'speculation', 0.5), prepared)).toEqual({ dollars: 1, tokens: 0 });
  // A chat of an earlier version does not have this record.
  expect(total(before, prepared)).toEqual({ dollars: 1, tokens: 0 });
});

test('an answer shows the total cost of the background work after it', () => {
  const conversation = toConversation([
    prompt('p', null),
    ...answer('a', 'p', 0.5),
    ...answer('b', 'a', 0.5),
    background('b', 'prompt_suggestion', 0.25),
    background('b', 'speculation', null),
    background('b', 'speculation', 0.25),
  ]);
  const [, item] = toTranscript(conversation.path(), conversation);
  expect(item).toMatchObject({ kind: 'answer', backgroundCost: { dollars: 0.5, tokens: 1_000 } });
});

test('the cost of completions and translations is separate from the cost of suggestions and speculations', () => {
  const conversation = toConversation([
    prompt('p', null),
    ...answer('a', 'p', 0.5),
    background('a', 'input_completion', 0.25),
    background('a', 'translate', 0.125),
  ]);
  const [, item] = toTranscript(conversation.path(), conversation);
  expect(item).toMatchObject({ backgroundCost: null, inputCost: { dollars: 0.375, tokens: 0 } });
  expect(chatSpending(conversation).total.dollars).toBe(0.875);
});

test('the cost of the title is separate from the cost of suggestions and speculations', () => {
  const entries = [prompt('p', null), ...answer('a', 'p', 0.5), background('a', 'title', 0.25)];
  const conversation = toConversation(entries);
  const [, item] = toTranscript(conversation.path(), conversation);
  expect(item).toMatchObject({ backgroundCost: null, otherCost: { dollars: 0.25, tokens: 0 } });
  expect(chatSpending(conversation).total.dollars).toBe(0.75);
});

test('the cost of summaries is separate from the cost of suggestions and speculations', () => {
  const entries = [prompt('p', null), ...answer('a', 'p', 0.5), background('a', 'compression', 0.25)];
  const conversation = toConversation(entries);
  const [, item] = toTranscript(conversation.path(), conversation);
  expect(item).toMatchObject({ backgroundCost: null, summaryCost: { dollars: 0.25, tokens: 0 } });
  expect(chatSpending(conversation).total.dollars).toBe(0.75);
});

test('the cost of a request that was cut off is marked as an estimate', () => {
  const cutOff = { ...background('a', 'speculation', 0.25), usage: null };
  const conversation = toConversation([prompt('p', null), ...answer('a', 'p', 0.5), cutOff]);
  const [, item] = toTranscript(conversation.path(), conversation);
  expect(item).toMatchObject({ backgroundCost: { dollars: 0.25, tokens: 0, estimated: true } });
});

test('the cost is the same after a copy and a reload, except for a last line that a crash cut', () => {
  const entries = [prompt('p', null), ...answer('a', 'p', 0.5), background('a', 'speculation', 0.25)];
  expect(toConversation(entries).entries()).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'background', id: 'a', cost: 0.25 })]),
  );
  const lines = [{ type: 'premove-conversation', version: 1 }, ...entries].map((entry) => `${JSON.stringify(entry)}\n`);
  const read = (text: string) => {
    const parsed = parseConversation(text);
    return parsed.kind === 'parsed' ? chatSpending(toConversation(parsed.entries)).total.dollars : parsed;
  };
  expect(read(lines.join(''))).toBe(0.75);
  expect(read(lines.join('').slice(0, -5))).toBe(0.5);
});

test('a chat shows its cost, also after a reload', async () => {
  const chat = await startSession([{ text: 'Done.', usage: USAGE }]);
  chat.submit('go');
  await run();
  const leaf = chat.chats.session.leaf ?? '';
  expect(chat.store.state.spending.chat).toEqual({ dollars: 0, tokens: 1_000 });
  const use = { promptId: 'prompt_suggestion', usage: USAGE, cost: 0.25 } as const;
  expect(chat.chats.session.recordBackground(leaf, use)).toBe(true);
  expect(chat.chats.session.recordBackground('of another chat', use)).toBe(false);
  const shows = {
    spending: { chat: { dollars: 0.25, tokens: 1_000 } },
    suggesting: { suggestionCost: { requests: 1, cost: 0.25 } },
    items: [{}, { backgroundCost: { dollars: 0.25, tokens: 0 } }],
  };
  expect(chat.store.state).toMatchObject(shows);
  await chat.chats.close();
  expect((await chat.reopen()).store.state).toMatchObject(shows);
});

test('background work that ends after the user left its chat is recorded in that chat', async () => {
  const { chats, store, submit } = await startSession(['Done.']);
  submit('go');
  await run();
  const { id, leaf } = chats.session;
  await chats.newChat();
  const use = { promptId: 'speculation', usage: USAGE, cost: 0.25 } as const;
  await chats.recordLate(leaf ?? '', use);
  expect(store.state.spending.chat.dollars).toBe(0);
  await chats.open(id);
  expect(store.state.spending.chat.dollars).toBe(0.25);
  await chats.recordLate(leaf ?? '', use);
  expect(store.state.spending.chat.dollars).toBe(0.5);
});

test('each request of an answer counts once for the day, over all windows', async () => {
  const chat = await startSession([
    { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }], usage: USAGE },
    { text: 'Done.', usage: USAGE },
  ]);
  const files = createMemoryFileStore();
  const day = new DayTotals({ files, clock: createManualClock(), log: silentLog });
  const totals = new SpendingTotals({ day, store: chat.store, log: silentLog });
  chat.chats.onDidSpend((spending) => totals.add(spending));
  chat.submit('go');
  await run();
  expect(chat.store.state.spending.today).toEqual({ dollars: 0, tokens: 2_000 });
  await new DayTotals({ files, clock: createManualClock(), log: silentLog }).add({ cost: 0.5, usage: USAGE });
  totals.refresh();
  await run();
  expect(chat.store.state.spending.today).toEqual({ dollars: 0.5, tokens: 2_000 });
  totals.add({ cost: 0.25, usage: USAGE });
  await totals.close();
  expect(await new DayTotals({ files, clock: createManualClock(), log: silentLog }).spent()).toMatchObject({
    dollars: 0.75,
  });
});
