import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import { findHardLinks } from './hardLinks.ts';
import { HOST_PATH_RULES, joinPath, placePath } from '../text/paths.ts';
import type { PermissionRule, PermissionRules } from './rules/permissionRules.ts';
import { forbidsPath } from './rules/pathRules.ts';
import { isAbout } from './rules/ruleMatching.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * The workspace as a tool that reads may see it: what a rule denies to it, or to `read_file`, is in none of the results
 * that it gets without having named it. What it names itself was decided on before.
 */
export function hideDenied(workspace: Workspace, rules: PermissionRules, tool: Pick<Tool, 'name' | 'kind'>): Workspace {
  const hiding = tool.kind === 'read' ? rules.deny.filter((rule) => hidesFrom(rule, tool)) : [];
  if (hiding.length === 0) return workspace;
  const isShown = (path: string): boolean => {
    const place = placePath(path, workspace.roots, HOST_PATH_RULES);
    return !hiding.some((rule) => forbidsPath(rule, place));
  };
  /** Of the paths, those that are other names of a file which is hidden, or may be. */
  const linkedToHidden = async (paths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const places = paths.map((path) => placePath(path, workspace.roots, HOST_PATH_RULES));
    const { linked, bound, isIncomplete } = await findHardLinks(places, hiding, workspace, signal);
    return new Set((isIncomplete ? linked : bound).map(({ path }) => path));
  };
  const { admit } = workspace;
  return {
    get roots() {
      return workspace.roots;
    },
    ...(admit && { admit: (paths) => hideDenied(admit.call(workspace, paths), rules, tool) }),
    resolve: (path) => workspace.resolve(path),
    // What a language extension has found, say, of which the line is to be shown.
    async read(path, signal) {
      if (isShown(path) && (await linkedToHidden([path], signal)).size === 0) return workspace.read(path, signal);
      throw new WorkspaceError('permission', path, 'A rule in the settings denies this.');
    },
    write: (path, bytes, options, signal) => workspace.write(path, bytes, options, signal),
    delete: (path, signal) => workspace.delete(path, signal),
    rename: (from, to, signal) => workspace.rename(from, to, signal),
    stat: (path, signal) => (isShown(path) ? workspace.stat(path, signal) : Promise.resolve(undefined)),
    async list(path, signal) {
      const entries = await workspace.list(path, signal);
      return entries.filter(({ name }) => isShown(joinPath(path, name)));
    },
    async glob(query, signal) {
      const { paths, truncated } = await workspace.glob(query, signal);
      return { paths: paths.filter(isShown), truncated };
    },
    async grep(query, signal) {
      const { accepts = () => true } = query;
      const found = await workspace.grep({ ...query, accepts: (path) => accepts(path) && isShown(path) }, signal);
      const hidden = await linkedToHidden([...new Set(found.matches.map(({ path }) => path))], signal);
      return { ...found, matches: found.matches.filter(({ path }) => !hidden.has(path)) };
    },
  };
}

/** One without a pattern denies the tool as a whole, which then does not run at all. */
function hidesFrom(rule: PermissionRule, tool: Pick<Tool, 'name' | 'kind'>): boolean {
  return rule.pattern !== undefined && (rule.tool === 'read_file' || isAbout(rule, { tool }));
}
