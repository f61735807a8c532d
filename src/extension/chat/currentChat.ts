import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ApprovalDesk } from '../approval/approvalDesk.ts';
import type { OpenCalls } from '../approval/openCalls.ts';
import type { SeenFiles } from '../tools/tool.ts';
import type { ChatProject } from './chatProject.ts';
import type { OpenChat } from './openChat.ts';
import type { ChatSession } from './session.ts';

/**
 * The chat that the panel shows. `ChatService` sets it. Everything that works on the shown chat reads it here, so it can
 * be created before the first chat is opened.
 */
export class CurrentChat {
  private chat: OpenChat | undefined;

  /** The chat that was shown before stays the caller's. */
  set(chat: OpenChat): void {
    this.chat = chat;
  }

  /** Undefined until the first chat is opened; the other properties but `isTour` and `approval` throw until then. */
  get open(): OpenChat | undefined {
    return this.chat;
  }

  get session(): ChatSession {
    return this.shown.session;
  }

  /** Where the chat's calls wait for the user's decision. */
  get desk(): ApprovalDesk {
    return this.shown.desk;
  }

  get calls(): OpenCalls {
    return this.shown.calls;
  }

  /** What the chat's model has seen of files. */
  get seen(): SeenFiles {
    return this.shown.seen;
  }

  get project(): ChatProject {
    return this.shown.project;
  }

  /** What decides about calls in the chat. */
  get approval(): ApprovalPolicy | undefined {
    return this.chat?.approval;
  }

  /** The chat is one with the offline tour. */
  get isTour(): boolean {
    return this.chat?.isTour ?? false;
  }

  private get shown(): OpenChat {
    if (!this.chat) throw new Error('The chat has not been restored');
    return this.chat;
  }
}
