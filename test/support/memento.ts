import type { Memento } from '../../src/extension/ports/memento.ts';

/** A memento that lasts as long as the test. */
export function createMemento(value?: unknown): Memento {
  let kept = value;
  return { get: () => kept, set: (next) => void (kept = next) };
}
