import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelEvent, ModelRequest } from '../../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../../src/extension/model/message.ts';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import { createLanguageModels, type LanguageModels } from '../../src/extension/vscode/models/languageModels.ts';
import { until } from '../support/until.ts';
import type { ExternalModels } from './extensions/external-models/extension.ts';

const VENDOR = 'premove-tests';
const never = new AbortController().signal;
const text = (value: string) => new vscode.LanguageModelTextPart(value);

describe('VS Code’s language models', () => {
  let external: ExternalModels;
  let isAllowed: boolean | undefined;
  let models: LanguageModels;

  before(async () => {
    const extension = vscode.extensions.getExtension<ExternalModels>(`${VENDOR}.external-models`);
    assert.ok(extension);
    external = await extension.activate();
  });

  beforeEach(() => {
    isAllowed = true;
    models = createLanguageModels({
      access: { onDidChange: () => new vscode.Disposable(() => {}), canSendRequest: () => isAllowed },
      memento: memoryMemento(),
      clock: systemClock,
      log: silentLog,
      stallTimeout: () => undefined,
    });
  });

  async function ask(
    given: Partial<ModelRequest> = {},
    signal = never,
    onEvent: () => void = () => {},
  ): Promise<ModelEvent[]> {
    const resolved = await models.resolve(`${VENDOR}/small`);
    assert.ok(resolved.kind === 'model');
    const events: ModelEvent[] = [];
    for await (const event of resolved.chatModel.stream({ ...request, ...given }, signal)) {
      events.push(event);
      onEvent();
    }
    return events;
  }

  it('are listed by vendor, with ids that the setting can store', async () => {
    const vendor = (await models.list()).find((found) => found.vendor === VENDOR);
    assert.deepEqual(vendor?.models, [
      { id: `vscode/${VENDOR}/small`, label: 'Test small' },
      { id: `vscode/${VENDOR}/family/large`, label: 'Test family/large' },
    ]);
  });

  it('emit no change when they are listed, because a change would list them again', async () => {
    await models.list();
    let changes = 0;
    const subscription = models.onDidChange(() => (changes += 1));
    for (let count = 0; count < 3; count += 1) await models.list();
    await new Promise((resolve) => setTimeout(resolve, 200));
    subscription.dispose();
    assert.equal(changes, 0);
  });

  it('report their context window', async () => {
    const resolved = await models.resolve(`${VENDOR}/family/large`);
    assert.ok(resolved.kind === 'model');
    assert.equal(resolved.contextWindow, 12_000);
  });

  it('stream their text, and end with an unknown stop reason', async () => {
    external.answer(async (report) => {
      report(text('Hel'));
      report(text('lo'));
    });
    const events = await ask();
    const said = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    assert.equal(said, 'Hello');
    const end = events.at(-1);
    assert.ok(end?.type === 'end' && !('error' in end));
    assert.equal(end.stopReason, 'unknown');
    assert.equal(end.usage, null);
    assert.deepEqual(end.message.parts, [{ type: 'text', text: 'Hello' }]);
  });

  it('get the system prompt, the conversation and the tools', async () => {
    external.answer(async (report) => report(text('ok')));
    await ask();
    const { messages, options, model } = external.requests.at(-1) ?? assert.fail();
    const { User } = vscode.LanguageModelChatMessageRole;
    assert.equal(model, 'small');
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content.map((part) => (part as { value?: string }).value)]),
      [
        [User, ['You are Premove.']],
        [User, ['Rename it']],
      ],
    );
    assert.deepEqual(options.tools?.[0]?.inputSchema, request.tools[0]?.inputSchema);
  });

  it('call tools, and get the results with the same ids', async () => {
    external.answer(async (report) => {
      report(text('I look.'));
      report(new vscode.LanguageModelToolCallPart('call-7', 'read_file', { path: 'a.ts' }));
    });
    const first = (await ask()).at(-1);
    assert.ok(first?.type === 'end' && !('error' in first));
    assert.equal(first.stopReason, 'tools');
    const results: Message = {
      role: 'user',
      parts: [
        {
          ...{ type: 'tool-result', callId: 'call-7', name: 'read_file', isError: false },
          content: [{ type: 'text', text: 'const a = 1;' }],
        },
      ],
    };
    external.answer(async (report) => report(text('Done.')));
    const second = (await ask({ messages: [...request.messages, first.message, results] })).at(-1);
    assert.ok(second?.type === 'end' && !('error' in second));
    assert.equal(second.stopReason, 'unknown');
    const parts =
      external.requests
        .at(-1)
        ?.messages.slice(-2)
        .flatMap(({ content }) => content) ?? [];
    const [said, call, result] = parts;
    assert.ok(said instanceof vscode.LanguageModelTextPart);
    assert.ok(call instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual([call.callId, call.name, call.input], ['call-7', 'read_file', { path: 'a.ts' }]);
    assert.ok(result instanceof vscode.LanguageModelToolResultPart);
    assert.equal(result.callId, 'call-7');
    assert.equal((result.content[0] as vscode.LanguageModelTextPart).value, 'const a = 1;');
  });

  it('are cancelled when the user stops, even if the provider never ends its answer', async () => {
    const controller = new AbortController();
    let begun: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    external.answer(async (report) => {
      report(text('Half'));
      begun();
      await new Promise(() => {});
    });
    const asking = ask({}, controller.signal);
    await isBegun;
    controller.abort();
    const end = (await asking).at(-1);
    assert.ok(end?.type === 'end' && !('error' in end));
    assert.equal(end.stopReason, 'aborted');
    await until('the request is cancelled', () => external.requests.at(-1)?.token.isCancellationRequested === true);
  });

  const failures: readonly (readonly [string, Error, string, RegExp])[] = [
    ['NoPermissions', vscode.LanguageModelError.NoPermissions('no'), 'forbidden', /Test small.*allow it/],
    ['Blocked', vscode.LanguageModelError.Blocked('over'), 'quota-exhausted', /Select another model.*over/],
    ['NotFound', vscode.LanguageModelError.NotFound('gone'), 'not-found', /Select another model/],
    ['an error of the extension', new Error('No key is set.'), 'server', /Try again.*No key is set\./],
  ];
  for (const [name, error, kind, words] of failures) {
    it(`return ${name} as an error value that says what to do`, async () => {
      external.answer(() => Promise.reject(error));
      const events = await ask();
      assert.equal(events.length, 1);
      const [end] = events;
      assert.ok(end?.type === 'end' && 'error' in end);
      assert.equal(end.error.kind, kind);
      assert.match(end.error.message, words);
    });
  }

  it('keep the text before a failure', async () => {
    let seen: () => void = () => {};
    const isSeen = new Promise<void>((resolve) => (seen = resolve));
    external.answer(async (report) => {
      report(text('Half'));
      // VS Code drops parts that it has not delivered yet when the provider fails.
      await isSeen;
      throw new Error('It broke.');
    });
    const end = (await ask({}, never, seen)).at(-1);
    assert.ok(end?.type === 'end' && 'error' in end);
    assert.deepEqual(end.message.parts, [{ type: 'text', text: 'Half' }]);
  });

  it('refuse background requests until the user has sent them a prompt', async () => {
    isAllowed = undefined;
    const before = external.requests.length;
    const refused = (await ask({ promptId: 'prompt_suggestion' })).at(-1);
    assert.ok(refused?.type === 'end' && 'error' in refused);
    assert.equal(refused.error.kind, 'forbidden');
    assert.equal(external.requests.length, before);

    isAllowed = true;
    external.answer(
      async (report) => report(text('main')),
      async (report) => report(text('background')),
    );
    await ask();
    const asked = (await ask({ promptId: 'prompt_suggestion' })).at(-1);
    assert.ok(asked?.type === 'end' && !('error' in asked));
  });

  it('are unknown while the vendor does not offer them', async () => {
    external.setModels(['small']);
    await until(
      'the model is unknown',
      async () => (await models.resolve(`${VENDOR}/family/large`)).kind === 'unknown-model',
    );
    external.setModels(['small', 'family/large']);
    await until(
      'the model is known again',
      async () => (await models.resolve(`${VENDOR}/family/large`)).kind === 'model',
    );
  });
});

const request: ModelRequest = {
  model: 'small',
  system: 'You are Premove.',
  tools: [
    {
      ...{ name: 'read_file', description: 'Reads a file.' },
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
  messages: [userMessage('Rename it')],
  cacheAnchors: [],
  cacheKey: 'conversation-1',
  thinking: 'inherit',
  maxAttempts: 1,
  promptId: 'prompt-1',
};

function memoryMemento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => (values.has(key) ? values.get(key) : otherwise),
    update: async (key: string, value: unknown) => void values.set(key, value),
  } as vscode.Memento;
}
