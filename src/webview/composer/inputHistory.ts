/**
 * A walk through the earlier inputs. `back`: the number of steps back. `origin`: the text at which the walk started.
 */
export interface HistoryWalk {
  readonly back: number;
  readonly origin: string;
}

export interface HistoryStep {
  readonly text: string;
  /** Null when the walk has returned to its origin. */
  readonly walk: HistoryWalk | null;
}

/**
 * Takes one step. `inputs`: the oldest first; equal inputs in a row count as one. Null if there is no further input.
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
