import { tmpdir } from 'node:os';
import type { PathResolution } from '../ports/workspace.ts';

/**
 * Whether commands may name a file outside the workspace without a question. True for output sinks such as `/dev/null`
 * and, with `temporary`, for files in folders for temporary files. Deny rules apply to these files too.
 */
export function isExemptFile({ kind, path }: PathResolution, which: 'sinks' | 'temporary'): boolean {
  if (kind === 'inside') return false;
  if (SINKS.has(path)) return true;
  return which === 'temporary' && TEMPORARY.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** On macOS, the paths of temporary folders are links into `/private`. */
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
