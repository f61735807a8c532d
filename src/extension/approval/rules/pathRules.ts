import type { PathResolution } from '../../ports/workspace.ts';
import { foldSpelling } from '../../text/alikeNames.ts';
import { compileGlob } from '../../text/glob.ts';
import type { PermissionRule } from './permissionRules.ts';

/** True if a rule that forbids applies to a path. */
export function forbidsPath(rule: PermissionRule, path: PathResolution): boolean {
  return rule.pattern === undefined || meetsPath(rule.pattern, path);
}

/** Matches all spellings of a file (see `foldSpelling`), and for a folder everything in it. */
export function meetsPath(pattern: string, path: PathResolution): boolean {
  return toMatcher(pattern)(path);
}

/** Compiles a pattern of `meetsPath` once, for many paths. */
export function toMatcher(pattern: string): (path: PathResolution) => boolean {
  const own = foldSpelling(pattern);
  const below = `${own.includes('/') ? own.replace(/\/$/, '') : `**/${own}`}/**`;
  const globs = [own, below].flatMap((glob) => compileGlob(glob) ?? []);
  return (path) => {
    const places = new Set([path.path, path.display, ...(path.kind === 'inside' ? [path.relative] : [])]);
    return [...places].some((place) => {
      const folded = foldSpelling(place).replace(/^\//, '');
      return globs.some((matches) => matches(folded));
    });
  };
}

/** For rules that allow: matches exactly as written. */
export function matchesPath(pattern: string, path: string): boolean {
  return compileGlob(pattern)?.(path.replace(/^\//, '')) === true;
}

/** True for a rule about files that also binds commands. */
export function bindsFiles(rule: PermissionRule): boolean {
  return bindsReading(rule) || bindsWriting(rule);
}

export function bindsReading({ tool, pattern }: PermissionRule): boolean {
  return pattern !== undefined && (tool === 'read_file' || tool === 'read');
}

export function bindsWriting({ tool, pattern }: PermissionRule): boolean {
  return pattern !== undefined && WRITERS.has(tool);
}

const WRITERS: ReadonlySet<string> = new Set(['edit', 'write_file', 'delete_file', 'move_file']);
