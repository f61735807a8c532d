import type { ApprovalMode } from '../../../shared/chatState.ts';
import { answerTexts } from '../../../shared/transcriptItem.ts';
import type { Request } from '../../../shared/protocol.ts';
import { endFallback } from '../../chat/fallback.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ComposerMenuHandlers } from '../composerMenu.ts';
import type { ChatActions } from '../chatActions.ts';
import { RefusedRequest } from '../channel.ts';
import { mcpTexts } from '../../base/texts/commandTexts.ts';
import { refusalTexts } from '../../base/texts/refusalTexts.ts';

export interface ModelSearch {
  /** Whether the choice is for the setting `premove.fastModel` instead of `premove.model`. */
  readonly isFast: boolean;
  readonly query: string;
}

/** The commands that the panel offers and VS Code carries out. */
export interface PanelCommands {
  selectModel(search?: ModelSearch): Promise<void>;
  /**
   * Resolves to whether a key was set. The user chooses the provider if `modelId` is missing, or if its provider is
   * unknown or takes no key (VS Code, the offline tour).
   */
  setApiKey(modelId?: string): Promise<boolean>;
  /** Sets the key of the model that completes and translates the input. */
  setWritingKey(): Promise<void>;
  useVscodeModel(): Promise<void>;
  useLocalServer(provider: string): Promise<void>;
  openSettings(): Promise<void>;
  openFolder(): Promise<void>;
  /** Opens VS Code's editor for the trust of the workspace. */
  manageTrust(): Promise<void>;
  /** Opens VS Code's own list of MCP servers. False if this version of VS Code has no such list. */
  listMcpServers(): Promise<boolean>;
  /** Removes the persistent rules that were added last. */
  undoRules(): Promise<void>;
  showChats(): Promise<void>;
  exportChat(conversationId: string, itemId: string | null): Promise<void>;
  useTour(): Promise<void>;
  writeApprovalMode(mode: ApprovalMode): Promise<void>;
  chooseTranslationTarget(): Promise<void>;
  /** Replaces the selections of the active editor. */
  insertCode(text: string): Promise<void>;
}

/** Handles the commands that the panel offers besides sending messages. */
export class CommandHandlers {
  private readonly store: ChatStore;
  private readonly actions: ChatActions;
  private readonly commands: PanelCommands;
  private readonly menu: ComposerMenuHandlers;

  constructor(store: ChatStore, actions: ChatActions, commands: PanelCommands, menu: ComposerMenuHandlers) {
    this.menu = menu;
    this.store = store;
    this.actions = actions;
    this.commands = commands;
  }

  async run(command: Extract<Request, { type: 'command' }>['command']): Promise<void> {
    const { commands } = this;
    switch (command) {
      case 'new-chat':
        return this.actions.newChat();
      case 'select-model':
        return commands.selectModel();
      case 'set-api-key':
        if (await commands.setApiKey(this.store.state.model?.id)) await this.actions.repeatFailedAction();
        return;
      case 'set-writing-key':
        return commands.setWritingKey();
      case 'use-tour':
        return commands.useTour();
      case 'use-vscode-model':
        return commands.useVscodeModel();
      case 'open-settings':
        return commands.openSettings();
      case 'open-folder':
        return commands.openFolder();
      case 'manage-trust':
        return commands.manageTrust();
      case 'list-mcp-servers':
        return this.listMcpServers();
      case 'undo-edits':
        return this.actions.undoLateEdits();
      case 'end-fallback':
        return endFallback(this.store);
      case 'undo-rule':
        return commands.undoRules();
      case 'open-copy':
        return this.actions.withChats((chats) => chats.openCopyOfLast());
      case 'choose-effort':
        return this.menu.chooseEffort();
      case 'choose-message-model':
        return this.menu.chooseMessageModel();
      case 'clear-message-model':
        return this.menu.clearMessageModel();
      case 'choose-translation-target':
        return commands.chooseTranslationTarget();
      case 'chats':
        return commands.showChats();
    }
  }

  /** VS Code's list shows whether a server runs, which its API does not report. */
  private async listMcpServers(): Promise<void> {
    if (await this.commands.listMcpServers()) return;
    const notice = { severity: 'info', message: mcpTexts.noList(), action: null } as const;
    this.store.dispatch({ type: 'notice-changed', notice });
  }

  /** Used by the banner of a refused key. The retry removes the banner. */
  async setKeyAndRetry(conversationId: string, itemId: string): Promise<void> {
    const refused = this.store.state.items.find(({ id }) => id === itemId);
    const modelId = refused?.kind === 'answer' ? refused.models.at(-1) : undefined;
    const isSet = await this.commands.setApiKey(modelId);
    // After another prompt, a retry would begin another branch.
    const isLast = this.store.state.items.at(-1)?.id === itemId;
    if (isSet && isLast) await this.actions.retry(conversationId, itemId);
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

  /** `index` counts the code blocks in the answer's texts (`answerTexts`), from 0. */
  async insertCode(itemId: string, index: number): Promise<void> {
    const item = this.store.state.items.find(({ id }) => id === itemId);
    const texts = answerTexts(item?.kind === 'answer' ? item.blocks : []);
    // At the start, loading the Markdown parser would delay the panel.
    const { codeBlocksOf } = await import('../../../shared/codeBlocks.ts');
    const code = texts.flatMap(codeBlocksOf)[index];
    if (code === undefined) throw new RefusedRequest(refusalTexts.codeGone());
    return this.commands.insertCode(code);
  }

  dismissNotice(): void {
    this.store.dispatch({ type: 'notice-changed', notice: null });
  }
}
