import { type FileStat, isWorkspaceError, type PathResolution, type Workspace } from '../ports/workspace.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { forbidsPath } from './rules/pathRules.ts';
import { SKIPPED_FOLDERS } from '../text/search/searchLimits.ts';

export interface HardLinks {
  /** The paths whose files also have other names. Only paths inside the workspace are checked. */
  readonly linked: readonly PathResolution[];
  readonly linkedToForbidden: readonly PathResolution[];
  /** The forbidden names of the files in `linkedToForbidden`. */
  readonly forbidden: readonly PathResolution[];
  /** There were too many names, so `linkedToForbidden` and `forbidden` may be incomplete. */
  readonly isIncomplete: boolean;
}

export const NO_HARD_LINKS: HardLinks = { linked: [], linkedToForbidden: [], forbidden: [], isIncomplete: false };

/** Files that are checked in parallel. */
const BATCH = 64;
const MAX_NAMES = 50_000;

/**
 * Compares file ids, because a hard link to a forbidden file is the same file. Searches only the workspace, and the
 * folders outside it that absolute patterns begin with. Skips `SKIPPED_FOLDERS`.
 */
export async function findHardLinks(
  paths: readonly PathResolution[],
  rules: readonly PermissionRule[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<HardLinks> {
  const ids = new Map<PathResolution, string>();
  const linked: PathResolution[] = [];
  const inside = paths.filter(({ kind }) => kind === 'inside');
  for (let at = 0; at < inside.length; at += BATCH) {
    const batch = inside.slice(at, at + BATCH);
    const stats = await Promise.all(batch.map(({ path }) => statOrUndefined(path, workspace, signal)));
    for (const [index, path] of batch.entries()) {
      const found = stats[index];
      if (found?.type !== 'file' || (found.links ?? 1) < 2) continue;
      linked.push(path);
      if (found.id !== undefined) ids.set(path, found.id);
    }
  }
  const pathRules = rules.filter(({ tool, pattern }) => pattern !== undefined && tool !== 'run_shell_command');
  if (ids.size === 0 || pathRules.length === 0) return { ...NO_HARD_LINKS, linked };
  const budget = { left: MAX_NAMES };
  const wanted = new Set(ids.values());
  const forbiddenIds = new Set<string>();
  const forbidden: PathResolution[] = [];
  for (const { folder, view } of placesOf(pathRules, workspace)) {
    for await (const path of eachFileBelow(folder, view, budget, signal)) {
      const place = await workspace.resolve(path);
      if (!pathRules.some((rule) => forbidsPath(rule, place))) continue;
      const id = (await statOrUndefined(path, view, signal))?.id;
      if (id === undefined || !wanted.has(id)) continue;
      forbiddenIds.add(id);
      forbidden.push(place);
    }
  }
  const linkedToForbidden = linked.filter((path) => forbiddenIds.has(ids.get(path) ?? ''));
  return { linked, linkedToForbidden, forbidden, isIncomplete: budget.left <= 0 };
}

interface Place {
  readonly folder: string;
  readonly view: Workspace;
}

/** The roots, and the folder or file that each absolute pattern begins with. */
function placesOf(rules: readonly PermissionRule[], workspace: Workspace): Place[] {
  const absolute = rules.flatMap(({ pattern = '' }) => (/^(\/|[a-z]:\/)/i.test(pattern) ? [pattern] : []));
  const folders = absolute.map((pattern) =>
    pattern.replace(/(?<![^/])[^/]*[*?[{\\].*/s, '').replace(/(?<!\/)\/+$/, ''),
  );
  const beyond = [...new Set(folders)].filter((folder) => folder !== '');
  return [
    ...workspace.roots.map(({ path }) => ({ folder: path, view: workspace })),
    ...beyond.map((folder) => ({ folder, view: workspace.admit?.([folder]) ?? workspace })),
  ];
}

/** Yields `start` itself if it is a file. Includes ignored files, but not `SKIPPED_FOLDERS`. */
async function* eachFileBelow(
  start: string,
  view: Workspace,
  budget: { left: number },
  signal: AbortSignal,
): AsyncGenerator<string> {
  if ((await statOrUndefined(start, view, signal))?.type === 'file') yield start;
  const seen = new Set<string>();
  const folders = [start];
  for (let next = folders.pop(); next !== undefined && budget.left > 0; next = folders.pop()) {
    // Without `seen`, a link to a parent folder would be followed until the budget is used up.
    const { kind, path } = await view.resolve(next);
    if (kind === 'outside' || seen.has(path)) continue;
    seen.add(path);
    for (const { name, type } of await view.list(path, signal).catch(noneIfUnreadable)) {
      budget.left -= 1;
      if (type === 'file') yield `${path}/${name}`;
      else if (type === 'directory' && !SKIPPED_FOLDERS.some((skipped) => skipped === name)) {
        folders.push(`${path}/${name}`);
      }
    }
  }
}

async function statOrUndefined(path: string, view: Workspace, signal: AbortSignal): Promise<FileStat | undefined> {
  try {
    return await view.stat(path, signal);
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    return undefined;
  }
}

function noneIfUnreadable(error: unknown): [] {
  if (!isWorkspaceError(error)) throw error;
  return [];
}
