import type { PathResolution } from '../ports/workspace.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';

/**
 * Returns the files that a call would delete and that could not be restored, because `ChangeStore` has no room for
 * their contents. Omits a file that cannot be looked up, because its deletion will fail.
 */
export async function findPermanentDeletes(
  { record }: Pick<Tool, 'record'>,
  paths: readonly PathResolution[],
  { workspace, canRestore }: Pick<ToolContext, 'workspace' | 'canRestore'>,
  signal: AbortSignal,
): Promise<PathResolution[]> {
  if (record?.removesFiles !== 'delete' || !canRestore) return [];
  const permanent: PathResolution[] = [];
  for (const path of paths) {
    const stat = await workspace.stat(path.path, signal).catch(() => undefined);
    if (stat?.type === 'file' && !(await canRestore(stat.size))) permanent.push(path);
  }
  return permanent;
}
