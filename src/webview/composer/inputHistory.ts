/** A position in the earlier inputs: the number of steps back, and the text at which the walk started. */
export interface HistoryWalk {
  readonly back: number;
  readonly origin: string;
}

export interface HistoryStep {
  readonly text: string;
  /** Null when the walk has returned to the text at which it started. */
  readonly walk: HistoryWalk | null;
}

/**
 * Takes one step through the earlier inputs. `inputs` begins with the oldest; equal inputs in a row count as one.
 * Returns null if there is no further input. The key then has its usual effect.
 */
export function walkHistory(
  inputs: readonly string[],
  walk: HistoryWalk | null,
  direction: 'older' | 'newer',
  text: string,
): HistoryStep | null {
  const distinct = inputs.filter((input, index) => input !== inputs[index - 1]);
  const { back, origin } = walk ?? { back: 0, origin: text };
  const next = direction === 'older' ? back + 1 : back - 1;
  if (next < 0 || next > distinct.length) return null;
  if (next === 0) return { text: origin, walk: null };
  return { text: distinct.at(-next) ?? '', walk: { back: next, origin } };
}
