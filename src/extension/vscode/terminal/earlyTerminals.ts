import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { toWatchMode } from '../../terminal/watchMode.ts';
import { settingsSection } from '../contributions.ts';
import type { WindowTerminals } from './windowTerminals.ts';

export type EarlyHost = Pick<
  typeof vscode.workspace,
  'getConfiguration' | 'isTrusted' | 'onDidChangeConfiguration' | 'onDidGrantWorkspaceTrust'
>;

/**
 * Records agents that start before the rest of Premove is loaded, so that the watch can read their output later. Calls
 * `onAgent` when an agent starts. Runs during activation, so this file loads little.
 */
export function recordEarlyAgents(
  host: EarlyHost,
  terminals: Pick<WindowTerminals, 'recordEarly' | 'stopEarly'>,
  onAgent: () => void,
): Disposable {
  const update = (): void => {
    const mode = host.getConfiguration(settingsSection).inspect('terminalWatch.mode')?.globalValue;
    if (toWatchMode(mode) !== 'off' && host.isTrusted) terminals.recordEarly(onAgent);
    else terminals.stopEarly();
  };
  update();
  const subscriptions = [
    host.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.terminalWatch`)) update();
    }),
    host.onDidGrantWorkspaceTrust(update),
  ];
  return {
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
