import type { ApprovalReason } from '../../shared/toolBlock.ts';
import type { ApprovalCall } from './approvalCall.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isExemptFile } from './exemptFiles.ts';
import { bindsReading, forbidsPath } from './rules/pathRules.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { looksSecret } from '../text/secretFiles.ts';

/**
 * Whether a command only reads, and may run without a question. Such a command uses only output sinks such as
 * `/dev/null`, and files of the workspace. A file must not look secret, have other hard links, or match a rule in
 * `denials`. Git can show any file of its history, so `git show` and `git log -p` must name a file.
 */
export function mayReadWithoutQuestion(call: ApprovalCall, denials: readonly PermissionRule[]): boolean {
  return call.command?.verdict === 'read-only' && reasonToAsk(call, denials) === null;
}

/** Returns null if the command may run, or if the call is not a command. */
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
