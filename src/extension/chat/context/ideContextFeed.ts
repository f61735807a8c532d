import { Emitter } from '../../base/emitter.ts';
import {
  applyContext,
  describeContext,
  EMPTY_SNAPSHOT,
  renderContext,
  type IdeSnapshot,
  type ToldContext,
} from './ideContext.ts';
import type { ConversationNode } from '../conversation/conversation.ts';

/** The editor as it was last seen. */
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

/** What one prompt tells of the editor. */
export interface NextContext {
  readonly text: string;
  readonly told: ToldContext;
}

/**
 * What one open chat has told of the editor, prompt by prompt: the base of what the next one tells is what was told last
 * on its own path, so that an edited prompt does not build on what its sibling said. Where that is not known, because the
 * chat was opened anew or the path is another one, everything is told again.
 */
export class IdeContextFeed {
  private readonly store: IdeContextStore;
  private readonly toldBy = new Map<string, ToldContext>();

  constructor(store: IdeContextStore) {
    this.store = store;
  }

  /** The editor as it is now. */
  get current(): IdeSnapshot {
    return this.store.current;
  }

  /** For a prompt after `path`; null where there is nothing to tell. */
  next(path: readonly ConversationNode[]): NextContext | null {
    const base = path.findLast(({ id }) => this.toldBy.has(id));
    const told = (base && this.toldBy.get(base.id)) ?? null;
    const message = describeContext(told, this.store.current);
    return message && { text: renderContext(message), told: applyContext(told, message) };
  }

  /** The prompt has been recorded with what `next` gave for it. */
  tell(promptId: string, { told }: NextContext): void {
    this.toldBy.set(promptId, told);
  }

  /** What was told may not be in the model's sight any more: another branch, a summary in place of the messages. */
  forget(): void {
    this.toldBy.clear();
  }
}
