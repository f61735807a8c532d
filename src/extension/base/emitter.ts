import type { Disposable } from './disposable.ts';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * A typed event for code that must not import VS Code. If a listener throws, `fire` calls the other listeners, and then
 * throws the first error.
 */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  fire(value: T): void {
    let failure: { error: unknown } | undefined;
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export function eitherOf<T>(one: Event<T>, other: Event<T>): Event<T> {
  return (listener) => {
    const subscriptions = [one(listener), other(listener)];
    return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
  };
}
