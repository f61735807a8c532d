import { expect, test } from 'vitest';
import type { ModelRequest, SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import { estimateInput } from '../../../src/extension/model/tokens.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { succeeded } from '../../../src/extension/tools/tool.ts';
import { createCrash } from '../../support/crash.ts';
import { longText } from '../../support/longText.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createMemoryChat } from './memoryChat.ts';
import { readTool, run, startSession } from './sessionHarness.ts';

const WINDOW = 32_000;
const FIRST = 'Move the store to the new format. Never change the tests.';
const textsOf = ({ messages }: ModelRequest): string => messages.map(textOf).join('\n');
const isSummary = ({ promptId }: ModelRequest): boolean => promptId === 'compression';

test('a chat of 500 prompts in a window of 32,000 tokens never fails, and every request has the first prompt', async () => {
  let asked = 0;
  const answer: ScriptedStep = (request) => {
    asked += 1;
    if (isSummary(request)) return longText(`Summary ${asked}.`, 800);
    const hasResult = request.messages.at(-1)?.parts.some((part) => part.type === 'tool-result');
    if (hasResult || asked % 3 > 0) return longText(`Answer ${asked}.`, 400);
    return { calls: [1, 2].map((file) => ({ name: 'read_file', input: { file_path: `${asked}-${file}.ts` } })) };
  };
  const scripted = createScriptedModel([], answer);
  const execute = async ({ file_path: path }: { file_path: string }) => succeeded(longText(path, 700), '1 line');
  const chat = createMemoryChat({
    files: createMemoryFileStore(),
    clock: createManualClock(),
    registry: createToolRegistry([{ ...readTool, execute }]),
  });
  await chat.service.restore();
  const model: SelectedModel = { id: 'fake/m', label: 'm', name: 'm', chatModel: scripted, contextWindow: WINDOW };
  for (let index = 0; index < 500; index += 1) {
    chat.service.session.submit(index === 0 ? FIRST : longText(`Prompt ${index}.`, 60), model);
    for (let round = 0; round < 400 && !chat.service.session.isIdle; round += 1) await run();
    expect(chat.service.session.isAnswered).toBe(true);
  }
  const requests = scripted.requests.filter((request) => !isSummary(request));
  for (const request of requests) {
    expect(textsOf(request).includes(FIRST)).toBe(true);
    expect(estimateInput(request)).toBeLessThan(WINDOW);
  }
  const { items } = chat.store.state;
  expect(items.filter(({ kind }) => kind === 'user')).toHaveLength(500);
  expect(items.some((item) => item.kind === 'answer' && item.error !== null)).toBe(false);
  // One summary replaces about half a window of messages.
  const summaries = scripted.requests.filter(isSummary);
  expect(summaries.length).toBeGreaterThan(10);
  expect(summaries.length).toBeLessThan(80);
}, 120_000);

test('a crash at any point of a compression loses no message', async () => {
  const answers = ['1', '2', '3', '4'].map((name) => longText(`answer ${name}`, 600));
  const begin = async () => {
    const files = createMemoryFileStore();
    const chat = await startSession([...answers], { storage: files });
    for (const name of ['1', '2', '3', '4']) {
      chat.submit(`prompt ${name}`);
      await run();
    }
    return { ...chat, files, items: chat.store.state.items };
  };
  let summaries = 0;
  for (let at = 0, ended = false; !ended; at += 1) {
    for (const half of [false, true]) {
      const { files, items, model, clock } = await begin();
      const crash = createCrash(at, half);
      const scripted = createScriptedModel(['A summary.', 'done']);
      const own = { ...model, chatModel: scripted };
      const chat = createMemoryChat({ files: crash.files(files), clock });
      await chat.service.restore().catch(() => {});
      const { session } = chat.service;
      if (session.isAnswered) {
        session.compressions.start(own);
        await run();
        if (session.isIdle) session.submit('next', own);
        await run();
      }
      ended = !crash.happened;
      const after = createMemoryChat({ files, clock });
      await after.service.restore();
      const ids = after.store.state.items.map(({ id }) => id);
      expect(ids.slice(0, items.length)).toEqual(items.map(({ id }) => id));
      if (after.store.state.items.some(({ kind }) => kind === 'summary')) summaries += 1;
      after.service.session.submit('again', { ...model, chatModel: createScriptedModel(['yes']) });
      await run();
      expect(after.service.session.isAnswered).toBe(true);
    }
  }
  // Some crashes came after the summary.
  expect(summaries).toBeGreaterThan(2);
});
