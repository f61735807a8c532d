import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import { isWorkspaceError, type Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { isBaseStill } from './apply.ts';
import type { Overlay } from './overlay.ts';
import type { OverlayChange } from './overlay/overlayChange.ts';

export interface BaseWatchOptions {
  readonly overlay: Pick<Overlay, 'changeOf' | 'onDidChange'>;
  readonly workspace: Workspace;
  /** Fires with the paths of files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  /** Called with the lists of all files that differ from their bases, when one of the lists changes. */
  readonly onChange: (differing: DifferingFiles) => void;
  readonly onError: (error: unknown) => void;
}

/** Display names. */
export interface DifferingFiles {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

interface DifferingFile {
  readonly name: string;
  readonly isDeleted: boolean;
}

/**
 * Reports which files no longer equal the bases of an overlay's changes. Leaves out a deleted file that the overlay
 * deletes too. Paused during an apply, whose writes are not changes by somebody else.
 */
export class BaseWatch implements Disposable {
  private readonly options: BaseWatchOptions;
  private readonly differing = new Map<string, DifferingFile>();
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
    for (const path of paths) if (this.differing.has(path) || overlay.changeOf(path)) this.pending.add(path);
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
    const before = this.key();
    for (const path of paths) {
      const change = overlay.changeOf(path);
      const found = this.isPaused || !change ? undefined : await findDifference(change, workspace, signal);
      // An apply may have begun during the comparison.
      if (this.isPaused) this.pending.add(path);
      else if (found) this.differing.set(path, found);
      else this.differing.delete(path);
    }
    if (!signal.aborted && this.key() !== before) onChange({ changed: this.names(false), deleted: this.names(true) });
  }

  private key(): string {
    return JSON.stringify([...this.differing].map(([path, { isDeleted }]) => [path, isDeleted]));
  }

  private names(isDeleted: boolean): string[] {
    return [...this.differing.values()].filter((file) => file.isDeleted === isDeleted).map(({ name }) => name);
  }
}

/** Undefined if the file equals the base of the change, or if both the user and the change have deleted the file. */
async function findDifference(
  change: OverlayChange,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<DifferingFile | undefined> {
  if (await isBaseStill(change, workspace, signal)) return undefined;
  const isDeleted = await isMissing(change.path, workspace, signal);
  return isDeleted && !change.current ? undefined : { name: toDisplayText(change.display), isDeleted };
}

async function isMissing(path: string, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  try {
    return (await workspace.stat(path, signal)) === undefined;
  } catch (error) {
    // For example, a file is in a parent folder's place.
    if (isWorkspaceError(error)) return false;
    throw error;
  }
}
