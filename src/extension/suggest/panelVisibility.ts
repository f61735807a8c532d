import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';

export interface ObservedPanel {
  /** The panel is not hidden, but its window may be minimized or covered. */
  readonly shown: boolean;
  /** The panel is shown, in a window that is neither minimized nor covered. */
  readonly visible: boolean;
  readonly onDidChangeVisible: Event<void>;
}

/** Tracks whether the user could have seen the panel since the answer began to appear. */
export class PanelVisibility {
  private readonly panels = new Set<ObservedPanel>();
  private seen = false;
  private readonly changed = new Emitter<void>();

  readonly onDidChangeVisible = this.changed.event;

  constructor(store: Pick<ChatStore, 'onDidChange' | 'state'>) {
    store.onDidChange((event) => {
      if (event.type !== 'block-added') return;
      const answer = store.state.items.find((item) => item.id === event.itemId);
      const isFirst = answer?.kind === 'answer' && answer.blocks.length === 1;
      if (isFirst) this.seen = this.isVisible;
    });
  }

  /** Dispose the result with the panel. */
  add(panel: ObservedPanel): Disposable {
    this.panels.add(panel);
    const update = (): void => {
      this.seen ||= this.isVisible;
      this.changed.fire();
    };
    update();
    const subscription = panel.onDidChangeVisible(update);
    return {
      dispose: () => {
        subscription.dispose();
        this.panels.delete(panel);
        this.changed.fire();
      },
    };
  }

  get isOpen(): boolean {
    return [...this.panels].some((panel) => panel.shown);
  }

  get wasSeen(): boolean {
    return this.seen || this.isVisible;
  }

  get isVisible(): boolean {
    return [...this.panels].some((panel) => panel.visible);
  }
}
