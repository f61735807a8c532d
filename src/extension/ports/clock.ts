import type { Timers } from '../base/timers.ts';

/** A source of time that tests can advance by hand. */
export interface Clock extends Timers {
  /** Milliseconds since the epoch. */
  now(): number;
}
