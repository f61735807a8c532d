import { toDisplayText } from '../../shared/displayText.ts';
import type { LineCount, OverlayChange } from './overlayChange.ts';

/** Shown to the user. */
export interface ChangeSummary extends LineCount {
  /** Display names, sorted by path. */
  readonly files: string[];
}

/** Changes sorted by path, at most one for each path. Keeps running totals, so that updates do not sum up the list. */
export class ChangeList {
  private readonly changes: OverlayChange[] = [];
  private readonly names: string[] = [];
  private added = 0;
  private removed = 0;

  all(): OverlayChange[] {
    return [...this.changes];
  }

  /** The change of this path. */
  find(path: string): OverlayChange | undefined {
    const change = this.changes[this.placeOf(path)];
    return change?.path === path ? change : undefined;
  }

  summary(): ChangeSummary {
    return { files: [...this.names], added: this.added, removed: this.removed };
  }

  add(change: OverlayChange): void {
    const at = this.placeOf(change.path);
    this.changes.splice(at, 0, change);
    this.names.splice(at, 0, toDisplayText(change.display));
    this.added += change.lines.added;
    this.removed += change.lines.removed;
  }

  /** `change` must be in the list. */
  remove(change: OverlayChange): void {
    const at = this.placeOf(change.path);
    this.changes.splice(at, 1);
    this.names.splice(at, 1);
    this.added -= change.lines.added;
    this.removed -= change.lines.removed;
  }

  clear(): void {
    this.changes.length = 0;
    this.names.length = 0;
    this.added = 0;
    this.removed = 0;
  }

  /** The index of the first change whose path is not before `path`. */
  private placeOf(path: string): number {
    let [low, high] = [0, this.changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.changes[middle]?.path ?? '') < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
