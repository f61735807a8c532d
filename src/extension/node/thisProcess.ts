import { hostname } from 'node:os';
import { codeOf } from './durableWrite.ts';
import type { WindowProcess } from '../ports/windowProcess.ts';

export const thisProcess: WindowProcess = {
  pid: process.pid,
  host: hostname(),
  isAlive(pid) {
    try {
      // Signal 0 only checks whether the process exists.
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return codeOf(error) === 'EPERM';
    }
  },
};
