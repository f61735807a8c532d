import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';

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
    const previews = (): readonly vscode.Tab[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input, label }) => input instanceof vscode.TabInputWebview && label.includes('guide.md'));
    await until('a preview of the guide is open', () => previews().length === 1);
    await vscode.window.tabGroups.close(previews());
  });
});
