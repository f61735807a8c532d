/** One measured figure, as stored in `results.json`. */
export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly statistic: Statistic;
  readonly value: number;
  /** Number of measurements. */
  readonly samples: number;
  /** Smallest and largest sample; null if there is only one. */
  readonly range: readonly [number, number] | null;
  /** Something well known, measured in the same run, so that the machine's speed and load affect both alike. */
  readonly yardstick: Yardstick | null;
  /** `value` divided by the yardstick's value. */
  readonly ratio: number | null;
  /** Null if there is no target. */
  readonly target: { readonly text: string; readonly met: boolean } | null;
}

export interface Yardstick {
  readonly name: string;
  readonly value: number;
  readonly range: readonly [number, number] | null;
}

/** `µs` for times below a millisecond, an empty unit for a count. */
export type Unit = 'bytes' | 'ms' | 'µs' | 'tokens' | '%' | '';
export type Statistic = 'exact' | 'median' | '95th percentile' | 'maximum';

/** One measurement per file. `name` is an argument of `npm run bench -- <name>`. */
export interface Measurement {
  readonly name: string;
  readonly run: () => Promise<Figure[]>;
}

interface FigureOptions {
  readonly name: string;
  readonly unit: Unit;
  readonly statistic: Statistic;
  /** At least one. */
  readonly samples: readonly number[];
  readonly yardstick?: { readonly name: string; readonly samples: readonly number[] };
  readonly target?: { readonly text: string; readonly isMet: (value: number, yardstick: number) => boolean };
}

export function toFigure({ name, unit, statistic, samples, yardstick, target }: FigureOptions): Figure {
  const value = summarize(samples, statistic);
  const other = yardstick && summarize(yardstick.samples, statistic);
  return {
    name,
    unit,
    statistic,
    value: round(value),
    samples: samples.length,
    range: rangeOf(samples),
    yardstick: yardstick ? { name: yardstick.name, value: round(other ?? 0), range: rangeOf(yardstick.samples) } : null,
    ratio: other ? round(value / other) : null,
    target: target ? { text: target.text, met: target.isMet(value, other ?? Number.NaN) } : null,
  };
}

export function summarize(samples: readonly number[], statistic: Statistic): number {
  if (statistic === 'maximum') return Math.max(...samples);
  return quantile(samples, statistic === '95th percentile' ? 0.95 : 0.5);
}

/** A quantile, interpolated between the two nearest samples; `share` is from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('There is nothing to summarize.');
  return below + (above - below) * (place - Math.floor(place));
}

function rangeOf(samples: readonly number[]): readonly [number, number] | null {
  return samples.length > 1 ? [round(Math.min(...samples)), round(Math.max(...samples))] : null;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
