import type { ApprovalCall } from './approvalCall.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isFreeFile } from './freeFiles.ts';
import { bindsReading, forbidsPath } from './pathRules.ts';
import type { PermissionRule } from './permissionRules.ts';
import { looksSecret } from '../text/secretFiles.ts';

/**
 * Whether a shell command only reads, and only what the model could read without a question: the one place that answers
 * this. `classifyShellCommand` calls the command read-only, and every file that it can name is `/dev/null` or lies in the
 * workspace, looks like no secret, has no second name (a hard link) and is denied by none of the rules `denials`. Of git's
 * history only what is shown of a named file is known, so `git show` and `git log -p` by themselves are asked for.
 */
export function onlyReads({ command, paths, links }: ApprovalCall, denials: readonly PermissionRule[]): boolean {
  if (command?.finding !== 'read-only') return false;
  const { named, below, hasUnknown } = command.files;
  if (hasUnknown || below === null || links?.isIncomplete || (links?.linked.length ?? 0) > 0) return false;
  const files = [...paths, ...[...named, ...below].map(({ path }) => path)];
  return files.every((path) => isFreeFile(path, 'null') || isReadable(path, denials));
}

function isReadable(path: PathResolution, denials: readonly PermissionRule[]): boolean {
  if (path.kind === 'outside' || looksSecret(path.relative)) return false;
  return !denials.some((rule) => bindsReading(rule) && forbidsPath(rule, path));
}
