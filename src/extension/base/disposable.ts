/** What `register…` and `onDid…` return; the caller disposes it. Structurally equal to VS Code's. */
export interface Disposable {
  dispose(): void;
}

/** Holds what a feature subscribed to. What arrives after `dispose` is disposed at once, never leaked. */
export class DisposableStore implements Disposable {
  private readonly items = new Set<Disposable>();
  private disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose();
    else this.items.add(item);
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (const item of this.items) item.dispose();
    this.items.clear();
  }
}
