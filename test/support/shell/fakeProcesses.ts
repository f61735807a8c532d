import type { ProcessOwner } from '../../../src/extension/ports/processOwner.ts';

export interface FakeProcesses {
  /** Starts a process, and returns the port through which it asks about the others. */
  start(id: string): ProcessOwner;
  kill(id: string): void;
  /** Other processes cannot find out whether this one still runs. */
  lose(id: string): void;
}

export function createFakeProcesses(): FakeProcesses {
  const dead = new Set<string>();
  const lost = new Set<string>();
  return {
    start: (id) => ({
      id: () => Promise.resolve(id),
      isDead: (other) => Promise.resolve(dead.has(other) && !lost.has(other)),
      hostIfUnknown: (other) => Promise.resolve(lost.has(other) ? `computer of ${other}` : undefined),
    }),
    kill: (id) => void dead.add(id),
    lose: (id) => void lost.add(id),
  };
}
