import type { SuggestionNotice } from '../../shared/suggesting.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Clock } from '../ports/clock.ts';

/** What the panel says of suggestions as a whole, one thing at a time. */
export class SuggestionNotices {
  private readonly store: ChatStore;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly said = new Map<string, string>();

  constructor(store: ChatStore, clock: Pick<Clock, 'now'>) {
    this.store = store;
    this.clock = clock;
  }

  show(notice: SuggestionNotice): void {
    this.store.dispatch({ type: 'suggesting-changed', patch: { notice } });
  }

  /** Not again on the same day, while it says the same. */
  showOnceADay(notice: SuggestionNotice): void {
    const words = JSON.stringify([notice, new Date(this.clock.now()).toDateString()]);
    if (this.said.get(notice.kind) === words) return;
    this.said.set(notice.kind, words);
    this.show(notice);
  }

  /** Takes back what is said, or only if it is one of these. */
  clear(...kinds: readonly SuggestionNotice['kind'][]): void {
    const shown = this.store.state.suggesting.notice;
    if (!shown || (kinds.length > 0 && !kinds.includes(shown.kind))) return;
    this.store.dispatch({ type: 'suggesting-changed', patch: { notice: null } });
  }
}
