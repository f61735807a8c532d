import { tmpdir } from 'node:os';
import type { PathResolution } from '../ports/workspace.ts';

/**
 * Files beyond the workspace that commands may name without a question: where output is thrown away, and folders for
 * temporary files. Deny rules hold for them all the same.
 */
export function isFreeFile({ kind, path }: PathResolution, which: 'null' | 'temporary'): boolean {
  if (kind === 'inside') return false;
  if (SINKS.has(path)) return true;
  return which === 'temporary' && TEMPORARY.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** macOS has its folders for temporary files behind links from `/private`. */
const TEMPORARY = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/private/var/tmp',
  toPosix(tmpdir()),
  `/private${toPosix(tmpdir())}`,
];

function toPosix(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/$/, '');
}
