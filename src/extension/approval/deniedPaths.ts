import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import { findHardLinks } from './hardLinks.ts';
import { HOST_PATH_RULES, joinPath, placePath } from '../text/paths.ts';
import { forbidsPath } from './rules/pathRules.ts';
import { isAbout, type PermissionRule, type PermissionRules } from './rules/permissionRules.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * Returns the workspace as a tool may see it. A tool that reads does not find the files that a rule denies to the tool
 * or to `read_file`. Paths that the call itself names were checked before.
 */
export function filterDeniedPaths(
  workspace: Workspace,
  rules: PermissionRules,
  tool: Pick<Tool, 'name' | 'kind'>,
): Workspace {
  const denials = tool.kind === 'read' ? rules.deny.filter((rule) => appliesTo(rule, tool)) : [];
  if (denials.length === 0) return workspace;
  const isAllowed = (path: string): boolean => {
    const place = placePath(path, workspace.roots, HOST_PATH_RULES);
    return !denials.some((rule) => forbidsPath(rule, place));
  };
  /** Returns the paths that are, or may be, other names of a denied file. */
  const linkedToDenied = async (paths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const places = paths.map((path) => placePath(path, workspace.roots, HOST_PATH_RULES));
    const { linked, linkedToForbidden, isIncomplete } = await findHardLinks(places, denials, workspace, signal);
    return new Set((isIncomplete ? linked : linkedToForbidden).map(({ path }) => path));
  };
  const { admit } = workspace;
  return {
    get roots() {
      return workspace.roots;
    },
    ...(admit && { admit: (paths) => filterDeniedPaths(admit.call(workspace, paths), rules, tool) }),
    resolve: (path) => workspace.resolve(path),
    // Tools also read files that the call does not name, e.g. the file of a location from a language extension.
    async read(path, signal) {
      if (isAllowed(path) && (await linkedToDenied([path], signal)).size === 0) return workspace.read(path, signal);
      throw new WorkspaceError('permission', path, 'A rule in the settings denies access to this file.');
    },
    write: (path, bytes, options, signal) => workspace.write(path, bytes, options, signal),
    delete: (path, options, signal) => workspace.delete(path, options, signal),
    rename: (from, to, signal) => workspace.rename(from, to, signal),
    stat: (path, signal) => (isAllowed(path) ? workspace.stat(path, signal) : Promise.resolve(undefined)),
    async list(path, signal) {
      const entries = await workspace.list(path, signal);
      return entries.filter(({ name }) => isAllowed(joinPath(path, name)));
    },
    async glob(query, signal) {
      const { paths, truncated } = await workspace.glob(query, signal);
      return { paths: paths.filter(isAllowed), truncated };
    },
    async grep(query, signal) {
      const { accepts = () => true } = query;
      const found = await workspace.grep({ ...query, accepts: (path) => accepts(path) && isAllowed(path) }, signal);
      const denied = await linkedToDenied([...new Set(found.matches.map(({ path }) => path))], signal);
      return { ...found, matches: found.matches.filter(({ path }) => !denied.has(path)) };
    },
  };
}

/**
 * Whether the rule has a pattern, and is about this tool or `read_file`. A rule without a pattern denies all calls of
 * its own tools, and does not apply to other tools.
 */
function appliesTo(rule: PermissionRule, tool: Pick<Tool, 'name' | 'kind'>): boolean {
  return rule.pattern !== undefined && (rule.tool === 'read_file' || isAbout(rule, { tool }));
}
