import type { PathResolution, Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { HOST_PATH_RULES, placePath } from '../text/paths.ts';
import { failed, type ToolOutcome } from './tool.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/**
 * Does not resolve links: search results are already resolved, and resolving a thousand of them again takes longer than
 * the search.
 */
export function toDisplayPath(path: string, workspace: Workspace): string {
  return placePath(path, workspace.roots, HOST_PATH_RULES).display;
}

export type ToolPath =
  Extract<PathResolution, { kind: 'inside' }> | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

/** For a path outside the workspace, returns the outcome of the failed call. */
export async function resolveToolPath(workspace: Workspace, path: string): Promise<ToolPath> {
  const resolution = await workspace.resolve(path);
  if (resolution.kind === 'inside') return resolution;
  const folders = workspace.roots.map((root) => root.path).join(', ');
  const inside = folders === '' ? 'No folder is open.' : `The workspace is ${folders}.`;
  const text = `${toDisplayText(resolution.display)} is outside the workspace, so tools cannot access it. ${inside}`;
  return { kind: 'refused', outcome: failed(text, resultTexts.outside()) };
}
