import { describe, expect, it } from 'vitest';
import { toBackgroundModel, toFastModel, toUnusable } from '../../../src/extension/model/fastModel.ts';
import { resolveModel } from '../../../src/extension/model/resolveModel.ts';
import { systemClock as clock } from '../../../src/extension/node/systemClock.ts';
import { silentLog as log } from '../../../src/extension/base/silentLog.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';

async function read(id: string, key?: string) {
  return toFastModel(id, await resolveModel(id, { providers: {}, getKey: async () => key, clock, log }));
}

describe('a fast model', () => {
  it('is the model in the setting', async () => {
    expect(await read('mistral/small', 'key')).toMatchObject({ kind: 'model', model: { id: 'mistral/small' } });
  });

  it.each([
    ['needs a key', 'mistral/small', true, /Mistral needs an API key/],
    ['belongs to an unknown provider', 'gone/small', false, /no provider "gone"/],
    ['has an id without a provider', 'small', false, /Write it as "<provider>\/<model>"/],
  ])('is unusable if it %s, and has a message with the reason', async (_, id, needsKey, message) => {
    const fast = await read(id);
    expect(fast).toMatchObject({ kind: 'unusable', name: id, needsKey });
    expect(fast.kind === 'unusable' && fast.message).toMatch(message);
  });

  it('shows invisible characters in its name', () => {
    expect(toUnusable('a/\u202eb', '', false).name).toBe('a/\\u{202e}b');
  });
});

describe('background requests', () => {
  const main = toSelected(createScriptedModel([]));
  const fast = toSelected(createScriptedModel([]), 'test/fast');

  it.each([
    ['use the chat’s model if no fast model is set', { kind: 'unset' } as const, main],
    ['use the fast model if it is usable', { kind: 'model', model: fast } as const, fast],
    [
      'do not use the chat’s model instead of an unusable fast model',
      toUnusable('test/fast', 'Gone.', false),
      undefined,
    ],
  ])('%s', (_, setting, expected) => {
    expect(toBackgroundModel(setting, main)).toBe(expected);
  });
});
