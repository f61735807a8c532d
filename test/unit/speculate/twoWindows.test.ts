import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { applyChanges, beginNothing } from '../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, signal } from './overlay/overlayFiles.ts';

const FILES = { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n' };
type Edits = Readonly<Record<string, string>>;

/** The workspace as one process sees it. The scheduler decides which call of which process comes next. */
function seenBy(base: MemoryWorkspace, scheduler: fc.Scheduler): Workspace {
  const isCall = (name: string | symbol): boolean =>
    ['resolve', 'read', 'write', 'delete', 'stat'].includes(String(name));
  return new Proxy<Workspace>(base, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || !isCall(name)) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        await scheduler.schedule(Promise.resolve(), String(name));
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

const edits = (text: string): fc.Arbitrary<Edits> =>
  fc.dictionary(fc.constantFrom(...Object.keys(FILES), 'new/e.ts'), fc.constant(text), { minKeys: 1 });

test('if two windows apply edits at the same time, each applies all of its edits or none of them', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(edits('one\n'), edits('two\n'), fc.scheduler(), async (one, two, scheduler) => {
      const base = createMemoryWorkspace(FILES);
      const prepared = await Promise.all(
        [one, two].map(async (files) => {
          const overlay = createOverlay(base);
          for (const [name, text] of Object.entries(files)) await overlay.write(`/ws/${name}`, bytes(text), {}, signal);
          return { files, changes: overlay.changes() };
        }),
      );
      const applying = prepared.map(({ changes }) =>
        applyChanges(changes, seenBy(base, scheduler), beginNothing, signal),
      );
      const results = await scheduler.waitFor(Promise.all(applying));
      const applied = prepared.filter((_, index) => results[index]?.kind === 'applied');
      for (const { kind } of results) kinds.add(kind);
      expect(base.snapshot()).toEqual(Object.assign({}, FILES, ...applied.map(({ files }) => files)));
      for (const result of results) expect(result).not.toMatchObject({ kind: 'failed' });
      // Edits of different files do not disturb each other.
      const isShared = Object.keys(one).some((name) => name in two);
      if (!isShared) expect(applied).toHaveLength(2);
      else expect(applied.length).toBeLessThan(2);
    }),
    { numRuns: 300 },
  );
  expect([...kinds].sort()).toEqual(['applied', 'conflict']);
});
