import type { PathResolution } from '../../ports/workspace.ts';
import { foldSpelling } from '../../text/alikeNames.ts';
import { compileGlob } from '../../text/search/glob.ts';
import type { Tool } from '../../tools/tool.ts';
import { isAbout, type PermissionRule } from './permissionRules.ts';

/** Whether a rule that denies or asks applies to a path. */
export function forbidsPath(rule: PermissionRule, path: PathResolution): boolean {
  return rule.pattern === undefined || mayMatchPath(rule.pattern, path);
}

/**
 * For rules that deny or ask: matches all spellings of a path (see `foldSpelling`), and everything in a matching
 * folder.
 */
export function mayMatchPath(pattern: string, path: PathResolution): boolean {
  return compilePathPattern(pattern)(path);
}

/** Like `mayMatchPath`, but compiles the pattern once for many paths. */
export function compilePathPattern(pattern: string): (path: PathResolution) => boolean {
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

/** For rules that allow: matches only the exact spelling, and not the files in a matching folder. */
export function matchesPathExactly(pattern: string, path: string): boolean {
  return compileGlob(pattern)?.(path.replace(/^\//, '')) === true;
}

export type EditTools = readonly Pick<Tool, 'name' | 'kind'>[];

export function editToolsOf(tools: readonly Tool[]): EditTools {
  return tools.filter(({ kind }) => kind === 'edit');
}

/** Whether a rule has a pattern for files to read or write. Such a rule also applies to commands that use the files. */
export function bindsFiles(rule: PermissionRule, editTools: EditTools): boolean {
  return bindsReading(rule) || bindsWriting(rule, editTools);
}

export function bindsReading(rule: PermissionRule): boolean {
  return namesFiles(rule) && isAbout(rule, { tool: READ_FILE });
}

export function bindsWriting(rule: PermissionRule, editTools: EditTools): boolean {
  return namesFiles(rule) && editTools.some((tool) => isAbout(rule, { tool }));
}

/** The tool whose rules about files apply to all reading of files. */
export const READ_FILE = { name: 'read_file', kind: 'read' } as const;

/** A rule such as `*(https://example.com/**)` is about all tools, but its pattern is an address. */
function namesFiles({ pattern }: PermissionRule): boolean {
  return pattern !== undefined && !pattern.includes('://');
}
