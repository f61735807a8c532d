import { describe, expect, test } from 'vitest';
import type { CacheSafeParams } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ModelError, ModelRequest, SelectedModel, StopReason } from '../../../src/extension/model/chatModel.ts';
import { type Message, textOf, userMessage } from '../../../src/extension/model/message.ts';
import { SUGGESTION_PROMPT } from '../../../src/extension/suggest/prompt.ts';
import { suggestNextPrompt, type SuggestionInput } from '../../../src/extension/suggest/suggester.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';

const usage = { input: 10, cacheRead: 900, cacheWrite: 0, output: 4 };
const busy: ModelError = { kind: 'overloaded', message: 'busy', status: 529, retryable: true };
const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'The bug is fixed.' }] };
const request: ModelRequest = {
  model: 'large',
  system: 'You are Premove.',
  tools: [{ name: 'grep', description: 'Searches.', inputSchema: { type: 'object' } }],
  messages: [userMessage('fix the bug and run tests')],
  cacheAnchors: [0],
  cacheKey: 'conversation-1',
  thinking: 'inherit',
  promptId: 'prompt-1',
};
const params: CacheSafeParams = { modelId: 'acme/large', request, answer, leaf: 'answer-1', version: 1 };
const live = new AbortController().signal;

function select(id: string, chatModel: ScriptedModel): SelectedModel {
  const name = id.split('/')[1] ?? id;
  return { id, label: name, name, chatModel };
}

function rig(step: ScriptedStep): { model: ScriptedModel; input: SuggestionInput } {
  const model = createScriptedModel([step]);
  const input = {
    params,
    curatedHistory: [...request.messages, answer],
    model: select('acme/large', model),
    enableCacheSharing: true,
    commandNames: [],
  };
  return { model, input };
}

describe('the suggester, with a fork of the conversation’s request', () => {
  test('asks once with the prompt, and returns the text with its usage', async () => {
    const { model, input } = rig({ text: 'run the tests', usage });
    expect(await suggestNextPrompt(input, live)).toEqual({ kind: 'suggestion', text: 'run the tests', usage });
    expect(model.requests).toEqual([
      {
        ...request,
        messages: [...request.messages, answer, userMessage(SUGGESTION_PROMPT)],
        promptId: 'prompt_suggestion',
        maxAttempts: 1,
      },
    ]);
  });

  test.each([
    ['run the tests\n', 'run the tests'],
    ['  commit this  ', 'commit this'],
    ['Commit it.', 'Commit it.'],
    ['fix  the   spacing', 'fix  the   spacing'],
  ])('only trims the model’s text: %j', async (output, text) => {
    const { input } = rig(output);
    expect(await suggestNextPrompt(input, live)).toEqual({ kind: 'suggestion', text, usage: null });
  });

  test.each([
    ['/review', 'unknown_command'],
    ['/review the changes', 'unknown_command'],
  ])('suppresses an unknown command: %j', async (text, reason) => {
    const { input } = rig({ text, usage });
    expect(await suggestNextPrompt(input, live)).toMatchObject({ kind: 'suppressed', reason, length: text.length });
  });

  test.each([
    ['/review the changes', ['compress', 'review']],
    ['/etc/hosts is wrong', []],
  ])('returns a known command or a path: %j', async (text, commandNames) => {
    const { input } = rig(text);
    expect(await suggestNextPrompt({ ...input, commandNames }, live)).toMatchObject({ kind: 'suggestion', text });
  });

  test('ignores tool calls and thoughts', async () => {
    const { input } = rig({ thinking: 'hm', text: 'run the tests', calls: [{ name: 'grep', input: {} }] });
    expect(await suggestNextPrompt(input, live)).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
  });

  test.each([
    ['done', 'done'],
    ['', 'empty'],
    ['Let me run the tests', 'ai_voice'],
    ['run tests\nthen commit', 'has_formatting'],
    ['run\u200btests', 'control_chars'],
  ])('returns the rule that rejects %j, with the usage', async (text, reason) => {
    const { input } = rig({ text, usage });
    expect(await suggestNextPrompt(input, live)).toMatchObject({
      kind: 'suppressed',
      reason,
      length: text.length,
      usage,
    });
  });

  test.each<StopReason>(['length', 'context-full', 'refused', 'paused'])(
    'suppresses an answer that ended with %s',
    async (stopReason) => {
      const { input } = rig({ text: 'run the', stopReason, usage });
      expect(await suggestNextPrompt(input, live)).toEqual({
        kind: 'suppressed',
        reason: 'incomplete',
        length: 7,
        usage,
      });
    },
  );

  test('returns a failure as a value, without a second attempt', async () => {
    const { model, input } = rig({ error: busy, usage });
    expect(await suggestNextPrompt(input, live)).toMatchObject({ kind: 'failed', error: busy, usage });
    expect(model.requests).toHaveLength(1);
  });

  test('sends nothing if the signal has already aborted', async () => {
    const { model, input } = rig('run the tests');
    expect(await suggestNextPrompt(input, AbortSignal.abort())).toMatchObject({ kind: 'aborted', usage: null });
    expect(model.requests).toEqual([]);
  });

  test('ends the model’s stream when the signal aborts', async () => {
    const abort = new AbortController();
    const { model, input } = rig({ text: 'run', hold: new Promise(() => {}) });
    const result = suggestNextPrompt(input, abort.signal);
    setImmediate(() => abort.abort());
    expect(await result).toMatchObject({ kind: 'aborted', usage: null });
    expect(model.aborted).toBe(1);
  });
});

describe('the suggester, with a request of its own', () => {
  const standalone = (step: ScriptedStep): ReturnType<typeof rig> => {
    const { model, input } = rig(step);
    return { model, input: { ...input, enableCacheSharing: false } };
  };

  test('reads the suggestion from the JSON', async () => {
    const { model, input } = standalone({ text: '{"suggestion": "run the tests"}', usage });
    expect(await suggestNextPrompt(input, live)).toEqual({ kind: 'suggestion', text: 'run the tests', usage });
    expect(model.requests[0]).toMatchObject({ tools: [], thinking: 'off', promptId: 'prompt_suggestion' });
    expect(model.requests[0]?.responseSchema).toMatchObject({ required: ['suggestion'] });
    expect(textOf(model.requests[0]?.messages.at(-1) ?? answer)).toContain(SUGGESTION_PROMPT);
  });

  test('asks the fast model if there is one', async () => {
    const { model, input } = standalone('{"suggestion": "wrong model"}');
    const fast = createScriptedModel(['{"suggestion": "run the tests"}']);
    const result = await suggestNextPrompt({ ...input, fastModel: select('acme/small', fast) }, live);
    expect(result).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
    expect(fast.requests[0]?.model).toBe('small');
    expect(model.requests).toEqual([]);
  });

  test('accepts plain text from a model without schema support', async () => {
    const { input } = standalone('run the tests');
    expect(await suggestNextPrompt(input, live)).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
  });

  test('suppresses an empty suggestion', async () => {
    const { input } = standalone('{"suggestion": ""}');
    expect(await suggestNextPrompt(input, live)).toEqual({
      kind: 'suppressed',
      reason: 'empty',
      length: 0,
      usage: null,
    });
  });

  test.each(['{"next": "run the tests"}', '{"suggestion": 3}', '{"suggestion": "run', '```\nrun\n```'])(
    'fails on malformed JSON instead of guessing: %j',
    async (text) => {
      const { input } = standalone({ text, usage });
      expect(await suggestNextPrompt(input, live)).toMatchObject({
        kind: 'failed',
        error: { kind: 'malformed' },
        usage,
      });
    },
  );

  test('suppresses plain text that was cut off', async () => {
    const { input } = standalone({ text: 'run the', stopReason: 'length' });
    expect(await suggestNextPrompt(input, live)).toMatchObject({ kind: 'suppressed', reason: 'incomplete' });
  });
});
