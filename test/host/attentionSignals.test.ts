import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AttentionBadge, AttentionEvent } from '../../src/extension/panel/attention.ts';
import { followBadge, notifyUser } from '../../src/extension/vscode/attentionSignals.ts';
import { withoutLinks, type NotificationButton } from '../../src/extension/vscode/notifications.ts';

it('the badge says whether Premove or an agent in a terminal waits', () => {
  const tooltipOf = (badge: AttentionBadge): string | undefined => {
    const view: { badge: vscode.ViewBadge | undefined } = { badge: undefined };
    followBadge(view, { badge, onDidChangeBadge: () => ({ dispose: () => {} }) });
    return view.badge?.tooltip;
  };
  assert.equal(tooltipOf({ kind: 'waiting', count: 1 }), 'Premove is waiting for your decision.');
  assert.equal(tooltipOf({ kind: 'terminals', count: 1 }), 'An agent in a terminal waits for your answer.');
  assert.equal(tooltipOf({ kind: 'terminals', count: 2 }), 'Agents in 2 terminals wait for your answers.');
  assert.equal(tooltipOf({ kind: 'notices', count: 1 }), 'Premove has a message about an agent in a terminal.');
  assert.equal(tooltipOf({ kind: 'notices', count: 2 }), 'Premove has 2 messages about agents in terminals.');
});

describe('notifyUser', () => {
  interface Shown {
    readonly message: string;
    readonly buttons: readonly NotificationButton[];
  }

  function notifyOf(event: AttentionEvent, title = 'rename alpha'): Shown | undefined {
    let shown: Shown | undefined;
    notifyUser((_severity, message, ...buttons) => void (shown = { message, buttons }), event, title);
    return shown;
  }

  it('shows how many decisions wait or how the answer ended, and in which chat', () => {
    const messageOf = (event: AttentionEvent, title?: string): string => notifyOf(event, title)?.message ?? '';
    assert.match(messageOf({ kind: 'waiting', count: 1 }), /waiting for your decision\. \(“rename alpha”\)$/);
    assert.match(messageOf({ kind: 'waiting', count: 2 }), /waiting for 2 decisions/);
    assert.match(messageOf({ kind: 'done', end: 'finished' }), /has finished its answer/);
    assert.match(messageOf({ kind: 'done', end: 'unfinished' }, ''), /before finishing its answer\.$/);
    const question = `${'Read the plan. '.repeat(20)}Run\n\u001b[2Jit?`;
    const terminal = messageOf({ kind: 'terminal', agent: 'Codex', terminal: 'z\u202esh', question });
    assert.match(terminal, /^Codex asks in “z\\u\{202e\}sh”: … \S.{0,100} Run \\u\{1b\}\[2Jit\?$/);
    assert.equal(messageOf({ kind: 'terminal', agent: 'Codex', terminal: '', question: 'Go?' }), 'Codex asks: Go?');
  });

  it('breaks up a link, which VS Code would run as a command', () => {
    assert.equal(withoutLinks('asks: [Yes](command:x.y)'), 'asks: [Yes] (command:x.y)');
  });

  it('leaves the focus in the editor, and offers a button to show the chat', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'mine' });
    await vscode.window.showTextDocument(document);
    const shown = notifyOf({ kind: 'waiting', count: 1 });
    await vscode.commands.executeCommand('type', { text: 'still ' });
    assert.equal(document.getText(), 'still mine');
    assert.deepEqual(
      shown?.buttons.map(({ label }) => label),
      ['Show Chat'],
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
