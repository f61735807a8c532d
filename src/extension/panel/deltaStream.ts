import type { ChatEvent } from '../../shared/chatEvent.ts';
import type { HostMessage } from '../../shared/protocol.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Clock } from '../ports/clock.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';

/**
 * Sends the panel's state to one webview: a snapshot when it asks, then numbered deltas. What comes after a pause goes out
 * as soon as the code that has caused it is done; what follows within a frame travels together at its end, and streamed
 * text of one block as one event, so that nothing waits for no reason and a fast model does not flood the channel. A
 * hidden webview gets nothing until it is shown again, and then one snapshot if it has missed something.
 */
export class DeltaStream implements Disposable {
  /** Milliseconds. */
  private static readonly frame = 16;
  private readonly store: ChatStore;
  private readonly clock: Clock;
  private readonly post: (message: HostMessage) => void;
  private readonly subscriptions = new DisposableStore();
  private pending: ChatEvent[] = [];
  /** There is something to send: events, or text that the store has gathered. */
  private isDue = false;
  /** Runs while nothing is sent: to the end of this turn of the event loop, or of the frame since the last delta. */
  private timer: Disposable | undefined;
  private seq = 0;
  private isShown = true;
  private hasMissed = false;

  constructor(store: ChatStore, clock: Clock, post: (message: HostMessage) => void) {
    this.store = store;
    this.clock = clock;
    this.post = post;
    this.subscriptions.add(store.onDidChange((event) => this.add(event)));
    this.subscriptions.add(store.onDidStream(() => this.schedule()));
    this.subscriptions.add(store.onDidReplace(() => (this.isShown ? this.sendSnapshot() : (this.hasMissed = true))));
  }

  /** Tells the webview, which then stops its clocks. */
  setShown(shown: boolean): void {
    if (shown === this.isShown) return;
    if (this.isDue) this.flush();
    this.isShown = shown;
    this.post({ kind: 'visibility', shown });
    if (shown && this.hasMissed) this.sendSnapshot();
  }

  /** Everything as it is now; what waited to be sent is in it. */
  sendSnapshot(): void {
    this.store.settle();
    this.dropPending();
    this.hasMissed = false;
    this.seq += 1;
    this.post({ kind: 'snapshot', seq: this.seq, state: this.store.state });
  }

  /** Sends a response behind the events of what it answers: who gets it must not act on a state that is over. */
  respond(response: HostMessage): void {
    if (this.isDue) this.flush();
    this.post(response);
  }

  dispose(): void {
    this.dropPending();
    this.subscriptions.dispose();
  }

  private add(event: ChatEvent): void {
    // The webview is where an unrevised draft comes from.
    if (event.type === 'draft-changed' && !event.revised) return;
    if (!this.isShown) {
      this.hasMissed = true;
      return;
    }
    const last = this.pending.at(-1);
    const merged = last && mergeText(last, event);
    if (merged) this.pending[this.pending.length - 1] = merged;
    else this.pending.push(event);
    this.schedule();
  }

  private schedule(): void {
    if (!this.isShown) {
      this.hasMissed = true;
      return;
    }
    this.isDue = true;
    this.timer ??= this.clock.setTimeout(this.flush, 0);
  }

  private readonly flush = (): void => {
    this.store.settle();
    const events = this.pending;
    this.dropPending();
    this.timer = this.clock.setTimeout(this.endFrame, DeltaStream.frame);
    this.seq += 1;
    this.post({ kind: 'delta', seq: this.seq, events });
  };

  private readonly endFrame = (): void => {
    this.timer = undefined;
    if (this.isDue) this.flush();
  };

  private dropPending(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.isDue = false;
    this.pending = [];
  }
}

function mergeText(last: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (last.type !== 'text-appended' || next.type !== 'text-appended') return undefined;
  if (last.itemId !== next.itemId || last.index !== next.index) return undefined;
  return { ...last, text: last.text + next.text };
}
