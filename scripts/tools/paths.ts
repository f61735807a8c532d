import { join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** Everything that builds and tests write, ignored by git. */
export const outDir = join(root, 'out');
