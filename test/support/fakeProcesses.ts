import type { ProcessOwner } from '../../src/extension/ports/processOwner.ts';

export interface FakeProcesses {
  /** Starts a process, and returns how it sees the others. */
  start(id: string): ProcessOwner;
  kill(id: string): void;
}

export function createFakeProcesses(): FakeProcesses {
  const dead = new Set<string>();
  return {
    start: (id) => ({ id: () => Promise.resolve(id), isDead: (other) => Promise.resolve(dead.has(other)) }),
    kill: (id) => void dead.add(id),
  };
}
