import type { ApprovalReason } from '../../shared/chatState.ts';
import type { ApprovalCall } from './approvalCall.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isFreeFile } from './freeFiles.ts';
import { bindsReading, forbidsPath } from './rules/pathRules.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { looksSecret } from '../text/secretFiles.ts';

/**
 * True if a shell command may run without a question: it only reads, and only files that the model could read without a
 * question. `judgeShellScript` must call the command read-only. Every file that it can name must be `/dev/null`, or lie
 * in the workspace, not look secret, have no second name (hard link) and be denied by no rule in `denials`. For git's
 * history only the contents of named files are known, so `git show` and `git log -p` alone are asked about.
 */
export function onlyReads(call: ApprovalCall, denials: readonly PermissionRule[]): boolean {
  return call.command?.finding === 'read-only' && whyAsked(call, denials) === null;
}

/** Returns why a command that only reads is asked about; null if it may run. */
export function whyAsked(
  { command, paths, links }: ApprovalCall,
  denials: readonly PermissionRule[],
): ApprovalReason | null {
  if (!command) return null;
  const { named, below, hasUnknown } = command.files;
  const files = [...paths, ...[...named, ...(below ?? [])].map(({ path }) => path)];
  const shown = files.find((path) => !isFreeFile(path, 'null') && !isReadable(path, denials));
  if (shown) return { kind: shown.kind === 'outside' ? 'outside' : 'reads-secrets', detail: shown.display };
  if (hasUnknown || below === null) return { kind: 'unknown-files', detail: '' };
  const [linked] = links?.linked ?? [];
  if (linked) return { kind: 'hard-linked', detail: linked.display };
  return links?.isIncomplete ? { kind: 'unknown-files', detail: '' } : null;
}

function isReadable(path: PathResolution, denials: readonly PermissionRule[]): boolean {
  if (path.kind === 'outside' || looksSecret(path.relative)) return false;
  return !denials.some((rule) => bindsReading(rule) && forbidsPath(rule, path));
}
