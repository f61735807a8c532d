import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createNodeFileStore } from '../../src/extension/node/nodeFileStore.ts';
import { systemClock as clock } from '../../src/extension/node/systemClock.ts';
import { silentLog as log } from '../../src/extension/ports/log.ts';
import { SettingsReader } from '../../src/extension/vscode/settings.ts';
import { createSuggestionEvents } from '../../src/extension/vscode/suggestionEvents.ts';
import { mayPrepare, writeSwitch } from '../../src/extension/vscode/writeSettings.ts';
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
    assert.equal(await writeSwitch('enableFollowupSuggestions', false), 'written');
    assert.deepEqual(read(), [false, false]);
    assert.equal(await writeSwitch('enableFollowupSuggestions', true), 'written');
    assert.deepEqual(read(), [true, false]);
    assert.equal(await writeSwitch('enableSpeculation', true), 'written');
    assert.deepEqual(read(), [true, true]);
    assert.equal(configuration().inspect('enableSpeculation')?.globalValue, true);
    assert.equal(await writeSwitch('enableSpeculation', false), 'written');
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
    assert.equal(await writeSwitch('enableSpeculation', true), 'off-in-workspace');
    assert.equal(await writeSwitch('enableFollowupSuggestions', true), 'off-in-workspace');
    assert.deepEqual(read(), [false, false]);
    assert.deepEqual(await vscode.workspace.fs.readFile(file), before);
  });
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
    const events = createSuggestionEvents(createNodeFileStore(folder), settings, clock, log);
    events.record({ outcome: 'suppressed', prompt_id: 'user_intent', reason: 'cancelled' });
    await events.flush();
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
