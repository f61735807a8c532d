import { Emitter } from '../../base/emitter.ts';
import {
  applyContext,
  describeContext,
  EMPTY_SNAPSHOT,
  renderContext,
  type IdeSnapshot,
  type SentContext,
} from './ideContext.ts';
import type { ConversationNode } from '../conversation/conversationNode.ts';

/** The latest snapshot of the editor. */
export class IdeContextStore {
  private readonly changed = new Emitter<IdeSnapshot>();
  private snapshot = EMPTY_SNAPSHOT;

  readonly onDidChange = this.changed.event;

  get current(): IdeSnapshot {
    return this.snapshot;
  }

  set(snapshot: IdeSnapshot): void {
    this.snapshot = snapshot;
    this.changed.fire(snapshot);
  }
}

export interface NextContext {
  readonly text: string;
  readonly sent: SentContext;
}

/**
 * The editor's context that one chat has sent, by prompt. The next prompt sends the changes since the previous prompt
 * of its branch, so an edited prompt does not build on the version that it replaces. If no prompt on the path is known,
 * for example after a reload, the next prompt sends everything.
 */
export class IdeContextFeed {
  private readonly store: IdeContextStore;
  private readonly sentByPrompt = new Map<string, SentContext>();

  constructor(store: IdeContextStore) {
    this.store = store;
  }

  get current(): IdeSnapshot {
    return this.store.current;
  }

  /** Null if there is nothing to report. */
  next(path: readonly ConversationNode[]): NextContext | null {
    const base = path.findLast(({ id }) => this.sentByPrompt.has(id));
    const sent = (base && this.sentByPrompt.get(base.id)) ?? null;
    const message = describeContext(sent, this.store.current);
    return message && { text: renderContext(message), sent: applyContext(sent, message) };
  }

  /** Call when the prompt has been recorded with the context that `next` returned. */
  markSent(promptId: string, { sent }: NextContext): void {
    this.sentByPrompt.set(promptId, sent);
  }

  /** Call when the chat shows another path. */
  forget(): void {
    this.sentByPrompt.clear();
  }
}
