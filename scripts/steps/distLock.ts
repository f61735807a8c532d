import { withLock } from '../tools/lock.mjs';
import { root } from '../tools/paths.ts';

/** Runs builds, and steps that read all of `dist/`, one at a time, so that a half-written `dist/` is never read. */
export function distLock<T>(action: () => Promise<T>): Promise<T> {
  const waiting = 'Another process is building Premove in this checkout; waiting for it…';
  return withLock({ name: 'build', root, waiting }, action);
}
