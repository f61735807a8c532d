import { withLock } from '../tools/lock.mjs';
import { root } from '../tools/paths.ts';

/** Builds, and whatever reads all of `dist/`, take turns, so that nobody sees a half-written one. */
export function distLock<T>(action: () => Promise<T>): Promise<T> {
  const waiting = 'Another process is building Premove in this checkout; waiting for it…';
  return withLock({ name: 'build', root, waiting }, action);
}
