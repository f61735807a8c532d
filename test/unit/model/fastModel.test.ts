import { describe, expect, it } from 'vitest';
import { toBackgroundModel, toFastModel, toUnusable } from '../../../src/extension/model/fastModel.ts';
import { resolveModel } from '../../../src/extension/model/resolveModel.ts';
import { systemClock as clock } from '../../../src/extension/node/systemClock.ts';
import { silentLog as log } from '../../../src/extension/ports/log.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';

async function read(id: string, key?: string) {
  return toFastModel(id, await resolveModel(id, { providers: {}, getKey: async () => key, clock, log }));
}

describe('a fast model', () => {
  it('is the one that is set', async () => {
    expect(await read('mistral/small', 'key')).toMatchObject({ kind: 'model', model: { id: 'mistral/small' } });
  });

  it.each([
    ['needs a key', 'mistral/small', true, /Mistral needs an API key/],
    ['is of a provider that is gone', 'gone/small', false, /no provider "gone"/],
    ['is no model', 'small', false, /Write it as "<provider>\/<model>"/],
  ])('is unusable where it %s, which is said', async (_, id, needsKey, message) => {
    const fast = await read(id);
    expect(fast).toMatchObject({ kind: 'unusable', name: id, needsKey });
    expect(fast.kind === 'unusable' && fast.message).toMatch(message);
  });

  it('hides nothing in its name', () => {
    expect(toUnusable('a/\u202eb', '', false).name).toBe('a/\\u{202e}b');
  });
});

describe('in the background works', () => {
  const main = toSelected(createScriptedModel([]));
  const fast = toSelected(createScriptedModel([]), 'test/fast');

  it.each([
    ['the chat’s model where no other is set', { kind: 'unset' } as const, main],
    ['the fast model', { kind: 'model', model: fast } as const, fast],
    ['nobody where the fast model cannot', toUnusable('test/fast', 'Gone.', false), undefined],
  ])('%s', (_, setting, expected) => {
    expect(toBackgroundModel(setting, main)).toBe(expected);
  });
});
