import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { findConfiguredModel, type ConfiguredModels } from '../../../src/extension/instructions/configuredModel.ts';
import type { Log } from '../../../src/extension/ports/log.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';

/** A machine whose environment has a key for every provider, so every model can be resolved. */
function machine(parts: Partial<ConfiguredModels> = {}) {
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void logged.push(message) };
  const resolved: string[] = [];
  const models: ConfiguredModels = {
    chosen: () => [],
    listed: () => [],
    isUsed: async () => false,
    async resolve(id) {
      resolved.push(id);
      return { kind: 'model', model: { id, label: id, name: id, chatModel: createScriptedModel([]) } };
    },
    ...parts,
  };
  return { find: (name: string) => findConfiguredModel(name, models, log), resolved, logged };
}

const CHOSEN = ['anthropic/claude-sonnet-5', '', 'vscode/copilot/gpt-5'];

describe('a model that a file names', () => {
  test.each<[name: string, id: string]>([
    ['anthropic/claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['  anthropic/claude-haiku-5 ', 'anthropic/claude-haiku-5'],
    ['Claude-Sonnet-5', 'anthropic/claude-sonnet-5'],
    ['vscode/copilot/gpt-5-mini', 'vscode/copilot/gpt-5-mini'],
  ])('is found if a setting names it, or another model of its provider: %j', async (name, id) => {
    expect(await machine({ chosen: () => CHOSEN }).find(name)).toBe(id);
  });

  test('is found if its provider is in premove.providers, or if the user has stored a key for its provider', async () => {
    expect(await machine({ listed: () => ['work'] }).find('work/big')).toBe('work/big');
    const asked: string[] = [];
    const isUsed = async (server: string): Promise<boolean> => asked.push(server) > 0 && server === 'openai';
    expect(await machine({ isUsed }).find('openai/gpt-5')).toBe('openai/gpt-5');
    expect(await machine({ isUsed }).find('vscode/acme/x')).toBeUndefined();
    expect(asked).toEqual(['openai', 'vscode/acme']);
  });

  test('is not found if the stored keys cannot be read, and the log says why', async () => {
    const { find, logged } = machine({ isUsed: () => Promise.reject(new Error('The keyring is locked')) });
    expect(await find('openai/gpt-5')).toBeUndefined();
    expect(logged).toEqual(['The stored keys could not be read, so openai counts as not set up']);
  });

  test.each([
    'openai/gpt-5',
    'openrouter/anthropic/claude-sonnet-5',
    'anthropic-proxy/claude-sonnet-5',
    'Anthropic/claude-sonnet-5',
    'ollama/qwen3',
    'vscode/other/gpt-5',
    'vscode/copilot',
    'vscode',
    'constructor/x',
    '__proto__/x',
    '/gpt-5',
    'anthropic/',
    ' / ',
    '',
    'tour/tour',
    'work/big (anthropic/claude-sonnet-5)',
  ])('is not found, and not resolved, if only the environment has a key: %j', async (name) => {
    const { find, resolved } = machine({ chosen: () => CHOSEN });
    expect(await find(name)).toBeUndefined();
    expect(resolved).toEqual([]);
  });

  test('is not found if it cannot be used now', async () => {
    const resolve: ConfiguredModels['resolve'] = async () => ({ kind: 'missing-key', message: '' });
    expect(await machine({ chosen: () => CHOSEN, resolve }).find('anthropic/claude-sonnet-5')).toBeUndefined();
  });
});
