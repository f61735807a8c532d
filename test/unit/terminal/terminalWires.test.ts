import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/extension/node/systemClock.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { resolveModel } from '../../../src/extension/model/resolveModel.ts';
import { createTerminalWatch } from '../../../src/extension/terminal/createTerminalWatch.ts';
import { createFakeTerminals } from '../../support/fakeTerminals.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemento } from '../../support/memento.ts';
import { startWireServer, type WireServer } from '../../support/wireServer.ts';
import { API_KEY, WIRES } from '../model/wire/wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const MODELS = [
  { provider: 'anthropic', id: 'anthropic/claude-haiku-4-5', wire: 'Anthropic', path: '' },
  { provider: 'openai', id: 'openai/gpt-5-mini', wire: 'Responses', path: '/v1' },
  { provider: 'gemini', id: 'gemini/gemini-2.5-flash', wire: 'Gemini', path: '' },
  { provider: 'deepseek', id: 'deepseek/deepseek-chat', wire: 'Chat Completions', path: '/v1' },
];
const QUESTION = JSON.stringify({ status: 'has_question', context_complete: true, message: 'Which one?' });

describe.each(MODELS)('a screen that $id reads', ({ provider, id, wire: name, path }) => {
  const wire = WIRES.find((each) => each.name === name);

  async function begin() {
    const resolved = await resolveModel(id, {
      providers: { [provider]: { baseUrl: `${server.url}${path}` } },
      getKey: () => Promise.resolve(API_KEY),
      clock: systemClock,
      log: silentLog,
    });
    if (resolved.kind !== 'model') throw new Error(resolved.message);
    const model: SelectedModel = resolved.model;
    const clock = createManualClock();
    const terminals = createFakeTerminals();
    const watch = createTerminalWatch({
      terminals: terminals.port,
      settings: () => ({ mode: 'on', prompts: 'unified', maxCostPerDay: null }),
      isTrusted: () => true,
      memento: createMemento(),
      createScreen: terminals.createScreen,
      chooseModel: async () => ({ kind: 'model', model, role: 'fast' }),
      allowance: async () => 'within',
      count: () => {},
      language: 'en',
      clock,
      log: silentLog,
    });
    watch.refresh();
    const terminal = terminals.open('zsh');
    const agent = terminals.run(terminal);
    await clock.advance(0);
    const before = server.requests.length;
    agent.draw('The parser can be extended or rewritten.\nTell me what you think');
    await clock.advance(8_000);
    await expect.poll(() => server.requests.length).toBe(before + 1);
    return { watch, terminals, terminal, request: server.requests.at(-1) };
  }

  it('is sent as one request without tools, and its answer becomes a card', async () => {
    server.push({ steps: [...(wire?.beginning(QUESTION) ?? []), wire?.end ?? ''] });
    const { watch, request } = await begin();
    await expect.poll(() => watch.cards.map(({ content }) => content.kind)).toEqual(['question']);
    expect(request?.body).toContain('Analyze the terminal snapshot');
    expect(request?.body).not.toContain('"tools"');
    watch.dispose();
  });

  it('is no longer read after the terminal is closed, and the connection is closed', async () => {
    server.push({ steps: [...(wire?.beginning('{"sta') ?? []), new Promise(() => {})] });
    const { watch, terminals, terminal, request } = await begin();
    terminals.close(terminal);
    expect(await request?.abortedByClient).toBe(true);
    watch.dispose();
  });
});
