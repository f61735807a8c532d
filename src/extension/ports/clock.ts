import type { Timers } from '../base/timers.ts';

/** The source of time for code that depends on the time, so that tests can advance the time by hand. */
export interface Clock extends Timers {
  /** Milliseconds since the epoch. */
  now(): number;
}
