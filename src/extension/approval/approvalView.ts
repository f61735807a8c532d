import type { ApprovalSubject, ApprovalView, PersistentRuleOffer } from '../../shared/toolBlock.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ApprovalNeed } from './approval.ts';
import type { ApprovalCall } from './approvalCall.ts';
import { textsOf, type Tool, type ToolPreview } from '../tools/tool.ts';

export function toApprovalView(
  { tool, input, detail }: { readonly tool: Tool; readonly input: unknown; readonly detail: string },
  call: ApprovalCall,
  { reasons, grants }: Extract<ApprovalNeed, { kind: 'ask' }>,
  shown: {
    readonly preview: ToolPreview | undefined;
    readonly canOpen: boolean;
    readonly isAmended: boolean;
    readonly persistent: readonly PersistentRuleOffer[];
    readonly group: string | undefined;
  },
): ApprovalView {
  return {
    question: toDisplayText(textsOf(tool).question(shown.preview?.display ?? detail)),
    subject: toSubject(call, input, shown),
    reasons: reasons
      // The user's own memory file belongs in the home folder, so the card does not warn that the file is outside the
      // workspace.
      .filter(({ kind }) => kind !== 'outside' || !shown.preview?.isUsersMemory)
      .map(({ kind, detail: about }) => ({ kind, detail: toDisplayText(about) })),
    grantable: grants.length > 0,
    persistent: [...shown.persistent],
    ...(shown.group !== undefined && { group: shown.group }),
  };
}

function toSubject(
  { tool, command, url }: ApprovalCall,
  input: unknown,
  { preview, canOpen, isAmended }: Parameters<typeof toApprovalView>[3],
): ApprovalSubject {
  if (preview) {
    const { file, removedFile, display, diff, added, removed, isUsersMemory } = preview;
    const edit = {
      kind: 'edit',
      file: isUsersMemory ? display : (file?.display ?? display),
      diff,
      added,
      removed,
      canOpen,
      amended: isAmended,
      ...(isUsersMemory && { isUsersMemory }),
    } as const;
    if (!removedFile) return edit;
    return file ? { ...edit, movedFrom: removedFile.display } : { ...edit, isDeletion: true };
  }
  if (command)
    return { kind: 'command', command: command.text, directory: command.displayDirectory, effect: command.effect };
  if (url !== undefined) return { kind: 'url', url };
  if (tool.kind === 'plan') return { kind: 'plan', text: planOf(input) };
  return { kind: 'arguments', text: cardArgumentOf(tool, input) ?? describeArguments(input) };
}

/** The text of the argument that the tool's card shows alone; undefined if the card shows all arguments. */
function cardArgumentOf({ record }: Pick<Tool, 'record'>, input: unknown): string | undefined {
  const value =
    record?.cardArgument === undefined ? undefined : (input as Record<string, unknown>)[record.cardArgument];
  return typeof value === 'string' ? value : undefined;
}

/** Returns lines of the form `name: value`; JSON if there are no arguments, or if such lines could be misread. */
export function describeArguments(input: unknown): string {
  const entries = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : [];
  const given = entries.filter(([, value]) => value !== undefined);
  const isPlain = given.every(
    ([name, value]) =>
      /^[\w-]+$/.test(name) &&
      ['string', 'number', 'boolean'].includes(typeof value) &&
      toDisplayText(String(value)) === String(value),
  );
  if (given.length === 0 || !isPlain) return JSON.stringify(input, undefined, 2);
  return given.map(([name, value]) => `${name}: ${String(value)}`).join('\n');
}

function planOf(input: unknown): string {
  const { plan } = (input ?? {}) as { readonly plan?: unknown };
  return typeof plan === 'string' ? plan : '';
}
