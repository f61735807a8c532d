import type { ChatEvent, HostMessage } from '../../shared/protocol.ts';
import { appendDelta, isTextDelta, type ChatStore } from '../chat/view/chatStore.ts';
import type { Clock } from '../ports/clock.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';

/**
 * Sends the panel's state to one webview: a snapshot when `sendSnapshot` is called or the whole state is replaced, and
 * numbered deltas in between. The first event after a pause is sent in the next task. Later events are sent together at
 * the end of the frame, or of two frames if they are only streamed text. Text that is streamed to the same block is
 * merged into one event. Of successive views of a speculation, only the last is sent. So a fast model does not flood
 * the channel. A hidden webview receives no events. When it is shown again and has missed events, it receives one
 * snapshot.
 */
export class DeltaStream implements Disposable {
  private readonly store: ChatStore;
  private readonly clock: Clock;
  private readonly post: (message: HostMessage) => void;
  private readonly subscriptions = new DisposableStore();
  private pending: ChatEvent[] = [];
  /** When `pending` is due to be sent, in milliseconds since the epoch. */
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

  /** Sends the whole state, which includes the pending events. */
  sendSnapshot(): void {
    this.dropPending();
    this.hasMissed = false;
    this.seq += 1;
    this.post({ kind: 'snapshot', seq: this.seq, state: this.store.state });
  }

  /** Sends pending events before the response, so that the webview does not act on an old state. */
  respond(response: HostMessage): void {
    this.flushPending();
    this.post(response);
  }

  dispose(): void {
    this.dropPending();
    this.subscriptions.dispose();
  }

  private add(event: ChatEvent): void {
    // The webview reported this draft itself, so the draft is not sent back.
    if (event.type === 'draft-changed' && !event.revised) return;
    if (!this.isShown) {
      this.hasMissed = true;
      return;
    }
    const last = this.pending.at(-1);
    if (event.type === 'speculation-changed' && last?.type === event.type) {
      // Replaces the earlier event, because each event contains the whole view, with the names of all prepared files.
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

  /** `pause`: milliseconds from the last delta until the next is due. */
  private schedule(pause: number): void {
    const dueAt = this.sentAt + pause;
    if (this.timer && this.dueAt <= dueAt) return;
    this.timer?.dispose();
    this.dueAt = dueAt;
    // Limited to `pause`, because the user may change the system clock.
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
/** Milliseconds until a delta with only streamed text is due. Streamed text needs no smooth animation. */
const TEXT_FRAME = 2 * FRAME;
