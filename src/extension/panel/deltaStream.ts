import type { ChatEvent, HostMessage } from '../../shared/protocol.ts';
import { appendDelta, isTextDelta, type ChatStore } from '../chat/view/chatStore.ts';
import type { Clock } from '../ports/clock.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';

/**
 * Sends the panel's state to one webview: snapshots, and numbered deltas in between. The first event after a pause is
 * sent in the next task; later events are merged and sent together, so that a fast model does not flood the channel. A
 * hidden webview receives no events, but one snapshot when it is shown again and has missed events.
 */
export class DeltaStream implements Disposable {
  private readonly store: ChatStore;
  private readonly clock: Clock;
  private readonly post: (message: HostMessage) => void;
  private readonly subscriptions = new DisposableStore();
  private pending: ChatEvent[] = [];
  /** Milliseconds since the epoch. */
  private dueAt = 0;
  private timer: Disposable | undefined;
  private sentAt = 0;
  private seq = 0;
  private isShown = true;
  private hasMissed = false;

  constructor(store: ChatStore, clock: Clock, post: (message: HostMessage) => void) {
    this.store = store;
    this.clock = clock;
    this.post = post;
    this.subscriptions.add(store.onDidChange((event) => this.add(event)));
    this.subscriptions.add(store.onDidReplace(() => (this.isShown ? this.sendSnapshot() : (this.hasMissed = true))));
  }

  /** Notifies the webview, which stops its repeating timers while it is hidden. */
  setShown(shown: boolean): void {
    if (shown === this.isShown) return;
    this.flushPending();
    this.isShown = shown;
    this.post({ kind: 'visibility', shown });
    if (shown && this.hasMissed) this.sendSnapshot();
  }

  /** Sends the whole state. Drops the pending events, because the state already includes them. */
  sendSnapshot(): void {
    this.dropPending();
    this.hasMissed = false;
    this.seq += 1;
    this.post({ kind: 'snapshot', seq: this.seq, state: this.store.state });
  }

  /** Pending events come first, so that the webview does not act on an old state. */
  respond(response: HostMessage): void {
    this.flushPending();
    this.post(response);
  }

  dispose(): void {
    this.dropPending();
    this.subscriptions.dispose();
  }

  private add(event: ChatEvent): void {
    // The webview itself reported this draft.
    if (event.type === 'draft-changed' && !event.revised) return;
    if (!this.isShown) {
      this.hasMissed = true;
      return;
    }
    const last = this.pending.at(-1);
    if (event.type === 'speculation-changed' && last?.type === event.type) {
      // Each event contains the whole view, with the names of all prepared files.
      this.pending[this.pending.length - 1] = event;
    } else if (!isTextDelta(event)) {
      this.pending.push(event);
      this.schedule(FRAME);
    } else if (!appendDelta(last, event)) {
      // A copy, because later deltas are appended to it.
      this.pending.push({ ...event });
      this.schedule(TEXT_FRAME);
    }
  }

  /** `pause`: milliseconds. */
  private schedule(pause: number): void {
    const dueAt = this.sentAt + pause;
    if (this.timer && this.dueAt <= dueAt) return;
    this.timer?.dispose();
    this.dueAt = dueAt;
    // The user may change the system clock.
    const wait = Math.min(pause, Math.max(0, dueAt - this.clock.now()));
    this.timer = this.clock.setTimeout(this.flushPending, wait);
  }

  private readonly flushPending = (): void => {
    const events = this.pending;
    if (events.length === 0) return;
    this.dropPending();
    this.sentAt = this.clock.now();
    this.seq += 1;
    this.post({ kind: 'delta', seq: this.seq, events });
  };

  private dropPending(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.pending = [];
  }
}

/** Milliseconds from one delta until the next is due. */
const FRAME = 16;
/** Streamed text needs no smooth animation. */
const TEXT_FRAME = 2 * FRAME;
