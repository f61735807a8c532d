import * as vscode from 'vscode';
import { toDisplayText, toEnding } from '../../shared/displayText.ts';
import type { Attention, AttentionBadge, AttentionEvent } from '../panel/attention.ts';
import type { PanelView } from './chatViewProvider.ts';
import { commands } from './contributions.ts';
import type { Notify } from './notifications.ts';

/** Keeps the view's badge equal to `attention.badge`. The caller disposes the subscription with the view. */
export function followBadge(
  view: Pick<PanelView, 'badge'>,
  attention: Pick<Attention, 'badge' | 'onDidChangeBadge'>,
): vscode.Disposable {
  view.badge = toViewBadge(attention.badge);
  return attention.onDidChangeBadge((badge) => (view.badge = toViewBadge(badge)));
}

function toViewBadge(badge: AttentionBadge | null): vscode.ViewBadge | undefined {
  switch (badge?.kind) {
    case undefined:
      return undefined;
    case 'waiting':
      return { value: badge.count, tooltip: waitingText(badge.count) };
    case 'terminals':
      return { value: badge.count, tooltip: terminalsText(badge.count) };
    case 'notices':
      return { value: badge.count, tooltip: noticesText(badge.count) };
    case 'done':
      return { value: 1, tooltip: endText(badge.end) };
  }
}

/** Characters of a terminal's name. */
const MAX_NAME = 30;
/** Characters of a question. */
const MAX_QUESTION = 100;

/** The notification does not take the focus. */
export function notifyUser(notify: Notify, event: AttentionEvent, chatTitle: string): void {
  const text = textOf(event);
  // A terminal does not belong to a chat.
  const title = event.kind === 'terminal' ? '' : toDisplayText(chatTitle);
  notify('info', title === '' ? text : vscode.l10n.t('{0} (“{1}”)', text, title), {
    label: vscode.l10n.t('Show Chat'),
    run: () => vscode.commands.executeCommand(commands.focusChat),
  });
}

function textOf(event: AttentionEvent): string {
  switch (event.kind) {
    case 'waiting':
      return waitingText(event.count);
    case 'done':
      return endText(event.end);
    case 'terminal':
      return terminalText(event.agent, shorten(toDisplayText(event.terminal)), toEnding(event.question, MAX_QUESTION));
  }
}

function terminalText(agent: string, terminal: string, question: string): string {
  return terminal === ''
    ? vscode.l10n.t('{0} asks: {1}', agent, question)
    : vscode.l10n.t('{0} asks in “{1}”: {2}', agent, terminal, question);
}

/** VS Code cuts a long notification at its end, so the question after the name must fit. */
function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

function waitingText(count: number): string {
  return count === 1
    ? vscode.l10n.t('Premove is waiting for your decision.')
    : vscode.l10n.t('Premove is waiting for {0} decisions.', count);
}

function terminalsText(count: number): string {
  return count === 1
    ? vscode.l10n.t('An agent in a terminal waits for your answer.')
    : vscode.l10n.t('Agents in {0} terminals wait for your answers.', count);
}

function noticesText(count: number): string {
  return count === 1
    ? vscode.l10n.t('Premove has a message about an agent in a terminal.')
    : vscode.l10n.t('Premove has {0} messages about agents in terminals.', count);
}

function endText(end: 'finished' | 'unfinished'): string {
  return end === 'finished'
    ? vscode.l10n.t('Premove has finished its answer.')
    : vscode.l10n.t('Premove stopped before finishing its answer.');
}
