import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ApprovalDesk } from '../approval/approvalDesk.ts';
import type { OpenCalls } from '../approval/openCalls.ts';
import type { SeenFiles } from '../tools/tool.ts';
import type { ChatProject } from './chatProject.ts';
import type { ContextMeter } from './contextMeter.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { OpenChat } from './openChat.ts';
import type { ChatSession } from './session.ts';

/**
 * Holds the chat that the panel shows. Classes that work on the shown chat read it here, so they can be created before
 * the first chat is opened.
 */
export class CurrentChat {
  private chat: OpenChat | undefined;

  /** The caller must dispose of the chat that was shown before. */
  set(chat: OpenChat): void {
    this.chat = chat;
  }

  /**
   * Undefined until the first chat is opened. Until then, all other properties throw, except `isTour` and `approval`.
   */
  get openChat(): OpenChat | undefined {
    return this.chat;
  }

  get session(): ChatSession {
    return this.shown.session;
  }

  get conversation(): Conversation {
    return this.shown.opened.conversation;
  }

  get desk(): ApprovalDesk {
    return this.shown.desk;
  }

  get calls(): OpenCalls {
    return this.shown.calls;
  }

  get seen(): SeenFiles {
    return this.shown.seen;
  }

  get contextMeter(): ContextMeter {
    return this.shown.contextMeter;
  }

  get project(): ChatProject {
    return this.shown.project;
  }

  get approval(): ApprovalPolicy | undefined {
    return this.chat?.approval;
  }

  get isTour(): boolean {
    return this.chat?.isTour ?? false;
  }

  private get shown(): OpenChat {
    if (!this.chat) throw new Error('The chat has not been restored');
    return this.chat;
  }
}
