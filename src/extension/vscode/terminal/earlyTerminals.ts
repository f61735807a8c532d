import * as vscode from 'vscode';
import { toWatchMode } from '../../terminal/watchMode.ts';
import { settingsSection } from '../contributions.ts';
import type { WindowTerminals } from './windowTerminals.ts';

/**
 * Records the output of agents that start before Premove has started, so that the watch can read the output later.
 * Records only if the setting allows the watch and the workspace is trusted. Calls `onAgent` when an agent starts. Runs
 * during activation, so this file loads little.
 */
export function recordEarlyAgents(terminals: WindowTerminals, onAgent: () => void): vscode.Disposable {
  const update = (): void => {
    const mode = vscode.workspace.getConfiguration(settingsSection).inspect('terminalWatch.mode')?.globalValue;
    if (toWatchMode(mode) !== 'off' && vscode.workspace.isTrusted) terminals.recordEarly(onAgent);
    else terminals.stopEarly();
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.terminalWatch`)) update();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
  );
}
