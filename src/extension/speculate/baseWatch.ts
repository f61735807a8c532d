import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { isBaseStill } from './apply.ts';
import type { Overlay } from './overlay.ts';

export interface BaseWatchOptions {
  readonly overlay: Pick<Overlay, 'changeOf' | 'onDidChange'>;
  readonly workspace: Workspace;
  /** Fires with the paths of files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  /** Called with the display names of all files that differ from their bases, whenever this set changes. */
  readonly onChange: (changed: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Reports which files no longer equal the bases of an overlay's changes. Paused during an apply, whose writes are not
 * changes by somebody else.
 */
export class BaseWatch implements Disposable {
  private readonly options: BaseWatchOptions;
  private readonly changed = new Map<string, string>();
  private readonly pending = new Set<string>();
  private readonly subscriptions: readonly Disposable[];
  private readonly ended = new AbortController();
  private isChecking = false;
  private isPaused = false;

  constructor(options: BaseWatchOptions) {
    this.options = options;
    const enqueue = (paths: readonly string[]): void => this.enqueue(paths);
    this.subscriptions = [options.onDidChangeFiles(enqueue), options.overlay.onDidChange(enqueue)];
  }

  dispose(): void {
    this.ended.abort();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private enqueue(paths: readonly string[]): void {
    const { overlay } = this.options;
    for (const path of paths) if (this.changed.has(path) || overlay.changeOf(path)) this.pending.add(path);
    this.checkPending();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.checkPending();
  }

  private checkPending(): void {
    if (this.pending.size === 0 || this.isChecking || this.isPaused) return;
    this.isChecking = true;
    this.check().catch((error: unknown) => {
      if (!this.ended.signal.aborted) this.options.onError(error);
    });
  }

  /** Compares the pending files, including files that are added while this runs. */
  private async check(): Promise<void> {
    try {
      while (this.pending.size > 0 && !this.isPaused && !this.ended.signal.aborted) {
        const paths = [...this.pending];
        this.pending.clear();
        await this.compare(paths);
      }
    } finally {
      this.isChecking = false;
    }
  }

  private async compare(paths: readonly string[]): Promise<void> {
    const { overlay, workspace, onChange } = this.options;
    const { signal } = this.ended;
    const before = [...this.changed.keys()].join('\n');
    for (const path of paths) {
      const change = overlay.changeOf(path);
      const isStill = this.isPaused || !change || (await isBaseStill(change, workspace, signal));
      // An apply may have begun during the comparison.
      if (this.isPaused) this.pending.add(path);
      else if (isStill) this.changed.delete(path);
      else this.changed.set(path, toDisplayText(change.display));
    }
    if (!signal.aborted && [...this.changed.keys()].join('\n') !== before) onChange([...this.changed.values()]);
  }
}
