import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Notice } from '../../src/shared/chatState.ts';
import { createKeptRules } from '../../src/extension/approval/rules/keptRules.ts';
import { changePermissions } from '../../src/extension/vscode/writeSettings.ts';
import { SettingsReader } from '../../src/extension/vscode/settings.ts';
import { until } from '../support/until.ts';

const settings = new SettingsReader(vscode.workspace);
const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('premove');
const ofUser = (): unknown => configuration().inspect('permissions')?.globalValue;
const setOfUser = (value: unknown): Thenable<void> =>
  configuration().update('permissions', value, vscode.ConfigurationTarget.Global);
const allowed = (): string[] => settings.current.rules.allow.map(({ text }) => text);

after(() => settings.dispose());

describe('What a repository says of permissions in its settings', () => {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(root?.uri ?? vscode.Uri.file('/'), '.vscode', 'settings.json');

  afterEach(() => vscode.workspace.fs.delete(file));

  it('allows nothing, changes no mode, and can only deny more', async () => {
    const ofRepository = {
      'premove.permissions': { allow: ['*'] },
      'premove.approvalMode': 'yolo',
      'premove.shell.terminal': true,
      'premove.deny': ['edit(keys/**)'],
    };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(ofRepository)));
    await until('the denial counts', () => settings.current.rules.deny.some(({ text }) => text === 'edit(keys/**)'));
    const { rules, approvalMode, shellInTerminal } = settings.current;
    assert.deepEqual(rules.allow, []);
    assert.equal(approvalMode, 'default');
    assert.equal(shellInTerminal, false);
  });
});

describe('A rule that is taken from a card', () => {
  const shown: (Notice | null)[] = [];
  const kept = createKeptRules(changePermissions, (notice) => shown.push(notice));

  afterEach(() => setOfUser(undefined));

  it('stands in the user’s settings behind those that are there, until it is undone', async () => {
    await setOfUser({ allow: ['web_fetch(example.com)'], deny: ['edit(keys/**)'] });
    await kept.keep(['run_shell_command(npm test)', 'web_fetch(example.com)']);
    assert.deepEqual(allowed(), ['web_fetch(example.com)', 'run_shell_command(npm test)']);
    assert.match(shown.at(-1)?.message ?? '', /run_shell_command\(npm test\)/);
    assert.equal(shown.at(-1)?.undo, true);
    await kept.undo();
    assert.deepEqual(ofUser(), { allow: ['web_fetch(example.com)'], deny: ['edit(keys/**)'] });
    assert.equal(shown.at(-1), null);
  });

  it('leaves nothing behind where there was nothing', async () => {
    await kept.keep(['edit(/ws/src/**)']);
    assert.deepEqual(ofUser(), { allow: ['edit(/ws/src/**)'] });
    await kept.undo();
    assert.equal(ofUser(), undefined);
  });

  it('is written over nothing of the user’s that has another form', async () => {
    await setOfUser({ allow: 'everything' });
    await kept.keep(['edit(/ws/src/**)']);
    assert.deepEqual(ofUser(), { allow: 'everything' });
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(shown.at(-1)?.message ?? '', /Premove will ask again/);
  });
});
