import { describe, expect, it } from 'vitest';
import type { ModelErrorKind } from '../../../src/extension/model/chatModel.ts';
import { longText } from '../../support/longText.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

const MODEL = 'anthropic/claude-sonnet-5';
const OTHER = 'openai/gpt-5';
const read: ScriptedStep = { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] };
const failing = (kind: ModelErrorKind): ScriptedStep => ({ error: { kind, message: 'Later.', retryable: true } });

/** A chat with a selected model, and another model that answers with `others`. */
async function open(steps: readonly ScriptedStep[], others: readonly ScriptedStep[], fallback = OTHER) {
  const user = await start(steps, 'auto-edit', { 'a.ts': 'alpha\n' }, undefined, {}, { model: MODEL });
  user.setResolved({ kind: 'model', model: toSelected(user.scripted, MODEL) });
  const other = createScriptedModel(others);
  user.world.otherModels.set(OTHER, toSelected(other, OTHER));
  user.changeSettings({ enableFollowupSuggestions: false, routing: { fallback, fastFor: 'none' } });
  const lastAnswer = () => {
    const item = user.store.state.items.at(-1);
    if (item?.kind !== 'answer') throw new Error('There is no answer');
    return item;
  };
  const act = async (type: 'retry' | 'continue-answer') => {
    await user.controller.handle({ type, conversationId: user.store.state.conversationId, itemId: lastAnswer().id });
    await until(() => user.store.state.status === 'idle');
  };
  return { ...user, other, lastAnswer, act };
}

describe('the fallback model', () => {
  it.each<ModelErrorKind>(['rate-limited', 'overloaded', 'server', 'quota-exhausted', 'timeout', 'network'])(
    'answers after the error %s, and the failed attempt stays as a version',
    async (kind) => {
      const user = await open([failing(kind)], ['From the other.']);
      await user.exchange('Name it');
      expect(user.lastAnswer()).toMatchObject({
        status: 'done',
        models: [OTHER],
        routed: { reason: 'fallback', insteadOf: MODEL },
        branch: { index: 2, count: 2 },
      });
      expect(user.store.state.notice).toMatchObject({ action: 'end-fallback' });
      expect(user.store.state.composerMenu.fallback).toEqual({ id: OTHER, label: 'gpt-5' });
      const { conversationId } = user.store.state;
      await user.controller.handle({ type: 'switch-branch', conversationId, itemId: user.lastAnswer().id, step: -1 });
      expect(user.lastAnswer()).toMatchObject({ status: 'failed', models: [MODEL] });
    },
  );

  it('continues after the complete tool turns, and sends their results', async () => {
    const user = await open([read, failing('overloaded')], ['Done.']);
    await user.exchange('Read it');
    expect(user.lastAnswer()).toMatchObject({ status: 'done', models: [MODEL, OTHER] });
    expect(JSON.stringify(user.other.requests[0]?.messages)).toContain('alpha');
  });

  it('answers the next prompts, also in a new chat, until the user returns to the selected model', async () => {
    const user = await open([failing('rate-limited'), 'I am back.'], ['One.', 'Two.', 'Three.']);
    await user.exchange('First');
    await user.exchange('Second');
    await user.actions.newChat();
    await user.exchange('Third');
    expect(user.lastAnswer().models).toEqual([OTHER]);
    await user.controller.handle({ type: 'command', command: 'end-fallback' });
    expect(user.store.state).toMatchObject({ notice: null, composerMenu: { fallback: null } });
    await user.exchange('Fourth');
    expect(user.lastAnswer()).toMatchObject({ models: [MODEL], blocks: [{ text: 'I am back.' }] });
  });

  it('is no longer named below an answer that the selected model continues', async () => {
    const user = await open([failing('overloaded'), ' and two.'], [read, { text: 'One', stopReason: 'length' }]);
    await user.exchange('Count');
    expect(user.lastAnswer()).toMatchObject({ models: [OTHER], routed: { reason: 'fallback' } });
    await user.controller.handle({ type: 'command', command: 'end-fallback' });
    await user.act('continue-answer');
    expect(user.lastAnswer()).toMatchObject({ status: 'done', models: [OTHER, MODEL] });
    expect(user.lastAnswer().routed).toBeNull();
  });

  it('ends when the user selects a model', async () => {
    const user = await open([failing('rate-limited')], ['One.']);
    await user.exchange('First');
    user.changeSettings({ model: 'test/third' });
    expect(user.store.state.composerMenu.fallback).toBeNull();
  });

  it.each<ModelErrorKind>(['unauthorized', 'bad-request', 'not-found', 'context-too-long', 'content-filtered'])(
    'does not answer after the error %s',
    async (kind) => {
      const user = await open([failing(kind)], []);
      await user.exchange('Name it');
      expect(user.lastAnswer().status).toBe('failed');
      expect(user.other.requests).toEqual([]);
    },
  );

  it('is off by default, and cannot replace itself', async () => {
    for (const fallback of ['', MODEL]) {
      const user = await open([failing('overloaded')], [], fallback);
      await user.exchange('Name it');
      expect(user.lastAnswer().status).toBe('failed');
      expect(user.scripted.requests).toHaveLength(1);
    }
  });

  it('never replaces a model that the user chose for one message', async () => {
    const user = await open([], []);
    const own = createScriptedModel([failing('overloaded')]);
    user.world.otherModels.set('test/own', toSelected(own, 'test/own'));
    user.world.chosenModel = 'test/own';
    await user.controller.handle({ type: 'command', command: 'choose-message-model' });
    await user.exchange('Name it');
    expect(user.lastAnswer().status).toBe('failed');
    expect(user.other.requests).toEqual([]);
  });

  it('leaves a message to the selected model if the user chooses that model for it', async () => {
    const user = await open([failing('overloaded'), 'I am back.'], ['One.']);
    await user.exchange('First');
    user.world.chosenModel = MODEL;
    await user.controller.handle({ type: 'command', command: 'choose-message-model' });
    await user.exchange('Second');
    expect(user.lastAnswer()).toMatchObject({ models: [MODEL] });
    expect(user.lastAnswer().routed).toBeNull();
  });

  it('keeps both attempts as versions if it fails too, and the last attempt shows the failure', async () => {
    const user = await open([failing('overloaded')], [failing('overloaded')]);
    await user.exchange('Name it');
    expect(user.lastAnswer()).toMatchObject({ status: 'failed', models: [OTHER], branch: { index: 2, count: 2 } });
  });

  it('continues its own cut-off answer automatically', async () => {
    const user = await open([failing('overloaded')], [{ text: 'One', stopReason: 'length' }, ' and two.']);
    user.changeSettings({ autoContinue: true });
    await user.exchange('Count');
    expect(user.lastAnswer()).toMatchObject({ status: 'done', models: [OTHER] });
    expect(user.scripted.requests).toHaveLength(1);
  });

  it('that cannot be used leaves the failed answer as it is, and a notice names the model', async () => {
    const user = await open([failing('overloaded')], [], 'test/none');
    user.setResolved({ kind: 'model', model: toSelected(user.scripted, MODEL) });
    user.world.otherModels.clear();
    await user.submit('Name it');
    user.setResolved({ kind: 'missing-key', message: 'No key.' });
    await until(() => user.store.state.status === 'idle');
    expect(user.lastAnswer()).toMatchObject({ status: 'failed', models: [MODEL], branch: null });
    expect(user.store.state.notice).toMatchObject({ severity: 'warning', action: 'open-settings' });
    expect(user.store.state.notice?.message).toContain('The fallback model test/none cannot answer');
  });

  it('answers the next prompt, so its context window is shown, unless the prompt has its own model', async () => {
    const user = await open([failing('overloaded')], ['One.']);
    user.world.otherModels.set(OTHER, { ...toSelected(user.other, OTHER), contextWindow: 32_000 });
    const own = { ...toSelected(createScriptedModel([]), 'test/own'), contextWindow: 64_000 };
    user.world.otherModels.set('test/own', own);
    await user.exchange('First');
    expect(await user.controller.handle({ type: 'read-context' })).toMatchObject({ window: 32_000 });
    user.world.chosenModel = 'test/own';
    await user.controller.handle({ type: 'command', command: 'choose-message-model' });
    expect(await user.controller.handle({ type: 'read-context' })).toMatchObject({ window: 64_000 });
  });

  it('compresses the chat', async () => {
    const answers = ['1', '2', '3', '4'].map((name) => longText(`answer ${name}`, 1_500));
    const user = await open([failing('overloaded')], [...answers, 'A summary.']);
    for (const text of ['First', 'Second', 'Third', 'Fourth']) await user.exchange(text);
    const { conversationId } = user.store.state;
    await user.controller.handle({ type: 'compress', conversationId });
    await until(() => user.store.state.status === 'idle');
    expect(user.store.state.items.at(-1)).toMatchObject({ kind: 'summary', text: 'A summary.' });
  });

  it('is shown with its reason after a reload too', async () => {
    const user = await open([failing('overloaded')], ['One.']);
    await user.exchange('First');
    const again = await user.reload();
    expect(again.store.state.items.at(-1)).toMatchObject({ routed: { reason: 'fallback', insteadOf: MODEL } });
  });
});

describe('the fast model', () => {
  const withFast = async (steps: readonly ScriptedStep[], fastSteps: readonly ScriptedStep[]) => {
    const user = await open(steps, [], '');
    const fast = createScriptedModel(fastSteps);
    user.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast, 'test/fast') }));
    user.changeSettings({ fastModel: 'test/fast', routing: { fallback: '', fastFor: 'explore' } });
    return { ...user, fast };
  };

  it('makes all requests for a prompt that only asks a question, and Retry uses the selected model', async () => {
    const user = await withFast(['From the selected one.'], [read, 'In a.ts.']);
    await user.exchange('Where do we parse dates?');
    expect(user.lastAnswer()).toMatchObject({ models: ['test/fast'], routed: { reason: 'explore', insteadOf: MODEL } });
    expect(user.fast.requests.filter(({ promptId }) => promptId !== 'title')).toHaveLength(2);
    await user.act('retry');
    expect(user.lastAnswer().models).toEqual([MODEL]);
    expect(user.lastAnswer().routed).toBeNull();
  });

  it('does not answer a prompt that asks for a change', async () => {
    const user = await withFast(['Done.'], []);
    await user.exchange('Fix the parser');
    expect(user.lastAnswer().models).toEqual([MODEL]);
  });

  it('is replaced by the selected model if it cannot be found in ten seconds', async () => {
    const user = await withFast(['From the selected one.'], []);
    user.setFastModel(new Promise(() => {}));
    const answered = user.exchange('Where do we parse dates?');
    await user.clock.advance(10_000);
    await answered;
    expect(user.lastAnswer().models).toEqual([MODEL]);
    expect(user.lastAnswer().routed).toBeNull();
  });

  it('continues its prompt after the turn limit has paused it', async () => {
    const user = await withFast([], [read, 'In a.ts.']);
    user.changeSettings({ turnLimits: { prompt: 1, chat: null } });
    await user.exchange('Where do we parse dates?');
    expect(user.lastAnswer().status).toBe('turn-limit');
    user.changeSettings({ turnLimits: { prompt: null, chat: null } });
    user.world.askedModels.length = 0;
    await user.act('continue-answer');
    expect(user.world.askedModels).toContain('test/fast');
    expect(user.lastAnswer()).toMatchObject({ models: ['test/fast'], status: 'done' });
  });
});

describe('a change of the model in the middle of a chat', () => {
  it('shows how much the next message sends again, until that message is sent', async () => {
    const user = await open(['One.', 'Two.'], []);
    await user.exchange('First');
    user.changeSettings({ model: OTHER });
    await until(() => user.store.state.notice !== null);
    const message = /^gpt-5 has not cached this chat\. The next message sends all ≈[1-9],?\d00 tokens again\.$/;
    expect(user.store.state.notice?.message).toMatch(message);
    await user.exchange('Second');
    expect(user.store.state.notice).toBeNull();
  });

  it('shows how much is sent again for a model of one message too', async () => {
    const user = await open(['One.'], []);
    await user.exchange('First');
    user.world.chosenModel = OTHER;
    await user.controller.handle({ type: 'command', command: 'choose-message-model' });
    await until(() => user.store.state.notice !== null);
    expect(user.store.state.notice?.message).toContain('gpt-5 has not cached');
  });

  it('shows nothing in an empty chat', async () => {
    const user = await open([], []);
    user.changeSettings({ model: OTHER });
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
    expect(user.store.state.notice).toBeNull();
  });
});
