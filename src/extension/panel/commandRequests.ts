import type { ApprovalMode } from '../../shared/chatState.ts';
import { codeBlocksOf } from '../../shared/codeBlocks.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { fileLinksOf } from '../../shared/fileLinks.ts';
import type { Request } from '../../shared/protocol.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { PromptQueue } from './promptQueue.ts';
import { RefusedRequest } from './refusedRequest.ts';

/** What the panel offers and VS Code does. */
export interface PanelCommands {
  selectModel(): Promise<void>;
  /** Of the model's provider where there is one that takes a key, else of the one that the user chooses. */
  setApiKey(modelId?: string): Promise<void>;
  useVscodeModel(): Promise<void>;
  useLocalServer(provider: string): Promise<void>;
  openSettings(): Promise<void>;
  openFolder(): Promise<void>;
  /** Takes back the lasting rule that was taken last. */
  undoRule(): Promise<void>;
  showChats(): Promise<void>;
  exportChat(conversationId: string, itemId: string | null): Promise<void>;
  writeModel(id: string): Promise<void>;
  writeApprovalMode(mode: ApprovalMode): Promise<void>;
  /** Puts text where the cursors of the active editor are. */
  insertCode(text: string): Promise<void>;
  /** Shows a file in an editor, which has the focus then; `line` is 1-based. */
  openFile(path: string, line: number | null): Promise<void>;
}

/** Milliseconds. A disk that is gone may never answer. */
const OPEN_TIMEOUT = 10_000;

/** Carries out what the panel offers beside the conversation. */
export class CommandRequests {
  private readonly store: ChatStore;
  private readonly prompts: PromptQueue;
  private readonly commands: PanelCommands;
  private readonly workspace: Workspace;

  constructor(store: ChatStore, prompts: PromptQueue, commands: PanelCommands, workspace: Workspace) {
    this.store = store;
    this.prompts = prompts;
    this.commands = commands;
    this.workspace = workspace;
  }

  run(command: Extract<Request, { type: 'command' }>['command']): Promise<void> {
    const { commands } = this;
    switch (command) {
      case 'new-chat':
        return this.prompts.newChat();
      case 'select-model':
        return commands.selectModel();
      case 'set-api-key':
        return commands.setApiKey(this.store.state.model?.id);
      case 'use-tour':
        return commands.writeModel('tour/tour');
      case 'use-vscode-model':
        return commands.useVscodeModel();
      case 'open-settings':
        return commands.openSettings();
      case 'open-folder':
        return commands.openFolder();
      case 'undo-rule':
        return commands.undoRule();
      case 'chats':
        return commands.showChats();
    }
  }

  useLocalServer(provider: string): Promise<void> {
    return this.commands.useLocalServer(provider);
  }

  exportChat(conversationId: string, itemId: string | null): Promise<void> {
    return this.commands.exportChat(conversationId, itemId);
  }

  setApprovalMode(mode: ApprovalMode): Promise<void> {
    return this.commands.writeApprovalMode(mode);
  }

  /** `index` counts the code blocks of all the answer's text, in order. */
  insertCode(itemId: string, index: number): Promise<void> {
    const code = this.textsOf(itemId).flatMap(codeBlocksOf)[index];
    if (code === undefined) throw new RefusedRequest('That code is not in this chat any more.');
    return this.commands.insertCode(code);
  }

  /** `index` counts the links to files in all the answer's text, in order. What is beyond the workspace stays shut. */
  async openFile(itemId: string, index: number): Promise<void> {
    const link = this.textsOf(itemId).flatMap(fileLinksOf)[index];
    if (!link) throw new RefusedRequest('That link is not in this chat any more.');
    const { workspace } = this;
    const place = await workspace.resolve(link.path);
    const name = toDisplayText(link.path);
    if (place.kind === 'outside') throw new RefusedRequest(`${name} is not in this workspace, so it was not opened.`);
    const found = await workspace.stat(place.path, AbortSignal.timeout(OPEN_TIMEOUT));
    if (found?.type !== 'file') throw new RefusedRequest(`There is no file ${name} in this workspace.`);
    await this.commands.openFile(place.path, link.line);
  }

  private textsOf(itemId: string): string[] {
    const item = this.store.state.items.find((candidate) => candidate.id === itemId);
    const blocks = item?.kind === 'answer' ? item.blocks : [];
    return blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
  }

  dismissNotice(): void {
    this.store.dispatch({ type: 'notice-changed', notice: null });
  }
}
