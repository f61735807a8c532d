/** A resource that the caller disposes. VS Code's `Disposable` is assignable to this type. */
export interface Disposable {
  dispose(): void;
}

/** Holds a feature's subscriptions. An item that is added after `dispose` is disposed at once. */
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
