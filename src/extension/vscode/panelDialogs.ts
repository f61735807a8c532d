import * as vscode from 'vscode';
import type { PanelDialogs } from '../panel/panelPorts.ts';
import type { SuggestionSettingsPage } from '../panel/handlers/suggestionHandlers.ts';
import { notifyUser } from './attentionSignals.ts';
import { commands, settingsSection } from './contributions.ts';
import type { Notify } from './notifications.ts';
import type { OverlayFileSystem } from './preview/overlayFileSystem.ts';
import { askPromptInputs } from './commands/promptInput.ts';
import { pickRules } from './commands/rulePicker.ts';
import { pickCheckpoint } from './commands/checkpointPicker.ts';
import { pickEffort } from './commands/effortPicker.ts';
import { insertCode } from './commands/insertCode.ts';
import type { InDialog } from './commands/keepFocus.ts';
import { pickLanguage } from './commands/languagePicker.ts';
import type { ModelCommands } from './commands/modelCommands.ts';
import { showWatchNotice } from './terminal/watchNotice.ts';

export function createPanelDialogs(
  overlays: OverlayFileSystem,
  models: ModelCommands,
  inDialog: InDialog,
  notify: Notify,
): Omit<PanelDialogs, 'compareFiles'> {
  const run = async (command: string, ...args: unknown[]): Promise<void> => {
    await vscode.commands.executeCommand(command, ...args);
  };
  return {
    selectModel: models.selectModel,
    setApiKey: models.setApiKey,
    useVscodeModel: models.useVscodeModel,
    useLocalServer: models.useLocalServer,
    chooseModel: models.chooseMessageModel,
    chooseCheckpoint: (choices) => inDialog(() => pickCheckpoint(choices)),
    chooseRules: (offers) => inDialog(() => pickRules(offers)),
    askPromptInputs: (questions) => inDialog(() => askPromptInputs(questions)),
    chooseEffort: (question) => inDialog(() => pickEffort(question)),
    chooseLanguage: (current) => inDialog(() => pickLanguage(current)),
    showChats: () => run(commands.showChats),
    exportChat: (conversationId, itemId) => run(commands.exportChat, conversationId, itemId),
    openSettings: () => run('workbench.action.openSettings', `${settingsSection}.`),
    openFolder: () => run('workbench.action.files.openFolder'),
    manageTrust: () => run('workbench.trust.manage'),
    // Does not use `inDialog`, which focuses the panel when the command ends. This command ends when its next list
    // opens, and focusing the panel would close that list.
    async listMcpServers() {
      if (!(await vscode.commands.getCommands(true)).includes(LIST_MCP_SERVERS)) return false;
      await run(LIST_MCP_SERVERS);
      return true;
    },
    openSuggestionSettings(page) {
      const [command, key] = SETTINGS_PAGES[page];
      return run(command, { query: `${settingsSection}.${key}` });
    },
    openTerminalLimit: () => run('workbench.action.openSettings', `${settingsSection}.terminalWatch.maxCostPerDay`),
    openShellIntegration: () => run('workbench.action.openSettings', 'terminal.integrated.shellIntegration.enabled'),
    showWatchNotice: (notice, watchAgain) => showWatchNotice(notice, watchAgain, notify),
    openFile: (workspace, path, line) => openFile(overlays.uriOf(workspace, path), line),
    insertCode: (text) => insertCode(text, notify),
    notify: (event, chatTitle) => notifyUser(notify, event, chatTitle),
    isWindowFocused: () => vscode.window.state.focused,
  };
}

/** Not part of VS Code's API, so VS Code may remove the command. */
const LIST_MCP_SERVERS = 'workbench.mcp.listServer';

const SETTINGS_PAGES: Record<SuggestionSettingsPage, readonly [command: string, key: string]> = {
  suggestions: ['workbench.action.openSettings', 'suggestions'],
  'fast-model': ['workbench.action.openSettings', 'fastModel'],
  workspace: ['workbench.action.openWorkspaceSettings', 'enableFollowupSuggestions'],
  'workspace-preparing': ['workbench.action.openWorkspaceSettings', 'enableSpeculation'],
};

/**
 * `line` is 1-based. Uses `vscode.open`, because images have editors of their own. Takes the focus, so call this only
 * when the user asks for the file.
 */
async function openFile(uri: vscode.Uri, line: number | null): Promise<void> {
  if (line === null) {
    await vscode.commands.executeCommand('vscode.open', uri);
    return;
  }
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  const selection = new vscode.Range(at, at);
  await vscode.commands.executeCommand('vscode.open', uri, { selection } satisfies vscode.TextDocumentShowOptions);
}
