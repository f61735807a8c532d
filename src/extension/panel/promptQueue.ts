import type { PromptMention, SubmitResult } from '../../shared/protocol.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { Drafts } from '../chat/drafts.ts';
import type { MentionContent } from '../chat/mentionContent.ts';
import { toPromptText } from '../chat/promptText.ts';
import type { Log } from '../ports/log.ts';
import { runEach } from '../ports/runEach.ts';
import { SerialQueue } from '../ports/serialQueue.ts';
import type { MoveAhead } from '../speculate/moveAhead.ts';
import type { ApprovalAnswer } from '../tools/approvalDesk.ts';
import type { UserAnswer } from '../tools/tool.ts';
import type { PromptModel } from './promptModel.ts';
import { RefusedRequest } from './refusedRequest.ts';

export interface PromptQueueOptions {
  readonly chats: ChatService;
  readonly drafts: Drafts;
  readonly moveAhead: MoveAhead;
  readonly promptModel: PromptModel;
  readonly mentions: Pick<MentionContent, 'resolve'>;
  readonly log: Log;
}

/**
 * What makes the conversation go on or replaces it (submit, retry, another branch, apply, a new chat, the window's end)
 * waits for its turn here, so that a prompt never meets another one's edits half applied. A request that names another
 * chat than the one that is shown when its turn comes was meant for what the user saw then, and does nothing.
 */
export class PromptQueue {
  private readonly options: PromptQueueOptions;
  private readonly queue = new SerialQueue();
  private readonly closing = new AbortController();

  constructor(options: PromptQueueOptions) {
    this.options = options;
    options.chats.onDidLose(() => {
      const moved = this.withChats((chats) => chats.goOnInCopy());
      moved.catch((error: unknown) => options.log.error('A lost chat could not be copied', error));
    });
  }

  async submit(conversationId: string, raw: string, mentions: readonly PromptMention[] = []): Promise<SubmitResult> {
    // The webview tells nothing of its draft while it sends it: should it not be sent, this is the only copy.
    const told = this.options.drafts.typed(conversationId, raw);
    return this.queue.run(async () => {
      await told;
      return this.isFree(conversationId) ? this.submitNow(raw, mentions) : KEPT;
    });
  }

  stop(): Promise<void> {
    return this.options.chats.session.stop();
  }

  /** Nobody waits for its turn who is waited for. */
  decide(callId: string, answer: ApprovalAnswer): boolean {
    return this.options.chats.runner.decide(callId, answer);
  }

  /** Ends one call and none beside it; false where it has ended. */
  cancelCall(callId: string): boolean {
    return this.options.chats.runner.cancel(callId);
  }

  /** Shows a waiting edit in VS Code's diff editor. */
  async openDiff(callId: string): Promise<void> {
    const isOpen = await this.options.chats.runner.openDiff(callId);
    if (!isOpen) throw new RefusedRequest('This edit no longer waits for an answer, so there is no diff to open.');
  }

  /** As with `decide`. An answer is a prompt's text by another way; one of nothing answers nothing. */
  answer(callId: string, answer: UserAnswer): boolean {
    const { runner } = this.options.chats;
    if (answer.kind === 'dismissed') return runner.answer(callId, answer);
    const text = toPromptText(answer.text);
    return text !== '' && runner.answer(callId, { kind: 'answered', text });
  }

  retry(conversationId: string, itemId: string): Promise<void> {
    const { chats, drafts, moveAhead, promptModel } = this.options;
    return this.queue.run(async () => {
      if (!this.isFree(conversationId)) return;
      const model = await promptModel();
      if (!model) return;
      await moveAhead.drop();
      chats.session.retry(itemId, model);
      drafts.endLostEdit((id) => chats.session.prompt(id));
    });
  }

  /** What stopped at the limit of turns goes on as the same prompt. */
  goOn(conversationId: string, itemId: string): Promise<void> {
    const { chats, moveAhead, promptModel } = this.options;
    return this.queue.run(async () => {
      if (!this.isFree(conversationId)) return;
      const model = await promptModel();
      if (!model) return;
      await moveAhead.drop();
      chats.session.goOn(itemId, model);
    });
  }

  switchBranch(conversationId: string, itemId: string, step: number): Promise<void> {
    const { chats, drafts, moveAhead } = this.options;
    return this.queue.run(async () => {
      if (!this.isFree(conversationId) || !chats.session.switchBranch(itemId, step)) return;
      drafts.endLostEdit((id) => chats.session.prompt(id));
      await moveAhead.drop();
    });
  }

  apply(speculationId: string): Promise<void> {
    return this.queue.run(() => this.options.moveAhead.apply(speculationId));
  }

  newChat(): Promise<void> {
    return this.withChats((chats) => chats.newChat());
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
    this.closing.abort();
    return this.queue.run(() => runEach([() => moveAhead.drop(), () => chats.close()]));
  }

  private isFree(conversationId: string): boolean {
    const { session } = this.options.chats;
    return session.id === conversationId && session.isIdle;
  }

  private async submitNow(raw: string, mentions: readonly PromptMention[]): Promise<SubmitResult> {
    const { chats, drafts, moveAhead, promptModel } = this.options;
    const text = toPromptText(raw);
    const { attachments, editing } = drafts.current;
    if (!text && attachments.length === 0) return KEPT;
    if (!editing && attachments.length === 0 && mentions.length === 0) {
      const accepted = await moveAhead.accept(text);
      if (accepted !== 'not-prepared') return { outcome: accepted };
    }
    const model = await promptModel();
    const mentioned = await this.options.mentions.resolve(raw, mentions, this.closing.signal);
    if (mentioned.kind === 'cancelled') return KEPT;
    // An edit that was cancelled meanwhile has brought back what is not to be sent.
    if (!model || drafts.current.editing !== editing) return KEPT;
    await moveAhead.drop();
    const replaces = editing ? chats.session.shownPrompt(editing.itemId) : undefined;
    const { context } = mentioned;
    chats.session.submit(text, model, { attachments: drafts.current.attachments, replaces, context });
    drafts.sent();
    return { outcome: 'sent' };
  }
}

const KEPT: SubmitResult = { outcome: 'kept' };
