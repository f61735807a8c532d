/** The position in earlier inputs: how many steps back, and the text that the walk started from. */
export interface HistoryWalk {
  readonly back: number;
  readonly origin: string;
}

export interface HistoryStep {
  readonly text: string;
  /** Null when the walk is back at the text it started from. */
  readonly walk: HistoryWalk | null;
}

/** One step through earlier inputs, oldest first. Null at either end: the key then has its usual effect. */
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
