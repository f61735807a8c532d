import { tmpdir } from 'node:os';
import type { PathResolution } from '../ports/workspace.ts';

/** Commands may name these files outside the workspace without a question, but deny rules apply to them too. */
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
