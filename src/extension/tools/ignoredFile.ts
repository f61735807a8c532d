import { isWorkspaceError, type PathResolution, type Workspace } from '../ports/workspace.ts';
import { ignoreRulesIn, MAX_IGNORE_FILE } from '../text/search/ignoreFiles.ts';
import { isIgnored, type IgnoreRules } from '../text/search/ignoreRules.ts';
import { joinPath } from '../text/paths.ts';
import { SKIPPED_FOLDERS } from '../text/search/searchLimits.ts';
import { decodeText } from '../text/textFile.ts';

/** True if searches leave the file out because of ignore files or `SKIPPED_FOLDERS`. */
export async function isIgnoredFile(
  resolution: Extract<PathResolution, { kind: 'inside' }>,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<boolean> {
  const { path, relative } = resolution;
  const steps = relative.split('/');
  if (steps.some((step) => SKIPPED_FOLDERS.some((skipped) => skipped === step))) return true;
  let folder = relative === '' ? path : path.slice(0, -relative.length - 1) || '/';
  const rules: IgnoreRules[] = [];
  for (const [index, step] of steps.entries()) {
    rules.push(...(await rulesIn(folder, workspace, signal)));
    folder = joinPath(folder, step);
    if (isIgnored(folder, index < steps.length - 1, rules)) return true;
  }
  return false;
}

function rulesIn(folder: string, workspace: Workspace, signal: AbortSignal): Promise<IgnoreRules[]> {
  return ignoreRulesIn(folder, async (path) => {
    try {
      const { bytes } = await workspace.read(path, signal);
      const decoded = bytes.length > MAX_IGNORE_FILE ? undefined : decodeText(bytes);
      return decoded?.kind === 'text' ? decoded.text : undefined;
    } catch (error) {
      if (!isWorkspaceError(error)) throw error;
      return undefined;
    }
  });
}
