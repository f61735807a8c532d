import { toDisplayText } from '../../shared/displayText.ts';
import { MovePairs, type MovableChange } from './movePairs.ts';

/** 0 if the old or the new content is binary. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

export interface ListedChange extends MovableChange {
  /** The name for display, in which hidden characters are not escaped yet. */
  readonly display: string;
  readonly lines: LineCount;
}

/** For the user. A moved file counts once, with the lines by which its old and its new content differ. */
export interface ChangeSummary extends LineCount {
  /** Display names, sorted by path: "a.ts", or "a.ts → b.ts" for a moved file. */
  readonly files: string[];
  readonly moved: number;
}

/** Changes sorted by path, at most one for each path. Keeps running totals, so that `summary` is cheap. */
export class ChangeList<T extends ListedChange> {
  private readonly changes: T[] = [];
  /** In the order of `changes`. Undefined for the deleted half of a move. */
  private readonly names: (string | undefined)[] = [];
  private readonly pairs = new MovePairs<T>();
  private added = 0;
  private removed = 0;
  private moved = 0;

  constructor(changes: Iterable<T> = []) {
    for (const change of changes) this.add(change);
  }

  all(): T[] {
    return [...this.changes];
  }

  find(path: string): T | undefined {
    const change = this.changes[this.placeOf(path)];
    return change?.path === path ? change : undefined;
  }

  /** See `MovePairs`. */
  sourceOf(change: T): T | undefined {
    return this.pairs.sourceOf(change);
  }

  /** See `MovePairs`. */
  targetOf(path: string): T | undefined {
    return this.pairs.targetOf(path);
  }

  /** See `MovePairs`. */
  isClaimed(path: string): boolean {
    return this.pairs.isClaimed(path);
  }

  summary(): ChangeSummary {
    const files = this.moved === 0 ? this.names : this.names.filter((name) => name !== undefined);
    return { files: [...files] as string[], added: this.added, removed: this.removed, moved: this.moved };
  }

  add(change: T): void {
    const at = this.placeOf(change.path);
    this.changes.splice(at, 0, change);
    this.names.splice(at, 0, toDisplayText(change.display));
    this.count(change.lines, 1);
    this.changePairs(change, () => this.pairs.add(change));
  }

  /** `change` must be in the list. */
  remove(change: T): void {
    this.changePairs(change, () => this.pairs.remove(change));
    const at = this.placeOf(change.path);
    this.changes.splice(at, 1);
    this.names.splice(at, 1);
    this.count(change.lines, -1);
  }

  clear(): void {
    this.changes.length = 0;
    this.names.length = 0;
    this.pairs.clear();
    this.added = 0;
    this.removed = 0;
    this.moved = 0;
  }

  /**
   * Runs an update of one change, and keeps the totals of moves correct. The update can affect only one move. Its old
   * path is the path of `change` if the file was deleted, and otherwise the path that the content was moved from.
   */
  private changePairs(change: T, run: () => void): void {
    const from = change.kind === 'deleted' ? change.path : change.moved?.path;
    const before = from === undefined ? undefined : this.pairs.targetOf(from);
    if (before && from !== undefined) this.setPair(from, before, false);
    run();
    const after = from === undefined ? undefined : this.pairs.targetOf(from);
    if (after && from !== undefined) this.setPair(from, after, true);
  }

  /** Counts and names two changes as one move, or as two files again. Both must be in the list. */
  private setPair(from: string, target: T, isPaired: boolean): void {
    const source = this.find(from);
    if (!source) return;
    const sign = isPaired ? 1 : -1;
    this.moved += sign;
    if (target.moved) this.count(target.moved, sign);
    for (const { lines } of [source, target]) this.count(lines, -sign);
    const [old, now] = [toDisplayText(source.display), toDisplayText(target.display)];
    this.names[this.placeOf(from)] = isPaired ? undefined : old;
    this.names[this.placeOf(target.path)] = isPaired ? `${old} → ${now}` : now;
  }

  private count({ added, removed }: LineCount, sign: number): void {
    this.added += sign * added;
    this.removed += sign * removed;
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
