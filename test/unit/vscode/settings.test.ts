import { describe, expect, test } from 'vitest';
import { SettingsReader } from '../../../src/extension/vscode/settings.ts';
import { createFakeConfiguration } from '../../support/fakeConfiguration.ts';

function start(...values: Parameters<typeof createFakeConfiguration>) {
  const configuration = createFakeConfiguration(...values);
  return { configuration, reader: new SettingsReader(configuration.host) };
}

describe.each([
  ['enableFollowupSuggestions', true],
  ['enableSpeculation', false],
] as const)('%s', (key, defaultValue) => {
  test.each([
    ['is what it is by default where nobody says anything', {}, defaultValue],
    ['is off where the user says so', { globalValue: false }, false],
    ['is on where the user says so', { globalValue: true }, true],
    ['stays off where the workspace says otherwise', { globalValue: false, workspaceValue: true }, false],
    ['is the default, and not what a workspace wants of it', { workspaceValue: true }, defaultValue],
    ['is taken away by a workspace', { globalValue: true, workspaceValue: false }, false],
    ['is taken away by what a workspace wrote wrongly', { globalValue: true, workspaceValue: 'false' }, false],
    ['is off where what the user wrote is neither', { globalValue: 'no' }, false],
  ])('%s', (_, levels, expected) => {
    const { reader } = start({ [key]: { defaultValue, ...levels } });
    expect(reader.current[key]).toBe(expected);
  });
});

describe('what was written wrongly', () => {
  test.each([
    ['model', 42, '42'],
    ['fastModel', ['a'], '["a"]'],
    ['fastModel', null, ''],
    ['fastModel', undefined, ''],
    ['fastModel', ' acme/small ', 'acme/small'],
  ] as const)('%s: %j is the id %j', (key, globalValue, expected) =>
    expect(start({ [key]: { globalValue } }).reader.current[key]).toBe(expected),
  );

  test.each([
    [undefined, 'submit'],
    ['submit', 'submit'],
    ['fill', 'fill'],
    ['Fill', 'fill'],
    [0, 'fill'],
  ] as const)('suggestions.enter: %j is %j', (globalValue, expected) =>
    expect(start({ 'suggestions.enter': { globalValue } }).reader.current.suggestionsEnter).toBe(expected),
  );

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
    ['nope', false],
  ] as const)('telemetry.enabled: %j records: %j', (globalValue, expected) =>
    expect(start({ 'telemetry.enabled': { globalValue } }).reader.current.recordsTelemetry).toBe(expected),
  );
});

test.each([
  [undefined, 'waiting'],
  ['off', 'off'],
  ['waiting', 'waiting'],
  ['all', 'all'],
  ['ALL', 'waiting'],
  [true, 'waiting'],
] as const)('notifications: %j is %j', (globalValue, expected) =>
  expect(start({ notifications: { globalValue } }).reader.current.notifications).toBe(expected),
);

describe('the settings', () => {
  test('are read once, as long as nothing changes', () => {
    const { reader } = start();
    expect(reader.current).toBe(reader.current);
  });

  test('are read anew after a change, also by whoever is told of it', () => {
    const { reader, configuration } = start({ model: { globalValue: 'tour/tour' } });
    const told: string[] = [];
    reader.onDidChange(() => told.push(reader.current.model));
    expect(reader.current.model).toBe('tour/tour');
    configuration.set('model', { globalValue: 'openai/gpt' });
    expect(told).toEqual(['openai/gpt']);
    expect(reader.current.model).toBe('openai/gpt');
  });

  test('are read anew when a folder comes, with its denials', () => {
    const { reader, configuration } = start();
    expect(reader.current.rules.deny).toEqual([]);
    configuration.addFolder('keys', ['edit(keys/**)']);
    expect(reader.current.rules.deny).toMatchObject([{ text: 'edit(keys/**)' }]);
  });

  test('can be changed by nobody who reads them, and are no part of VS Code’s own', () => {
    const providers = { ollama: { headers: { 'x-team': 'a' } } };
    const { reader } = start({
      providers: { globalValue: providers },
      permissions: { globalValue: { allow: ['edit(src/**)'] } },
    });
    const { current } = reader;
    const read = current.providers as typeof providers;
    for (const part of [current, read, read.ollama, read.ollama.headers, current.rules.allow, current.rules.allow[0]])
      expect(Object.isFrozen(part)).toBe(true);
    expect(read).toEqual(providers);
    expect(Object.isFrozen(providers.ollama.headers)).toBe(false);
  });

  test('are followed until they are disposed', () => {
    const { reader, configuration } = start();
    expect(configuration.listeners).toBe(2);
    reader.dispose();
    expect(configuration.listeners).toBe(0);
  });
});
