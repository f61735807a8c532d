import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ChatStore } from '../../src/extension/chat/view/chatStore.ts';
import { systemClock as clock } from '../../src/extension/node/systemClock.ts';
import { silentLog as log } from '../../src/extension/ports/log.ts';
import { SettingsReader } from '../../src/extension/vscode/settings.ts';
import { createSuggestionParts } from '../../src/extension/vscode/suggestionParts.ts';
import {
  mayPrepare,
  writePreparingEnabled,
  writeSuggestionsEnabled,
} from '../../src/extension/vscode/writeSettings.ts';
import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import { until } from '../support/until.ts';

const settings = new SettingsReader(vscode.workspace);
const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('premove');
const setOfUser = (key: string, value: unknown): Thenable<void> =>
  configuration().update(key, value, vscode.ConfigurationTarget.Global);

after(() => settings.dispose());

describe('What a repository says of suggestions in its settings', () => {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(root?.uri ?? vscode.Uri.file('/'), '.vscode', 'settings.json');
  const keys = ['enableFollowupSuggestions', 'enableSpeculation'] as const;

  async function writeOfRepository(value: boolean): Promise<void> {
    const all = Object.fromEntries(keys.map((key) => [`premove.${key}`, value]));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(all)));
    await until('VS Code has read it', () =>
      keys.every((key) => configuration().inspect(key)?.workspaceValue === value),
    );
  }

  const read = (): boolean[] => keys.map((key) => settings.current[key]);

  afterEach(async () => {
    await vscode.workspace.fs.delete(file);
    for (const key of keys) await setOfUser(key, undefined);
    await until('VS Code has forgotten it', () =>
      keys.every((key) => configuration().inspect(key)?.workspaceValue === undefined),
    );
  });

  it('switches nothing on that the user has off, for good or by default', async () => {
    await writeOfRepository(true);
    assert.deepEqual(read(), [true, false]);
    assert.equal(await writeSuggestionsEnabled(false), 'written');
    assert.deepEqual(read(), [false, false]);
    assert.equal(await writeSuggestionsEnabled(true), 'written');
    assert.deepEqual(read(), [true, false]);
    assert.equal(await writePreparingEnabled(true), 'written');
    assert.deepEqual(read(), [true, true]);
    assert.equal(configuration().inspect('enableSpeculation')?.globalValue, true);
    assert.equal(await writePreparingEnabled(false), 'written');
    assert.deepEqual(read(), [true, false]);
    assert.equal(mayPrepare(), true);
  });

  it('switches off what the user has on, which then says so and leaves the repository’s file alone', async () => {
    for (const key of keys) await setOfUser(key, true);
    assert.deepEqual(read(), [true, true]);
    await writeOfRepository(false);
    assert.deepEqual(read(), [false, false]);
    const before = await vscode.workspace.fs.readFile(file);
    assert.equal(mayPrepare(), false);
    assert.equal(await writePreparingEnabled(true), 'off-in-workspace');
    assert.equal(await writeSuggestionsEnabled(true), 'off-in-workspace');
    assert.deepEqual(read(), [false, false]);
    assert.deepEqual(await vscode.workspace.fs.readFile(file), before);
  });
});

const memento: vscode.ExtensionContext['globalState'] = {
  keys: () => [],
  get: () => undefined,
  update: async () => undefined,
  setKeysForSync: () => undefined,
};

function createParts(folder: string) {
  const store = new ChatStore(createInitialChatState('one'));
  const context = { globalState: memento, globalStorageUri: vscode.Uri.file(folder) };
  return {
    store,
    parts: createSuggestionParts(context, {
      readSettings: () => settings.current,
      store,
      onDidCount: () => {},
      clock,
      log,
    }),
  };
}

it('What is said of the fast model is taken back once a key or a setting has changed', () => {
  const { store, parts } = createParts(tmpdir());
  parts.limits.onNotice({ kind: 'fast-model-unavailable', model: 'a/b', message: 'It needs a key.', needsKey: true });
  assert.equal(store.state.suggesting.notice?.kind, 'fast-model-unavailable');
  parts.refresh();
  assert.equal(store.state.suggesting.notice, null);
});

describe('What becomes of suggestions', () => {
  const real = Object.getOwnPropertyDescriptor(vscode.env, 'isTelemetryEnabled');
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'premove-events-'));
  });

  afterEach(async () => {
    if (real) Object.defineProperty(vscode.env, 'isTelemetryEnabled', real);
    await setOfUser('telemetry.enabled', undefined);
    await rm(folder, { recursive: true, force: true });
  });

  /** VS Code itself goes on as it is: this changes what it says to extensions in this host, and nothing is sent. */
  async function note(ofVscode: boolean, ours: boolean | undefined): Promise<string | undefined> {
    Object.defineProperty(vscode.env, 'isTelemetryEnabled', { configurable: true, get: () => ofVscode });
    await setOfUser('telemetry.enabled', ours);
    const { parts } = createParts(folder);
    parts.recorder.suppressed('cancelled');
    await parts.close();
    return readFile(join(folder, 'telemetry', 'suggestions.jsonl'), 'utf8').catch(() => undefined);
  }

  it('is noted where both VS Code’s telemetry and our own are on', async () => {
    assert.match((await note(true, undefined)) ?? '', /"reason":"cancelled"/);
  });

  it('is not noted where VS Code’s telemetry is off', async () => {
    assert.equal(await note(false, true), undefined);
  });

  it('is not noted where our own is off', async () => {
    assert.equal(await note(true, false), undefined);
  });
});
