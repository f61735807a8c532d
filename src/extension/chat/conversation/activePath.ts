/**
 * The shape of a tree that only grows, and where its user is in it: which node comes after which, the active leaf, and
 * how recently each node was on the way to it. All of it follows from the order of the entries, so that it is the same
 * after a reload.
 */
export class ActivePath {
  private readonly parents = new Map<string, string | null>();
  private readonly children = new Map<string | null, string[]>();
  /** Greater is later. A node on the active path is always later than its siblings. */
  private readonly stamps = new Map<string, number>();
  private stamp = 0;
  private current: string | null = null;

  get leaf(): string | null {
    return this.current;
  }

  /** The ends of all paths, the one that was active last at the end. */
  leaves(): string[] {
    const leaves = [...this.stamps].filter(([id]) => this.childrenOf(id).length === 0);
    return leaves.sort(([, one], [, other]) => one - other).map(([id]) => id);
  }

  childrenOf(parent: string | null): readonly string[] {
    return this.children.get(parent) ?? [];
  }

  /** Adds a node, which is the active leaf then. One that is known is only made active. */
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
    // What grows at its end needs no walk to the root: the rest of the path is the latest already.
    for (let id = leaf; id !== null && id !== before; id = this.parents.get(id) ?? null) {
      this.stamps.set(id, this.stamp);
    }
  }

  /** Of some nodes, the one that was on the active path last. */
  latest(ids: readonly string[]): string | undefined {
    const stampOf = (id: string): number => this.stamps.get(id) ?? 0;
    return ids.reduce<string | undefined>(
      (latest, id) => (latest === undefined || stampOf(id) > stampOf(latest) ? id : latest),
      undefined,
    );
  }

  /** The end of the path that was active last among those through `id`. */
  leafUnder(id: string | null): string | null {
    let leaf = id;
    for (let next = this.latest(this.childrenOf(leaf)); next !== undefined; next = this.latest(this.childrenOf(leaf))) {
      leaf = next;
    }
    return leaf;
  }
}
