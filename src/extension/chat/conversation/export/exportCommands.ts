import { placeShellLines } from '../../../../shared/shellPlaces.ts';
import { withoutColors } from '../../../text/terminalText.ts';
import type { Conversation } from '../conversation.ts';
import type { ConversationNode } from '../conversationNode.ts';
import type { ShellLine } from '../shellLine.ts';

/** A command that the user ran in shell mode. */
export interface ExportedCommand {
  readonly id: string;
  readonly at: string;
  /** The message after which the chat shows the command; null before the first message. */
  readonly after: string | null;
  readonly command: string;
  /** `unfinished`: the command was running, or its end was never recorded. */
  readonly status: 'success' | 'error' | 'unfinished';
  /** For people, such as "exit 1 · 12 s"; empty if unfinished. */
  readonly summary: string;
  /** The output without colors, then a note about how the command ended; cut if long, as in the chat. */
  readonly output: string;
  /** Characters of the whole output; missing if the output was short enough for the model. */
  readonly totalCharacters?: number;
  /** `sent`: a prompt of the shown branch has sent the output. `next`: the next prompt will send it. */
  readonly sharing: 'sent' | 'next' | 'none';
}

/**
 * The commands that the chat shows before and between `messages`, which are the first messages of the path. If
 * `isWhole`, includes the commands after the last message.
 */
export function toExportedCommands(
  conversation: Conversation,
  messages: readonly ConversationNode[],
  isWhole: boolean,
): ExportedCommand[] {
  const path = conversation.path();
  const sent = new Set(path.flatMap((node) => (node.kind === 'prompt' ? node.shell : [])));
  const { first, after } = placeShellLines(conversation.shellLines, path, ({ kind }) => kind === 'prompt');
  const followed = isWhole ? messages : messages.slice(0, -1);
  return [
    ...first.map((line) => toCommand(line, null, sent)),
    ...followed.flatMap(({ id }) => (after.get(id) ?? []).map((line) => toCommand(line, id, sent))),
  ];
}

/** Whether the chat shows a message or a command. */
export function hasExport(conversation: Conversation): boolean {
  return conversation.leaf !== null || conversation.shellLines.some(({ after }) => after === null);
}

function toCommand(
  { id, at, command, end, shared }: ShellLine,
  after: string | null,
  sent: ReadonlySet<string>,
): ExportedCommand {
  return {
    id,
    at: new Date(at).toISOString(),
    after,
    command,
    status: end ? (end.isGood ? 'success' : 'error') : 'unfinished',
    summary: end?.summary ?? '',
    // Unlike `text`, which is for the model, `painted` never contains the path of the file with the output.
    output: withoutColors(end?.painted ?? end?.text ?? ''),
    ...(end?.log && { totalCharacters: end.log.total }),
    sharing: sent.has(id) ? 'sent' : end && shared ? 'next' : 'none',
  };
}
