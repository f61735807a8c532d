import type { PathResolution } from '../../ports/workspace.ts';
import { foldSpelling } from '../../text/alikeNames.ts';
import { compileGlob } from '../../text/glob.ts';
import type { PermissionRule } from './permissionRules.ts';

/** Whether a rule that forbids says anything of a path; for what a search has found. */
export function forbidsPath(rule: PermissionRule, path: PathResolution): boolean {
  return rule.pattern === undefined || meetsPath(rule.pattern, path);
}

/** All spellings of a file are that file (see `foldSpelling`), and a folder is all that is in it. */
export function meetsPath(pattern: string, path: PathResolution): boolean {
  return toMatcher(pattern)(path);
}

/** The same for many paths. */
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

/** For what a rule allows: to the letter. */
export function matchesPath(pattern: string, path: string): boolean {
  return compileGlob(pattern)?.(path.replace(/^\//, '')) === true;
}

/** A rule about files that binds commands. */
export function bindsFiles(rule: PermissionRule): boolean {
  return bindsReading(rule) || bindsWriting(rule);
}

export function bindsReading({ tool, pattern }: PermissionRule): boolean {
  return pattern !== undefined && (tool === 'read_file' || tool === 'read');
}

export function bindsWriting({ tool, pattern }: PermissionRule): boolean {
  return pattern !== undefined && (tool === 'edit' || tool === 'write_file');
}
