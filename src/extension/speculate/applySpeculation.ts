import type { ApprovalMode } from '../../shared/chatState.ts';
import type { PreparedRound } from '../chat/conversation/preparedAnswer.ts';
import type { ModelRequest } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { FileChange } from '../tools/tool.ts';
import { applyChanges, type ApplyResult } from './apply.ts';
import { amendedFiles } from './overlayChange.ts';
import type { CompletedSpeculation, Speculation } from './speculation.ts';

export interface AcceptRequest {
  /** The submitted text. Nothing is applied unless it equals the suggestion exactly. */
  readonly text: string;
  /** The conversation's current leaf. Nothing is applied unless the speculation began at this leaf. */
  readonly leaf: string;
  /** The current mode. In `default` mode, edits are applied only after their diff has been shown. */
  readonly approvalMode: ApprovalMode;
}

export type AcceptResult =
  | AppliedSpeculation
  /** The diff is open; the next Enter or Apply applies the edits. */
  | { readonly kind: 'review' }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  /** Nothing can be applied: the speculation runs, stopped early or was made for another prompt, or plan mode is on. */
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'failed'; readonly message: string };

export interface AppliedSpeculation {
  readonly kind: 'applied';
  readonly suggestionText: string;
  /** Every call is paired with its result. The last round is the answer. */
  readonly rounds: readonly PreparedRound[];
  /** The request that produced `answer`: the prefix of the next fork, if `modelId` is the chat's model. */
  readonly finalRequest: ModelRequest;
  readonly answer: Message;
  readonly modelId: string;
  /** The version of the `CacheSafeParams` that the speculation continued. */
  readonly version: number;
  /** The next suggestion; null if there is none yet, or if the user has changed the edits that it was made for. */
  readonly pipelined: string | null;
  /** Display names of the files in which the user changed or reverted prepared edits. */
  readonly amended: readonly string[];
  readonly files: readonly FileChange[];
}

/** Decides what happens if the user accepts the speculation now. */
export function decideAccept(
  { origin, view, completed, overlay, reviewed }: Speculation,
  { text, leaf, approvalMode }: AcceptRequest,
): 'apply' | 'review' | 'not-ready' {
  if (!completed || view.phase === 'applying') return 'not-ready';
  if (text !== origin.suggestion.text || leaf !== origin.params.leaf) return 'not-ready';
  if (overlay.changes().length === 0) return 'apply';
  if (approvalMode === 'plan') return 'not-ready';
  return approvalMode === 'default' && !reviewed ? 'review' : 'apply';
}

/** Writes the speculation's changes to the files, and marks the files as seen in the conversation: all or nothing. */
export async function applySpeculation(
  speculation: Speculation,
  { rounds, finalRequest, answer }: CompletedSpeculation,
): Promise<AppliedSpeculation | Exclude<ApplyResult, { kind: 'applied' }>> {
  const { origin, project, overlay, seen, prepared } = speculation;
  const changes = overlay.changes();
  const amended = amendedFiles(prepared, changes);
  // Not cancellable: accepted edits are written, whatever happens to the chat.
  const applied = await applyChanges(changes, project.workspace, new AbortController().signal);
  if (applied.kind !== 'applied') return applied;
  seen.merge();
  speculation.output.handOver();
  return {
    kind: 'applied',
    suggestionText: origin.suggestion.text,
    rounds: rounds.map((round) => withUnsaved(round, applied.unsaved)),
    finalRequest,
    answer,
    modelId: origin.model.id,
    version: origin.params.version,
    pipelined: amended.length > 0 ? null : speculation.nextSuggestion,
    amended,
    files: applied.files,
  };
}

/** The user may have saved a file since the round was prepared, so the rows get the state that applying found. */
function withUnsaved(round: PreparedRound, unsaved: readonly string[]): PreparedRound {
  const results = round.results.map(({ result, view: { unsaved: _, ...view } }) => {
    const isUnsaved = view.files.some((file) => unsaved.includes(file));
    return { result, view: isUnsaved ? { ...view, unsaved: true } : view };
  });
  return { ...round, results };
}
