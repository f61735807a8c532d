import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Premove in VS Code', () => {
  it('activates and registers every command it contributes', async () => {
    const extension = vscode.extensions.getExtension<unknown>('premove.premove');
    await extension?.activate();
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });

  it('shows its guide with the command Open Guide', async () => {
    await vscode.commands.executeCommand('premove.openGuide');
    const isGuide = ({ label }: vscode.Tab): boolean => label.includes('guide.md');
    const tab = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(isGuide);
    assert.ok(tab?.input instanceof vscode.TabInputWebview, 'no preview of the guide is open');
    await vscode.window.tabGroups.close(tab);
  });
});
