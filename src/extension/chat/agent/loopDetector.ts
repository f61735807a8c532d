import { createHash } from 'node:crypto';
import { RepetitionFinder } from './repetition.ts';

export interface CheckedCall {
  readonly name: string;
  readonly args: unknown;
}

/** Detects that a model repeats itself while it answers one prompt (seed 002, `turnStarted` and `addAndCheck`). */
export interface LoopDetector {
  /** Returns true if the last calls and results form a loop. */
  addAndCheck(call: CheckedCall, result: string): boolean;
  /** Call when a request begins or is repeated, because text is compared within one answer only. */
  turnStarted(): void;
  /** Returns true if the answer's text or thoughts repeat themselves. */
  addContent(kind: 'text' | 'thinking', delta: string): boolean;
}

/** The lengths of cycles, in calls, and how often a cycle must run to be a loop. */
const CYCLES: readonly { readonly length: number; readonly rounds: number }[] = [
  { length: 1, rounds: 5 },
  { length: 2, rounds: 4 },
  { length: 3, rounds: 4 },
];
const LONGEST = Math.max(...CYCLES.map(({ length, rounds }) => length * rounds));

/** A call is compared together with its result, so equal calls with different results (polling) are not a loop. */
export function createLoopDetector(): LoopDetector {
  let pairs: readonly string[] = [];
  let finders = createFinders();
  return {
    addAndCheck({ name, args }, result) {
      const pair = createHash('sha256')
        .update(canonicalJson([name, args, result]))
        .digest('base64');
      pairs = [...pairs, pair].slice(-LONGEST);
      return CYCLES.some(({ length, rounds }) => endsInCycle(pairs, length, rounds));
    },
    turnStarted() {
      finders = createFinders();
    },
    addContent: (kind, delta) => finders[kind].add(delta),
  };
}

function createFinders(): Record<'text' | 'thinking', RepetitionFinder> {
  return { text: new RepetitionFinder(), thinking: new RepetitionFinder() };
}

function endsInCycle(pairs: readonly string[], length: number, rounds: number): boolean {
  const first = pairs.length - length * rounds;
  return first >= 0 && pairs.slice(first + length).every((pair, index) => pair === pairs[first + index]);
}

/** Returns JSON with sorted keys, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) => {
      if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
      return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
    }) ?? ''
  );
}
