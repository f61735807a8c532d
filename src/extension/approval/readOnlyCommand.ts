import type { ApprovalReason } from '../../shared/toolBlock.ts';
import type { ApprovalCall } from './approvalCall.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isExemptFile } from './exemptFiles.ts';
import { bindsReading, forbidsPath } from './rules/pathRules.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { looksSecret } from '../text/secretFiles.ts';

/**
 * True if a shell command may run without a question: it only reads, and it reads only files that the model may read
 * without a question. `judgeShellScript` must have judged the command as read-only. Each file that the command may use
 * must be an output sink such as `/dev/null`, or a file in the workspace. A file in the workspace must not look secret,
 * must not have other hard links, and must not match a rule in `denials` about reading. Git can show any file of its
 * history, so the user is asked about `git show` and `git log -p` unless they name a file.
 */
export function mayReadWithoutQuestion(call: ApprovalCall, denials: readonly PermissionRule[]): boolean {
  return call.command?.verdict === 'read-only' && reasonToAsk(call, denials) === null;
}

/**
 * Returns why the user must be asked about a command that only reads; null if it may run, or if the call is not a
 * command.
 */
export function reasonToAsk(
  { command, paths, links }: ApprovalCall,
  denials: readonly PermissionRule[],
): ApprovalReason | null {
  if (!command) return null;
  const { named, reachable, hasUnknown } = command.files;
  const files = [...paths, ...[...named, ...(reachable ?? [])].map(({ path }) => path)];
  const shown = files.find((path) => !isExemptFile(path, 'sinks') && !isReadable(path, denials));
  if (shown) return { kind: shown.kind === 'outside' ? 'outside' : 'reads-secrets', detail: shown.display };
  if (hasUnknown || reachable === null) return { kind: 'unknown-files', detail: '' };
  const [linked] = links?.linked ?? [];
  if (linked) return { kind: 'hard-linked', detail: linked.display };
  return links?.isIncomplete ? { kind: 'unknown-files', detail: '' } : null;
}

function isReadable(path: PathResolution, denials: readonly PermissionRule[]): boolean {
  if (path.kind === 'outside' || looksSecret(path.relative)) return false;
  return !denials.some((rule) => bindsReading(rule) && forbidsPath(rule, path));
}
