import type { ApprovalReason } from '../../shared/chatState.ts';
import type { ApprovalCall } from './approvalCall.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isFreeFile } from './freeFiles.ts';
import { bindsReading, forbidsPath } from './rules/pathRules.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { looksSecret } from '../text/secretFiles.ts';

/**
 * Whether a shell command may run without a question: it only reads, and only what the model could read without a
 * question. `judgeShellScript` calls the command read-only, and every file that it can name is `/dev/null` or lies in the
 * workspace, looks like no secret, has no second name (a hard link) and is denied by none of the rules `denials`. Of git's
 * history only what is shown of a named file is known, so `git show` and `git log -p` by themselves are asked for.
 */
export function onlyReads(call: ApprovalCall, denials: readonly PermissionRule[]): boolean {
  return call.command?.finding === 'read-only' && whyAsked(call, denials) === null;
}

/** Why a command is asked for although all that it does is reading; null if it may run. */
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
