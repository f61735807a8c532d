import type { PathResolution } from '../ports/workspace.ts';
import { foldSpelling } from './alikeNames.ts';
import { compileGlob } from './glob.ts';
import type { PermissionRule } from './permissionRules.ts';

/** Whether a rule that forbids says anything of a path; for what a search has found. */
export function forbidsPath(rule: PermissionRule, path: PathResolution): boolean {
  return rule.pattern === undefined || meetsPath(rule.pattern, path);
}

/** All spellings of a file are that file (see `foldSpelling`), and a folder is all that is in it. */
export function meetsPath(pattern: string, path: PathResolution): boolean {
  const own = foldSpelling(pattern);
  const below = `${own.includes('/') ? own.replace(/\/$/, '') : `**/${own}`}/**`;
  const places = [path.path, path.display, ...(path.kind === 'inside' ? [path.relative] : [])].map(foldSpelling);
  return places.some((place) => matchesPath(own, place) || matchesPath(below, place));
}

/** For what a rule allows: to the letter. */
export function matchesPath(pattern: string, path: string): boolean {
  return compileGlob(pattern)?.(path.replace(/^\//, '')) === true;
}
