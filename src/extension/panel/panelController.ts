import type { ApprovalMode, Notice } from '../../shared/chatState.ts';
import type { Request, SubmitResult } from '../../shared/protocol.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { DraftFile } from '../chat/draftFile.ts';
import { toPromptText } from '../chat/promptText.ts';
import type { ResolvedModel } from '../model/providers.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import type { Log } from '../ports/log.ts';
import { SerialQueue } from '../ports/serialQueue.ts';
import type { MoveAhead } from '../speculate/moveAhead.ts';

/** What the panel offers and VS Code does. */
export interface PanelCommands {
  selectModel(): Promise<void>;
  setApiKey(): Promise<void>;
  useVscodeModel(): Promise<void>;
  useLocalServer(provider: string): Promise<void>;
  openSettings(): Promise<void>;
  showChats(): Promise<void>;
  exportChat(conversationId: string, itemId: string | null): Promise<void>;
  writeModel(id: string): Promise<void>;
  writeApprovalMode(mode: ApprovalMode): Promise<void>;
}

export interface PanelControllerOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly moveAhead: MoveAhead;
  readonly drafts: DraftFile;
  readonly commands: PanelCommands;
  readonly resolveModel: () => Promise<ResolvedModel>;
  readonly log: Log;
}

/**
 * Carries out the webview's requests; `ready` is the connection's own affair. What makes the conversation go on or
 * replaces it (submit, retry, apply, a new chat, the window's end) waits for its turn, so that a prompt never meets
 * another one's edits half applied.
 */
export class PanelController {
  private readonly options: PanelControllerOptions;
  private readonly queue = new SerialQueue();

  constructor(options: PanelControllerOptions) {
    this.options = options;
    options.chats.onDidLose(() => {
      const moved = this.withChats((chats) => chats.goOnInCopy());
      moved.catch((error: unknown) => options.log.error('A lost chat could not be copied', error));
    });
    options.moveAhead.onDidApply(({ text, fromChip }) => {
      // After a submit the composer clears itself. Text of the user's own is left alone by the chip's Apply.
      if (!fromChip) this.forgetDraft();
      else if (options.store.state.draft.trim() === text) this.setDraft('');
    });
  }

  /** Resolves to the request's result; rejects only for defects of ours. */
  async handle(request: Exclude<Request, { type: 'ready' }>): Promise<unknown> {
    const { store, chats, moveAhead, drafts, commands, log } = this.options;
    switch (request.type) {
      case 'submit':
        return this.queue.run(() => this.submit(request.text));
      case 'stop':
        return chats.session.stop();
      case 'retry':
        return this.queue.run(() => this.retry(request.itemId));
      case 'decide':
        return chats.runner.decide(request.callId, request.decision);
      case 'draft':
        store.dispatch({ type: 'draft-changed', draft: request.text, revised: false });
        drafts.save(chats.session.id, request.text);
        return moveAhead.draftChanged(request.text);
      case 'suggestion-report':
        return moveAhead.report(request.suggestionId, request.report);
      case 'speculation':
        return this.speculation(request.id, request.action);
      case 'set-approval-mode':
        return commands.writeApprovalMode(request.approvalMode);
      case 'command':
        return this.command(request.command);
      case 'dismiss-notice':
        return store.dispatch({ type: 'notice-changed', notice: null });
      case 'export':
        return commands.exportChat(request.conversationId, request.itemId);
      case 'edit':
      case 'cancel-edit':
      case 'switch-branch':
      case 'attach':
      case 'detach':
      case 'insert-code':
        throw new Error('The panel asked for what there is not');
      case 'use-local-server':
        return commands.useLocalServer(request.provider);
      case 'report-error':
        return log.error('The panel reported a defect', request.message);
    }
  }

  newChat(): Promise<void> {
    const { moveAhead, chats } = this.options;
    return this.queue.run(async () => {
      await moveAhead.drop();
      await chats.newChat();
    });
  }

  /** Does something that may show another chat, in its turn: what was prepared for the shown one is dropped. */
  withChats<T>(change: (chats: ChatService) => Promise<T>): Promise<T> {
    const { moveAhead, chats } = this.options;
    return this.queue.run(async () => {
      await moveAhead.drop();
      return change(chats);
    });
  }

  /** The window goes away: what is being applied is finished, everything else is interrupted and written down. */
  close(): Promise<void> {
    const { moveAhead, chats } = this.options;
    return this.queue.run(async () => {
      await moveAhead.drop();
      await chats.close();
    });
  }

  async speculation(id: string, action: 'preview' | 'apply' | 'discard'): Promise<void> {
    const { moveAhead } = this.options;
    if (action === 'preview') return moveAhead.preview(id);
    if (action === 'discard') return moveAhead.discard(id);
    return this.queue.run(() => moveAhead.apply(id));
  }

  private async submit(raw: string): Promise<SubmitResult> {
    const text = toPromptText(raw);
    const { chats, moveAhead } = this.options;
    if (!text || !chats.session.isIdle) return { outcome: 'kept' };
    const accepted = await moveAhead.accept(text);
    if (accepted !== 'not-prepared') return { outcome: accepted };
    const model = await this.selectedModel();
    if (!model) return { outcome: 'kept' };
    await moveAhead.drop();
    chats.session.submit(text, model);
    this.forgetDraft();
    return { outcome: 'sent' };
  }

  private async retry(itemId: string): Promise<void> {
    const { chats, moveAhead } = this.options;
    if (!chats.session.isIdle) return;
    const model = await this.selectedModel();
    if (!model) return;
    await moveAhead.drop();
    chats.session.retry(itemId, model);
  }

  private async selectedModel(): Promise<SelectedModel | undefined> {
    const { store, resolveModel } = this.options;
    const resolution = await resolveModel();
    if (resolution.kind === 'model') {
      // Only what was in the way of asking is settled by it.
      if (store.state.notice?.action) store.dispatch({ type: 'notice-changed', notice: null });
      return resolution.model;
    }
    store.dispatch({ type: 'notice-changed', notice: toNotice(resolution) });
    return undefined;
  }

  private async command(command: Extract<Request, { type: 'command' }>['command']): Promise<void> {
    const { commands } = this.options;
    switch (command) {
      case 'new-chat':
        return this.newChat();
      case 'select-model':
        return commands.selectModel();
      case 'set-api-key':
        return commands.setApiKey();
      case 'use-tour':
        return commands.writeModel('tour/tour');
      case 'open-settings':
        return commands.openSettings();
      case 'chats':
        return commands.showChats();
      case 'use-vscode-model':
        return commands.useVscodeModel();
    }
  }

  /** The composer has cleared itself; only the copies are left. */
  private forgetDraft(): void {
    const { store, drafts, chats } = this.options;
    store.dispatch({ type: 'draft-changed', draft: '', revised: false });
    drafts.save(chats.session.id, '');
  }

  private setDraft(text: string): void {
    const { store, drafts, chats } = this.options;
    store.dispatch({ type: 'draft-changed', draft: text, revised: true });
    drafts.save(chats.session.id, text);
  }
}

function toNotice(resolution: Exclude<ResolvedModel, { kind: 'model' }>): Notice {
  const { message } = resolution;
  switch (resolution.kind) {
    case 'missing-key':
      return { severity: 'error', message, action: 'set-api-key' };
    case 'bad-settings':
      return { severity: 'error', message, action: 'open-settings' };
    default:
      return { severity: 'error', message, action: 'select-model' };
  }
}
