import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Notice } from '../../src/shared/chatState.ts';
import { createRuleStore } from '../../src/extension/approval/rules/ruleStore.ts';
import { changePermissions } from '../../src/extension/vscode/writeSettings.ts';
import { SettingsReader } from '../../src/extension/vscode/settings.ts';
import { until } from '../support/until.ts';

const settings = new SettingsReader(vscode.workspace);
const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('premove');
const userValue = (): unknown => configuration().inspect('permissions')?.globalValue;
const setUserValue = (value: unknown): Thenable<void> =>
  configuration().update('permissions', value, vscode.ConfigurationTarget.Global);
const allowed = (): string[] => settings.current.rules.allow.map(({ text }) => text);

after(() => settings.dispose());

describe('permission settings of a repository', () => {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(root?.uri ?? vscode.Uri.file('/'), '.vscode', 'settings.json');

  afterEach(() => vscode.workspace.fs.delete(file));

  it('can deny more, but cannot allow anything or change the mode', async () => {
    const repositorySettings = {
      'premove.permissions': { allow: ['*'] },
      'premove.approvalMode': 'yolo',
      'premove.shell.terminal': true,
      'premove.deny': ['edit(keys/**)'],
    };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(repositorySettings)));
    await until('the deny rule is in use', () =>
      settings.current.rules.deny.some(({ text }) => text === 'edit(keys/**)'),
    );
    const { rules, approvalMode, shellInTerminal } = settings.current;
    assert.deepEqual(rules.allow, []);
    assert.equal(approvalMode, 'default');
    assert.equal(shellInTerminal, false);
  });
});

describe('a rule that the user accepts on a card', () => {
  const shown: (Notice | null)[] = [];
  const ruleStore = createRuleStore(changePermissions, (notice) => shown.push(notice));

  afterEach(() => setUserValue(undefined));

  it('is added after the rules in the user’s settings, until it is undone', async () => {
    await setUserValue({ allow: ['web_fetch(example.com)'], deny: ['edit(keys/**)'] });
    await ruleStore.save(['run_shell_command(npm test)', 'web_fetch(example.com)']);
    assert.deepEqual(allowed(), ['web_fetch(example.com)', 'run_shell_command(npm test)']);
    assert.match(shown.at(-1)?.message ?? '', /run_shell_command\(npm test\)/);
    assert.equal(shown.at(-1)?.undo, true);
    await ruleStore.undo();
    assert.deepEqual(userValue(), { allow: ['web_fetch(example.com)'], deny: ['edit(keys/**)'] });
    assert.equal(shown.at(-1), null);
  });

  it('removes the setting when it is undone, if the setting did not exist before', async () => {
    await ruleStore.save(['edit(/ws/src/**)']);
    assert.deepEqual(userValue(), { allow: ['edit(/ws/src/**)'] });
    await ruleStore.undo();
    assert.equal(userValue(), undefined);
  });

  it('does not overwrite a user setting whose `allow` is not a list', async () => {
    await setUserValue({ allow: 'everything' });
    await ruleStore.save(['edit(/ws/src/**)']);
    assert.deepEqual(userValue(), { allow: 'everything' });
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(shown.at(-1)?.message ?? '', /Premove will ask again/);
  });
});
