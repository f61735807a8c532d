import type { ShellLineView } from '../../../shared/shellLine.ts';
import { shellLineTexts } from '../../base/texts/shellTexts.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OutputLog } from '../conversation/conversationEntry.ts';
import type { ShellLine } from '../conversation/shellLine.ts';

/** `live`: the last lines of the output while the command runs. */
export function toShellLineView(
  { id, after, at, command, end, shared }: ShellLine,
  conversation: Conversation,
  live?: string,
): ShellLineView {
  const isRunning = live !== undefined;
  const interrupted = isRunning ? '' : shellLineTexts.interrupted();
  return {
    id,
    after,
    at,
    command,
    status: end ? (end.isGood ? 'success' : 'error') : isRunning ? 'running' : 'error',
    output: live ?? end?.painted ?? end?.text ?? '',
    ...(end?.log && { log: { total: end.log.total, saved: savedOf(end.log) } }),
    summary: end?.summary ?? interrupted,
    shared: shared && (end !== null || isRunning),
    sentWith: promptsWith(id, conversation),
  };
}

function savedOf({ path, isWhole }: OutputLog): NonNullable<ShellLineView['log']>['saved'] {
  if (path === undefined) return 'none';
  return isWhole ? 'whole' : 'part';
}

/** The ids of the prompts, of all branches, that have sent the output of this command. */
export function promptsWith(lineId: string, conversation: Conversation): string[] {
  const nodes = [...conversation.all()];
  return nodes.flatMap((node) => (node.kind === 'prompt' && node.shell.includes(lineId) ? [node.id] : []));
}
