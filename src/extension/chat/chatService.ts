import type { ApprovalMode } from '../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import { Emitter } from '../ports/emitter.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createApprovalRules } from '../tools/approval.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { createSeenFiles } from '../tools/seenFiles.ts';
import type { SeenFiles } from '../tools/tool.ts';
import type { ChatStore } from './chatStore.ts';
import { Conversation } from './conversation.ts';
import type { DraftFile } from './draftFile.ts';
import {
  createConversation,
  openConversation,
  type ConversationStorage,
  type OpenConversation,
} from './openConversation.ts';
import { ChatSession, type FinishedPrompt } from './session.ts';
import { ToolRunner } from './toolRunner.ts';

/** Remembers which chat a window shows. */
export interface ActiveChat {
  get(): string | undefined;
  set(id: string): void;
}

export interface ChatServiceOptions {
  readonly storage: ConversationStorage;
  readonly drafts: DraftFile;
  readonly active: ActiveChat;
  readonly store: ChatStore;
  readonly registry: ToolRegistry;
  readonly workspace: Workspace;
  readonly approvalMode: () => ApprovalMode;
  readonly cacheSafeParams: CacheSafeParamsStore;
}

/** The chat that the panel shows: restored at start, replaced by *New Chat*. */
export class ChatService {
  private readonly options: ChatServiceOptions;
  private readonly finished = new Emitter<FinishedPrompt>();
  private readonly switched = new Emitter<void>();
  private current: { session: ChatSession; runner: ToolRunner; seen: SeenFiles } | undefined;

  readonly onDidFinishPrompt = this.finished.event;
  /** Another chat is shown, or none of the old one's answers may be used any more. */
  readonly onDidSwitch = this.switched.event;

  constructor(options: ChatServiceOptions) {
    this.options = options;
  }

  /** The shown chat; there is one from `restore` on. */
  get session(): ChatSession {
    return this.shown.session;
  }

  get runner(): ToolRunner {
    return this.shown.runner;
  }

  /** What the shown chat's model has seen of files. */
  get seen(): SeenFiles {
    return this.shown.seen;
  }

  private get shown(): NonNullable<typeof this.current> {
    if (!this.current) throw new Error('The chat has not been restored');
    return this.current;
  }

  /** Opens the chat that this window showed last, with its draft. */
  async restore(): Promise<void> {
    const { storage, active, drafts } = this.options;
    const id = active.get() ?? Conversation.newId();
    const opened = await openConversation(storage, id);
    this.show(opened, await drafts.load(id));
  }

  /** Leaves the shown chat as it is on disk and starts an empty one. Text that was not sent comes along. */
  async newChat(): Promise<void> {
    const { storage, drafts, store } = this.options;
    const { session } = this;
    await session.stop();
    await session.flush();
    const { draft } = store.state;
    const opened = createConversation(storage);
    drafts.save(opened.conversation.id, draft);
    await drafts.forget(session.id);
    this.show(opened, draft);
  }

  /** The window goes away: interrupts what runs, and makes sure that everything is on disk. */
  async close(): Promise<void> {
    await this.current?.session.close();
    await this.options.drafts.flush();
  }

  private show(opened: OpenConversation, draft: string): void {
    const { storage, store, registry, workspace, approvalMode, cacheSafeParams, active } = this.options;
    const seen = createSeenFiles();
    const runner = new ToolRunner({
      registry,
      context: { workspace, seen },
      approval: { mode: approvalMode, rules: createApprovalRules() },
      log: storage.log,
    });
    const { clock } = storage;
    const session = new ChatSession({
      opened,
      store,
      registry,
      runner,
      cacheSafeParams,
      roots: workspace.roots,
      clock,
    });
    session.onDidFinishPrompt((prompt) => this.finished.fire(prompt));
    this.current = { session, runner, seen };
    active.set(session.id);
    session.show(draft);
    this.switched.fire();
  }
}
