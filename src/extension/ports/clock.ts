import type { Timers } from '../base/timers.ts';

/** The product's only source of time, so that tests can advance it by hand. */
export interface Clock extends Timers {
  /** Milliseconds since the epoch. */
  now(): number;
}
