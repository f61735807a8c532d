/**
 * The links of a tree that only grows, its active leaf, and how recently each node was on the active path. All three
 * depend only on the order of the conversation's entries, so they are the same after a reload.
 */
export class ActivePath {
  private readonly parents = new Map<string, string | null>();
  private readonly children = new Map<string | null, string[]>();
  /** When each node was last on the active path; greater is later. A node on the path is later than its siblings. */
  private readonly stamps = new Map<string, number>();
  private stamp = 0;
  private current: string | null = null;

  get leaf(): string | null {
    return this.current;
  }

  /** The last nodes of all paths, the most recently active last. */
  leaves(): string[] {
    const leaves = [...this.stamps].filter(([id]) => this.childrenOf(id).length === 0);
    return leaves.sort(([, one], [, other]) => one - other).map(([id]) => id);
  }

  childrenOf(parent: string | null): readonly string[] {
    return this.children.get(parent) ?? [];
  }

  /** Makes a node the active leaf, and adds it first if it is new. */
  add(id: string, parent: string | null): void {
    if (!this.parents.has(id)) {
      this.parents.set(id, parent);
      const siblings = this.children.get(parent);
      if (siblings) siblings.push(id);
      else this.children.set(parent, [id]);
    }
    this.set(id);
  }

  set(leaf: string | null): void {
    const before = this.current;
    this.current = leaf;
    this.stamp += 1;
    // Stops at the previous leaf, because that leaf and the nodes above it already count as later than their siblings.
    for (let id = leaf; id !== null && id !== before; id = this.parents.get(id) ?? null) {
      this.stamps.set(id, this.stamp);
    }
  }

  /** The node in `ids` that was on the active path most recently. */
  latest(ids: readonly string[]): string | undefined {
    const stampOf = (id: string): number => this.stamps.get(id) ?? 0;
    return ids.reduce<string | undefined>(
      (latest, id) => (latest === undefined || stampOf(id) > stampOf(latest) ? id : latest),
      undefined,
    );
  }

  /** The last node of the most recently active path through `id`. */
  leafUnder(id: string | null): string | null {
    let leaf = id;
    for (let next = this.latest(this.childrenOf(leaf)); next !== undefined; next = this.latest(this.childrenOf(leaf))) {
      leaf = next;
    }
    return leaf;
  }
}
