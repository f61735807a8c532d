import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { insertCode } from '../../src/extension/vscode/commands/insertCode.ts';

describe('insertCode', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('replaces every selection, and one undo restores the text', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two one' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(0, 8, 0, 11)];
    await insertCode('x\ny', () => assert.fail('No message is expected'));
    assert.equal(document.getText().replaceAll('\r\n', '\n'), 'x\ny two x\ny');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one two one');
  });
});
