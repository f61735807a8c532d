import { hostname } from 'node:os';
import { codeOf } from './durableWrite.ts';

/** The process that this window runs in, and whether others still do. */
export interface WindowProcess {
  readonly pid: number;
  /** The machine that `pid` counts on: folders are shared between machines and containers. */
  readonly host: string;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
}

export const thisProcess: WindowProcess = {
  pid: process.pid,
  host: hostname(),
  isAlive(pid) {
    try {
      // Signal 0 is sent to nobody; it only asks.
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return codeOf(error) === 'EPERM';
    }
  },
};
