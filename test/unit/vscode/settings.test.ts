import { describe, expect, test } from 'vitest';
import { SettingsReader } from '../../../src/extension/vscode/settings.ts';
import { createFakeConfiguration } from './fakeConfiguration.ts';

function start(...values: Parameters<typeof createFakeConfiguration>) {
  const configuration = createFakeConfiguration(...values);
  return { configuration, reader: new SettingsReader(configuration.host) };
}

describe.each([
  ['enableFollowupSuggestions', true],
  ['enableSpeculation', false],
] as const)('%s', (key, defaultValue) => {
  test.each([
    ['has its default if it is not set', {}, defaultValue],
    ['is off if the user turns it off', { globalValue: false }, false],
    ['is on if the user turns it on', { globalValue: true }, true],
    ['stays off if only the workspace turns it on', { globalValue: false, workspaceValue: true }, false],
    ['keeps its default if only the workspace turns it on', { workspaceValue: true }, defaultValue],
    ['is off if the workspace turns it off', { globalValue: true, workspaceValue: false }, false],
    ['is off if the workspace has an invalid value', { globalValue: true, workspaceValue: 'false' }, false],
    ['is off if the user has an invalid value', { globalValue: 'no' }, false],
  ])('%s', (_, levels, expected) => {
    const { reader } = start({ [key]: { defaultValue, ...levels } });
    expect(reader.current[key]).toBe(expected);
  });
});

describe('valid and invalid values', () => {
  test.each([
    ['model', 42, '42'],
    ['fastModel', ['a'], '["a"]'],
    ['fastModel', null, ''],
    ['fastModel', undefined, ''],
    ['fastModel', ' acme/small ', 'acme/small'],
  ] as const)('%s: %j is read as %j', (key, globalValue, expected) =>
    expect(start({ [key]: { globalValue } }).reader.current[key]).toBe(expected),
  );

  test.each([
    [{ globalValue: 'acme/big' }, false],
    [{ globalValue: 'acme/big', workspaceValue: 'acme/small' }, true],
    [{ workspaceValue: 'acme/small' }, true],
    // In an untrusted workspace, VS Code does not apply the workspace’s value. Here, the folder’s value replaces it.
    [{ workspaceValue: 'acme/small', workspaceFolderValue: 'acme/big' }, false],
    [{}, false],
  ] as const)('the model is of the workspace only if the workspace’s value applies: %j', (levels, expected) =>
    expect(start({ model: levels }).reader.current.isModelSetByWorkspace).toBe(expected),
  );

  test('compression.model of a workspace is ignored, because the model gets the messages', () => {
    const read = (levels: object) => start({ 'compression.model': levels }).reader.current.compressionModel;
    expect(read({ globalValue: ' acme/small ' })).toBe('acme/small');
    expect(read({ workspaceValue: 'acme/small' })).toBe('');
    expect(read({})).toBe('');
  });

  test.each([
    [undefined, 'submit'],
    ['submit', 'submit'],
    ['fill', 'fill'],
    ['Fill', 'fill'],
    [0, 'fill'],
  ] as const)('suggestions.enter: %j is read as %j', (globalValue, expected) =>
    expect(start({ 'suggestions.enter': { globalValue } }).reader.current.suggestionsEnter).toBe(expected),
  );

  test.each([
    [{ defaultValue: false }, false],
    [{ globalValue: true }, true],
    [{ globalValue: 'true' }, false],
    [{ workspaceValue: true }, false],
  ])('complete.tab and complete.auto: %j is read as %j, because only the user may spend money', (levels, expected) => {
    const { reader } = start({ 'complete.tab': levels, 'complete.auto': levels });
    expect(reader.current.completing).toEqual({ onTab: expected, onPause: expected });
  });

  test.each([
    [undefined, 'preview'],
    ['preview', 'preview'],
    ['boundary', 'boundary'],
    ['stop', 'boundary'],
  ] as const)('speculation.defaultMode: %j is read as %j', (globalValue, expected) =>
    expect(start({ 'speculation.defaultMode': { globalValue } }).reader.current.speculationDefaultMode).toBe(expected),
  );

  test.each([
    [undefined, 'off'],
    ['ask', 'ask'],
    ['on', 'on'],
    ['always', 'off'],
  ] as const)('terminalWatch.mode: %j is read as %j', (globalValue, expected) => {
    const { reader } = start({ 'terminalWatch.mode': { defaultValue: 'off', globalValue, workspaceValue: 'on' } });
    expect(reader.current.terminalWatch.mode).toBe(expected);
  });

  test('terminalWatch.maxCostPerDay: null means no limit', () => {
    const limitOf = (globalValue: unknown) =>
      start({ 'terminalWatch.maxCostPerDay': { defaultValue: 1, globalValue } }).reader.current.terminalWatch
        .maxCostPerDay;
    expect([undefined, null, 3, -1].map(limitOf)).toEqual([1, null, 3, 0]);
  });

  test.each([
    [undefined, 'resume'],
    ['resume', 'resume'],
    ['discard', 'discard'],
    ['stop', 'discard'],
  ] as const)('speculation.atBoundary: %j is read as %j', (globalValue, expected) =>
    expect(start({ 'speculation.atBoundary': { globalValue } }).reader.current.speculationAtBoundary).toBe(expected),
  );

  test.each([
    [{ defaultValue: 0.25 }, 0.25],
    [{ defaultValue: 0.25, globalValue: 1 }, 1],
    [{ defaultValue: 0.25, globalValue: null }, null],
    [{ defaultValue: 0.25, globalValue: 'none' }, 0],
    [{ defaultValue: 0.25, workspaceValue: 100 }, 0.25],
    [{ defaultValue: 0.25, workspaceValue: null }, 0.25],
  ])('speculation.maxCost: %j is read as %j', (levels, expected) =>
    expect(start({ 'speculation.maxCost': levels }).reader.current.maxSpeculationCost).toBe(expected),
  );

  test.each([
    [undefined, 200],
    [50, 50],
    [0.5, 0.5],
    [0, 0],
    [-1, 200],
    ['50', 200],
    [null, 200],
  ])('changes.maxSizeMb: %j is read as %j', (globalValue, expected) =>
    expect(start({ 'changes.maxSizeMb': { globalValue } }).reader.current.maxChangesMb).toBe(expected),
  );

  test('speculation.defaultMode of a workspace is ignored', () => {
    const levels = { globalValue: 'boundary', workspaceValue: 'preview' };
    expect(start({ 'speculation.defaultMode': levels }).reader.current.speculationDefaultMode).toBe('boundary');
  });

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
    ['nope', false],
  ] as const)('telemetry.enabled: %j is read as %j', (globalValue, expected) =>
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
] as const)('notifications: %j is read as %j', (globalValue, expected) =>
  expect(start({ notifications: { globalValue } }).reader.current.notifications).toBe(expected),
);

describe('the settings', () => {
  test('are read only once until a setting changes', () => {
    const { reader } = start();
    expect(reader.current).toBe(reader.current);
  });

  test('are read again after a change, before the listeners run', () => {
    const { reader, configuration } = start({ model: { globalValue: 'tour/tour' } });
    const models: string[] = [];
    reader.onDidChange(() => models.push(reader.current.model));
    expect(reader.current.model).toBe('tour/tour');
    configuration.set('model', { globalValue: 'openai/gpt' });
    expect(models).toEqual(['openai/gpt']);
    expect(reader.current.model).toBe('openai/gpt');
  });

  test('are read again when a folder is added, with its deny rules', () => {
    const { reader, configuration } = start();
    expect(reader.current.rules.deny).toEqual([]);
    configuration.addFolder('keys', ['edit(keys/**)']);
    expect(reader.current.rules.deny).toMatchObject([{ text: 'edit(keys/**)' }]);
  });

  test('are a frozen copy of VS Code’s settings', () => {
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

  test('are watched until the reader is disposed', () => {
    const { reader, configuration } = start();
    expect(configuration.listeners).toBe(2);
    reader.dispose();
    expect(configuration.listeners).toBe(0);
  });
});
