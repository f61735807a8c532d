import * as vscode from 'vscode';
import { terminalTexts } from '../../base/texts/terminalTexts.ts';
import type { AskedTerminal } from '../../ports/terminals.ts';
import type { TerminalWatch } from '../../terminal/terminalWatch.ts';
import type { WatchNotice } from '../../terminal/watchedAgent.ts';
import { settingsSection } from '../contributions.ts';
import type { Notify, NotificationButton } from '../notifications.ts';

/** Starts or stops watching the terminals, with a notification for each. Without terminals, shows one notification. */
export function showWatchNotices(
  watch: Pick<TerminalWatch, 'watchTerminal' | 'stopWatching'>,
  terminals: readonly AskedTerminal[],
  wanted: 'watch' | 'stop',
  notify: Notify,
): void {
  for (const terminal of terminals.length === 0 ? [undefined] : terminals) {
    const watchAgain = (): WatchNotice => watch.watchTerminal(terminal);
    showWatchNotice(wanted === 'watch' ? watchAgain() : watch.stopWatching(terminal), watchAgain, notify);
  }
}

/** `watchAgain`: what *Watch* and *Watch Again* do. */
export function showWatchNotice({ text, next }: WatchNotice, watchAgain: () => WatchNotice, notify: Notify): void {
  if (next === null) return notify('info', text);
  notify(
    'info',
    text,
    buttonOf(next, () => showWatchNotice(watchAgain(), watchAgain, notify)),
  );
}

function buttonOf(next: NonNullable<WatchNotice['next']>, watchAgain: () => void): NotificationButton {
  switch (next) {
    case 'new-terminal':
      return { label: terminalTexts.newTerminal(), run: () => run('workbench.action.terminal.new') };
    case 'open-setting':
      return {
        label: terminalTexts.openSetting(),
        run: () => run('workbench.action.openSettings', `${settingsSection}.terminalWatch.mode`),
      };
    case 'manage-trust':
      return { label: terminalTexts.manageTrust(), run: () => run('workbench.trust.manage') };
    case 'watch':
      return { label: terminalTexts.watch(), run: watchAgain };
    case 'watch-again':
      return { label: terminalTexts.watchAgain(), run: watchAgain };
  }
}

async function run(command: string, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}
