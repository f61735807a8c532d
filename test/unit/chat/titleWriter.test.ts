import { expect, test } from 'vitest';
import type { BackgroundRequest } from '../../../src/extension/background/spending.ts';
import { TitleWriter } from '../../../src/extension/chat/titleWriter.ts';
import type { FastModel } from '../../../src/extension/model/fastModel.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { run, startSession } from './sessionHarness.ts';

const reply = (text: string): ScriptedStep => ({ text });

async function start({ steps = [reply('Renamed.')], titles = [] as readonly ScriptedStep[], fast = true } = {}) {
  const chat = await startSession(steps);
  const chatModel = createScriptedModel(titles);
  const fastModel: FastModel = fast
    ? { kind: 'model', model: { id: 'fake/small', label: 'small', name: 'small', chatModel } }
    : { kind: 'unset' };
  const requests: BackgroundRequest[] = [];
  const writer = new TitleWriter({
    chats: chat.chats,
    fastModel: async () => fastModel,
    onRequest: (request) => requests.push(request),
    clock: chat.clock,
    log: silentLog,
  });
  return { ...chat, writer, requests, small: chatModel };
}

const JSON_TITLE = reply('{"title":"Rename alpha to beta"}');

test('the title of the first exchange costs one counted request, and is the same after a reload', async () => {
  const chat = await start({ titles: [JSON_TITLE] });
  chat.submit('please rename alpha to beta everywhere');
  await run();
  expect(chat.store.state.title).toBe('Rename alpha to beta');
  expect(chat.requests.map(({ promptId, model }) => [promptId, model.id])).toEqual([['title', 'fake/small']]);
  await chat.chats.close();
  expect((await chat.reopen()).store.state.title).toBe('Rename alpha to beta');
});

test('a later exchange does not start a request', async () => {
  const chat = await start({ steps: [reply('One.'), reply('Two.')], titles: [JSON_TITLE] });
  chat.submit('first');
  await run();
  chat.submit('second');
  await run();
  expect(chat.requests).toHaveLength(1);
});

test('without a fast model, the first prompt becomes the title without a request', async () => {
  const chat = await start({ fast: false });
  chat.submit('rename alpha');
  await run();
  expect(chat.requests).toEqual([]);
  expect(chat.store.state.title).toBe('rename alpha');
});

test('the user’s own title is never overwritten', async () => {
  const chat = await start({ titles: [JSON_TITLE] });
  chat.chats.onDidFinishPrompt(() => chat.chats.session.rename('Mine'));
  chat.submit('rename alpha');
  await run();
  expect(chat.store.state.title).toBe('Mine');
});

test('an unreadable answer does not change the title from the first prompt, and its request is counted', async () => {
  const chat = await start({ titles: [reply('{"name": 5')] });
  chat.submit('rename alpha');
  await run();
  expect([chat.store.state.title, chat.requests.length]).toEqual(['rename alpha', 1]);
});

test('the model’s title is reduced to one clean line', async () => {
  const chat = await start({ titles: [reply(JSON.stringify({ title: '**"Rename\u202E it."**\nrm -rf /' }))] });
  chat.submit('rename alpha');
  await run();
  expect(chat.store.state.title).toBe('Rename it');
});

test('the model receives only the beginning of a long exchange', async () => {
  const chat = await start({ steps: [reply('b'.repeat(5_900))], titles: [JSON_TITLE] });
  chat.submit('a'.repeat(9_000));
  await run();
  expect(JSON.stringify(chat.small.requests[0]?.messages).length).toBeLessThan(6_000);
});

test('closing the window aborts the request', async () => {
  const chat = await start({ titles: [{ text: 'Rename alpha', hold: new Promise(() => {}) }] });
  chat.submit('rename alpha');
  await run();
  chat.writer.cancel();
  await run();
  expect(chat.small.aborted).toBe(1);
  expect(chat.store.state.title).toBe('rename alpha');
});
