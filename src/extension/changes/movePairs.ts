/**
 * A move of content to another file. `added` and `removed` are the lines by which the other file now differs from the
 * content that `path` had before the prompt.
 */
export interface MovedFrom {
  /** The file that had the content before the prompt. */
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface MovableChange {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** Missing if the content was not moved. */
  readonly moved?: MovedFrom | undefined;
}

/**
 * Pairs a deleted file with the added file to which the content was moved. If several added files claim the content,
 * pairs the first one by path. As in Git, a file that was moved onto another file is not paired, because the diff must
 * show the overwritten content.
 */
export class MovePairs<T extends MovableChange> {
  private readonly deleted = new Map<string, T>();
  /** The added files, by the path whose content they claim. */
  private readonly claims = new Map<string, T[]>();

  /** `changes` contains at most one change per path. */
  constructor(changes: Iterable<T> = []) {
    for (const change of changes) this.add(change);
  }

  add(change: T): void {
    if (change.kind === 'deleted') this.deleted.set(change.path, change);
    const from = claimedPath(change);
    if (from !== undefined) this.claims.set(from, [...(this.claims.get(from) ?? []), change]);
  }

  remove(change: T): void {
    if (change.kind === 'deleted') this.deleted.delete(change.path);
    const from = claimedPath(change);
    if (from === undefined) return;
    const others = (this.claims.get(from) ?? []).filter((each) => each !== change);
    if (others.length > 0) this.claims.set(from, others);
    else this.claims.delete(from);
  }

  clear(): void {
    this.deleted.clear();
    this.claims.clear();
  }

  /** The deleted half of a move, if `change` is the added half. */
  sourceOf(change: T): T | undefined {
    const from = claimedPath(change);
    if (from === undefined || this.firstClaim(from) !== change) return undefined;
    return this.deleted.get(from);
  }

  /** The added half of a move, if the deleted half has this path. */
  targetOf(path: string): T | undefined {
    return this.deleted.has(path) ? this.firstClaim(path) : undefined;
  }

  /** Whether an added file claims the content of this path. */
  isClaimed(path: string): boolean {
    return this.claims.has(path);
  }

  private firstClaim(path: string): T | undefined {
    return this.claims.get(path)?.reduce((first, each) => (each.path < first.path ? each : first));
  }
}

/** Undefined if the change claims no content. */
function claimedPath({ kind, moved }: MovableChange): string | undefined {
  return kind === 'added' ? moved?.path : undefined;
}
