import { expect, test } from 'vitest';
import type { BackgroundRequest } from '../../../src/extension/background/spending.ts';
import { TitleWriter } from '../../../src/extension/chat/titleWriter.ts';
import type { FastModel } from '../../../src/extension/model/fastModel.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { run, startSession } from './sessionHarness.ts';

const said = (text: string): ScriptedStep => ({ text });

async function start({ steps = [said('Renamed.')], titles = [] as readonly ScriptedStep[], fast = true } = {}) {
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

const JSON_TITLE = said('{"title":"Rename alpha to beta"}');

test('a first exchange is named by the fast model, counted, and keeps its name after a reload', async () => {
  const chat = await start({ titles: [JSON_TITLE] });
  chat.submit('please rename alpha to beta everywhere');
  await run();
  expect(chat.store.state.title).toBe('Rename alpha to beta');
  expect(chat.requests.map(({ promptId, model }) => [promptId, model.id])).toEqual([['title', 'fake/small']]);
  await chat.chats.close();
  expect((await chat.reopen()).store.state.title).toBe('Rename alpha to beta');
});

test('a later exchange is not asked about', async () => {
  const chat = await start({ steps: [said('One.'), said('Two.')], titles: [JSON_TITLE] });
  chat.submit('first');
  await run();
  chat.submit('second');
  await run();
  expect(chat.requests).toHaveLength(1);
});

test('without a fast model there is no request, and the title is the first prompt', async () => {
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

test('an answer that nothing can be made of leaves the first prompt as the title, and counts', async () => {
  const chat = await start({ titles: [said('{"name": 5')] });
  chat.submit('rename alpha');
  await run();
  expect([chat.store.state.title, chat.requests.length]).toEqual(['rename alpha', 1]);
});

test('what the model writes is one clean line', async () => {
  const chat = await start({ titles: [said(JSON.stringify({ title: '**"Rename\u202E it."**\nrm -rf /' }))] });
  chat.submit('rename alpha');
  await run();
  expect(chat.store.state.title).toBe('Rename it');
});

test('the model sees the beginning of a long exchange only', async () => {
  const chat = await start({ steps: [said('b'.repeat(9_000))], titles: [JSON_TITLE] });
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
