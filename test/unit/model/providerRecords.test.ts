import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prefixRuleOf } from '../../../src/extension/background/cacheSafeParams.ts';
import { SUGGESTED_MODELS } from '../../../src/extension/model/listModels.ts';
import { toLabel } from '../../../src/extension/model/modelId.ts';
import { PROVIDER_KINDS } from '../../../src/extension/model/providers/providerRecord.ts';
import { providerLabel, providerRecord, PROVIDERS } from '../../../src/extension/model/providers/providerList.ts';
import { toProviders } from '../../../src/extension/model/providerSettings.ts';
import { dialectOf } from '../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';

const FOLDER = join(import.meta.dirname, '../../../src/extension/model/providers');
const NO_RECORDS = ['providerList.ts', 'providerRecord.ts'];

it('each file of model/providers has one record, and each record is in the list', async () => {
  const files = (await readdir(FOLDER)).filter((file) => !NO_RECORDS.includes(file));
  const names: string[] = [];
  for (const file of files) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    names.push(...[...text.matchAll(/^ {2}name: '([^']+)',$/gm)].map(([, name = '']) => name));
  }
  expect(names).toHaveLength(files.length);
  expect(names.toSorted()).toEqual(PROVIDERS.map(({ name }) => name).toSorted());
});

it('providers with a wire format can be chosen without a setting, in the order of the list', () => {
  const reached = PROVIDERS.flatMap(({ name, label, wire }) => (wire ? [{ name, label, ...wire, headers: {} }] : []));
  expect(toProviders({}).providers).toEqual(reached);
  expect(PROVIDERS.filter(({ wire }) => !wire).map(({ name }) => name)).toEqual(['vscode', 'tour']);
});

it.each([
  ['constructor', undefined],
  ['', undefined],
  ['openai', 'OpenAI'],
])('the record of %j is found only by its own name', (name, label) => {
  expect(providerRecord(name)?.label).toBe(label);
  expect(providerLabel(name)).toBe(label ?? name);
});

it('a provider without a record gets the defaults for an unknown server', () => {
  expect(prefixRuleOf('work/model')).toEqual({ cache: 'automatic', thinking: 'keep' });
  expect(dialectOf({ name: 'work', baseUrl: 'https://models.example/v1' })).toMatchObject({
    outputLimit: 'max_tokens',
    marksCacheOf: undefined,
  });
});

it('dialectOf finds a dialect by a known host under any name, and by a known name at an unknown host', () => {
  expect(dialectOf({ name: 'work', baseUrl: 'https://api.mistral.ai/v1' }).callIds).toBe('nine-characters');
  expect(dialectOf({ name: 'mistral', baseUrl: 'https://proxy.example/v1' }).callIds).toBe('nine-characters');
});

it('suggested models include their provider, and labels omit the vendor of VS Code’s models', () => {
  expect(SUGGESTED_MODELS).toContain('anthropic/claude-sonnet-5');
  expect(toLabel('vscode/copilot/gpt-5')).toBe('gpt-5');
  expect(toLabel('vscode/copilot')).toBe('copilot');
  expect(toLabel('openrouter/anthropic/claude')).toBe('anthropic/claude');
});

it('the setting of providers offers the kinds of all wire formats', async () => {
  const manifest = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const setting = manifest.slice(manifest.indexOf('"premove.providers": {'));
  const [, kinds = ''] = /"kind": \{\s*"enum": (\[[^\]]*\])/.exec(setting) ?? [];
  expect((JSON.parse(kinds) as string[]).toSorted()).toEqual([...PROVIDER_KINDS].toSorted());
});
