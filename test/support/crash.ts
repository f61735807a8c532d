import type { FileStore } from '../../src/extension/ports/fileStore.ts';
import type { Workspace } from '../../src/extension/ports/workspace.ts';

/** Ends a process at one of its steps. A step is a call that changes something. */
export interface Crash {
  /** True once the process has ended. From then on, every call fails without a change. */
  readonly happened: boolean;
  /** The number of steps so far. */
  readonly steps: number;
  /** Ends the process between two steps. */
  end(): void;
  /** Counts a step of the test's own. Throws if the process ends there. */
  step(): void;
  /** The port as the process sees it. An append or a move may be half done. */
  files(files: FileStore): FileStore;
  workspace(workspace: Workspace): Workspace;
}

const CHANGING = new Set(['write', 'append', 'createExclusive', 'touch', 'move', 'delete', 'rename', 'flush']);

/**
 * Ends the process at step `at`, counted from 0. If that step is an append and `halfAppends` is true, the first half of
 * the appended text is on disk. If that step is a move and `halfMoves` is true, the file is in both places, because a
 * move creates a link and then removes the old name.
 */
export function createCrash(at: number, halfAppends = false, halfMoves = false): Crash {
  let steps = 0;
  let happened = false;
  const fail = (): never => {
    throw new Error('The process has ended');
  };
  const step = (): void => {
    if (happened) fail();
    if (steps === at) happened = true;
    steps += 1;
    if (happened) fail();
  };
  const wrap = <T extends object>(port: T, onEnd: (method: string, args: unknown[]) => Promise<unknown>): T =>
    new Proxy(port, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          const call = (): unknown => Reflect.apply(value, target, args);
          if (happened) fail();
          if (!CHANGING.has(String(property))) return call();
          try {
            step();
          } catch (error) {
            await onEnd(String(property), args);
            throw error;
          }
          return call();
        };
      },
    });

  return {
    get happened() {
      return happened;
    },
    get steps() {
      return steps;
    },
    end: () => void (happened = true),
    step,
    files: (files) =>
      wrap(files, async (method, [name, content]) => {
        if (method === 'append' && halfAppends) {
          const whole = content as string | Uint8Array;
          await files.append(String(name), whole.slice(0, Math.floor(whole.length / 2)));
        }
        if (method === 'move' && halfMoves) {
          const moved = await files.read(String(name));
          if (moved !== undefined) await files.createExclusive(String(content), moved);
        }
      }),
    workspace: (workspace) => wrap(workspace, () => Promise.resolve()),
  };
}
