import type { SuggestionNotice } from '../../shared/suggesting.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Clock } from '../ports/clock.ts';

/** The panel's notice about suggestions in general; at most one at a time. */
export class SuggestionNotices {
  private readonly store: ChatStore;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly lastShown = new Map<string, string>();

  constructor(store: ChatStore, clock: Pick<Clock, 'now'>) {
    this.store = store;
    this.clock = clock;
  }

  show(notice: SuggestionNotice): void {
    this.store.dispatch({ type: 'suggesting-changed', patch: { notice } });
  }

  /** Ignores a notice if the last notice of the same kind was equal and was also shown today. */
  showOnceADay(notice: SuggestionNotice): void {
    const fingerprint = JSON.stringify([notice, new Date(this.clock.now()).toDateString()]);
    if (this.lastShown.get(notice.kind) === fingerprint) return;
    this.lastShown.set(notice.kind, fingerprint);
    this.show(notice);
  }

  /** Without kinds, removes any notice. */
  clear(...kinds: readonly SuggestionNotice['kind'][]): void {
    const shown = this.store.state.suggesting.notice;
    if (!shown || (kinds.length > 0 && !kinds.includes(shown.kind))) return;
    this.store.dispatch({ type: 'suggesting-changed', patch: { notice: null } });
  }
}
