import * as vscode from 'vscode';
import type { ActivationParts, Premove } from './premove.ts';
import { ChatViewProvider } from './vscode/chatViewProvider.ts';
import { commands, overlayScheme, viewId, walkthroughId } from './vscode/contributions.ts';
import { createNotify } from './vscode/notifications.ts';
import { hasOpenBatches } from './vscode/openBatches.ts';
import { OutputLog } from './vscode/outputLog.ts';
import { OverlayFileSystem } from './vscode/preview/overlayFileSystem.ts';
import { closeLeftoverPreviews } from './vscode/preview/leftoverPreviews.ts';
import { sharedStorage } from './vscode/sharedStorage.ts';
import { recordEarlyAgents } from './vscode/terminal/earlyTerminals.ts';
import { WindowTerminals } from './vscode/terminal/windowTerminals.ts';
import { Walkthrough } from './vscode/walkthrough.ts';

/**
 * Activation loads little more than this file. `premove.ts`, which has everything else, is loaded when it is first
 * needed. It is loaded at once if the change store has an open batch, which may have to be recovered.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = new OutputLog();
  const overlays = new OverlayFileSystem();
  const walkthrough = new Walkthrough(context.globalState);
  const terminals = new WindowTerminals(vscode.window, log);
  const startWith = (panel: ChatViewProvider): Promise<Premove> => {
    running ??= load({ context, log, overlays, panel, terminals, walkthrough });
    return running;
  };
  const view = new ChatViewProvider(
    context.extensionUri,
    async (panel) => (await startWith(panel)).connectPanel,
    logStartFailure(log),
  );
  const start = (): Promise<Premove> => startWith(view);
  const command = (id: string, run: (premove: Premove, ...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => run(await start(), ...args));

  context.subscriptions.push(
    log,
    walkthrough,
    terminals,
    recordEarlyAgents(vscode.workspace, terminals, () => void start().catch(logStartFailure(log))),
    // Loading the hidden panel again would take ten times as long as showing it.
    vscode.window.registerWebviewViewProvider(viewId, view, { webviewOptions: { retainContextWhenHidden: true } }),
    vscode.workspace.registerFileSystemProvider(overlayScheme, overlays, { isCaseSensitive: true }),
    command(commands.newChat, async (premove) => {
      await premove.newChat();
      await view.focusComposer();
    }),
    command(commands.showChats, (premove) => premove.showChats()),
    // Ignores arguments that are not strings, which a user's keyboard shortcut or another extension may pass.
    command(commands.exportChat, (premove, conversationId, itemId) =>
      premove.exportChat(
        typeof conversationId === 'string' ? conversationId : undefined,
        typeof itemId === 'string' ? itemId : null,
      ),
    ),
    command(commands.useTour, async (premove) => {
      await premove.useTour();
      await view.focusComposer();
    }),
    command(commands.selectModel, (premove) => premove.selectModel()),
    command(commands.setApiKey, (premove) => premove.setApiKey()),
    command(commands.removeApiKey, (premove) => premove.removeApiKey()),
    command(commands.applySpeculation, (premove) => premove.applySpeculation()),
    command(commands.discardSpeculation, (premove) => premove.discardSpeculation()),
    command(commands.toggleSuggestions, (premove) => premove.toggleSuggestions()),
    command(commands.toggleSuggestionsEverywhere, (premove) => premove.toggleSuggestionsEverywhere()),
    command(commands.stop, (premove) => premove.stop()),
    vscode.commands.registerCommand(commands.previousPrompt, () => view.jumpToPrompt('previous')),
    vscode.commands.registerCommand(commands.nextPrompt, () => view.jumpToPrompt('next')),
    command(commands.turnOnPreparedEdits, (premove) => premove.switchPreparedEdits(true)),
    command(commands.turnOffPreparedEdits, (premove) => premove.switchPreparedEdits(false)),
    // The menu of several selected tabs passes the clicked terminal, then all selected terminals.
    command(commands.watchTerminal, (premove, target, selected) => premove.watchTerminal(selected ?? target)),
    command(commands.stopWatchingTerminal, (premove, target, selected) =>
      premove.stopWatchingTerminal(selected ?? target),
    ),
    command(commands.continueTerminal, (premove, target) => premove.continueTerminal(target)),
    // The keyboard shortcut first runs `premove.chat.focus`, VS Code's command for the view, which focuses the view
    // before Premove is activated.
    vscode.commands.registerCommand(commands.focusChat, () => view.focusComposer()),
    vscode.commands.registerCommand(commands.getStarted, () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId),
    ),
    vscode.commands.registerCommand(commands.openGuide, () =>
      openGuide(vscode.Uri.joinPath(context.extensionUri, 'docs', 'guide.md')),
    ),
    vscode.commands.registerCommand(commands.showLog, () => log.show()),
  );
  const recover = async (): Promise<void> => {
    try {
      if (await hasOpenBatches(sharedStorage(context))) await (await start()).recover();
    } catch (error) {
      log.error('Interrupted edits could not be recovered', error);
    }
  };
  void recover();
  // In an untrusted folder, `recover` writes nothing, so it runs again when the user trusts the folder.
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void recover()));
  // A reload ends the overlays, but VS Code reopens the tabs of their previews, without contents.
  closeLeftoverPreviews(createNotify(log)).catch((error: unknown) =>
    log.error('An old preview could not be closed', error),
  );
}

/** Shows the rendered page, or its text if VS Code's Markdown extension is turned off. */
async function openGuide(page: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', page);
  } catch {
    await vscode.window.showTextDocument(page);
  }
}

/** Stops all running work and writes all state to disk, so that a reload during an answer loses nothing. */
export async function deactivate(): Promise<void> {
  // A failed start was already reported and left nothing to close.
  const started = await running?.catch(() => undefined);
  await started?.close();
}

let running: Promise<Premove> | undefined;

async function load(parts: ActivationParts): Promise<Premove> {
  try {
    const { createPremove } = await import('./premove.ts');
    return await createPremove(parts);
  } catch (error) {
    // The next command tries to start again. An open panel stays disconnected until the window is reloaded.
    running = undefined;
    throw error;
  }
}

function logStartFailure(log: OutputLog): (error: unknown) => void {
  return (error) => {
    log.error('Premove could not start', error);
    createNotify(log)('error', vscode.l10n.t('Premove could not start. See the log.'));
  };
}
