import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createNodeFileStore } from '../../src/extension/node/nodeFileStore.ts';
import { systemClock as clock } from '../../src/extension/node/systemClock.ts';
import { silentLog as log } from '../../src/extension/base/silentLog.ts';
import { SettingsReader } from '../../src/extension/vscode/settings.ts';
import { createOutcomeFile } from '../../src/extension/vscode/eventFiles.ts';
import { mayPrepare, writeSwitch } from '../../src/extension/vscode/writeSettings.ts';
import { until } from '../support/until.ts';

const settings = new SettingsReader(vscode.workspace);
const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('premove');
const setUserValue = (key: string, value: unknown): Thenable<void> =>
  configuration().update(key, value, vscode.ConfigurationTarget.Global);

after(() => settings.dispose());

describe('suggestion settings of a repository', () => {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(root?.uri ?? vscode.Uri.file('/'), '.vscode', 'settings.json');
  const keys = ['enableFollowupSuggestions', 'enableSpeculation'] as const;

  async function writeRepositorySettings(value: boolean): Promise<void> {
    const all = Object.fromEntries(keys.map((key) => [`premove.${key}`, value]));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(all)));
    await until('VS Code has read the settings of the repository', () =>
      keys.every((key) => configuration().inspect(key)?.workspaceValue === value),
    );
  }

  const read = (): boolean[] => keys.map((key) => settings.current[key]);

  afterEach(async () => {
    await vscode.workspace.fs.delete(file);
    for (const key of keys) await setUserValue(key, undefined);
    await until('the settings of the repository are gone', () =>
      keys.every((key) => configuration().inspect(key)?.workspaceValue === undefined),
    );
  });

  it('do not switch on what the user has switched off or what is off by default', async () => {
    await writeRepositorySettings(true);
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

  it('switch off what the user has switched on, and stay unchanged when the user switches it on again', async () => {
    for (const key of keys) await setUserValue(key, true);
    assert.deepEqual(read(), [true, true]);
    await writeRepositorySettings(false);
    assert.deepEqual(read(), [false, false]);
    const before = await vscode.workspace.fs.readFile(file);
    assert.equal(mayPrepare(), false);
    assert.equal(await writeSwitch('enableSpeculation', true), 'off-in-workspace');
    assert.equal(await writeSwitch('enableFollowupSuggestions', true), 'off-in-workspace');
    assert.deepEqual(read(), [false, false]);
    assert.deepEqual(await vscode.workspace.fs.readFile(file), before);
  });
});

describe('createOutcomeFile', () => {
  const real = Object.getOwnPropertyDescriptor(vscode.env, 'isTelemetryEnabled');
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'premove-events-'));
  });

  afterEach(async () => {
    if (real) Object.defineProperty(vscode.env, 'isTelemetryEnabled', real);
    await setUserValue('telemetry.enabled', undefined);
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Records an event with these telemetry settings, and returns the text of the event file. Does not send it. Changes
   * `isTelemetryEnabled` for extensions in this host only.
   */
  async function recordEvent(
    vscodeTelemetry: boolean,
    premoveTelemetry: boolean | undefined,
  ): Promise<string | undefined> {
    Object.defineProperty(vscode.env, 'isTelemetryEnabled', { configurable: true, get: () => vscodeTelemetry });
    await setUserValue('telemetry.enabled', premoveTelemetry);
    const events = createOutcomeFile('speculations', createNodeFileStore(folder), settings, clock, log);
    events.record({ outcome: 'aborted' });
    await events.flush();
    return readFile(join(folder, 'telemetry', 'speculations.jsonl'), 'utf8').catch(() => undefined);
  }

  it('records an event if both VS Code’s telemetry and Premove’s own are on', async () => {
    assert.match((await recordEvent(true, undefined)) ?? '', /"outcome":"aborted"/);
  });

  it('records nothing if VS Code’s telemetry is off', async () => {
    assert.equal(await recordEvent(false, true), undefined);
  });

  it('records nothing if Premove’s own telemetry is off', async () => {
    assert.equal(await recordEvent(true, false), undefined);
  });
});
