import type { ApprovalMode } from '../../shared/chatState.ts';
import { withFilesNote, type PreparedExchange, type ExchangeRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { ModelRequest } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { Log } from '../ports/log.ts';
import type { FileChange } from '../tools/tool.ts';
import { applyChanges, beginNothing, type ApplyBatch, type ApplyResult, type BeginBatch } from './apply.ts';
import { toAmendedRows } from './amendedRows.ts';
import { describeAmended, describeReformatted, type FileDifferences } from './fileDifferences.ts';
import { findAmended } from './overlay/overlayChange.ts';
import type { SeenFork } from './seenFork.ts';
import type { FinishedSpeculation, Speculation } from './speculation.ts';

export interface AcceptRequest {
  /** The submitted text, which must equal the suggestion exactly. */
  readonly text: string;
  /**
   * The conversation's current leaf. If the speculation began at another leaf, no exchange is recorded, and files are
   * written only for a kept preview.
   */
  readonly leaf: string;
  /** In `default` mode, edits are applied only after their diff has been shown. */
  readonly approvalMode: ApprovalMode;
  /**
   * The model may continue the answer of a speculation that stopped early. False if another model is selected, or if
   * the Enter must not lead to calls that run without a question.
   */
  readonly mayResume: boolean;
  /** The user has just pressed a key or a button, so a diff may take the focus. */
  readonly mayOpenDiff: boolean;
}

export type AcceptResult =
  | AppliedSpeculation
  /** The speculation still runs and is now the current answer. */
  | { readonly kind: 'adopted' }
  | { readonly kind: 'review' }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  | WrittenFiles
  /** The files are written, but the exchange is not in the conversation until the next start adds it. */
  | { readonly kind: 'unrecorded' }
  /** Nothing can be applied, for example because the speculation is missing, running or for another prompt. */
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'failed'; readonly message: string };

/** The files of a kept preview, written without an exchange. */
export interface WrittenFiles {
  readonly kind: 'written';
  /** Restores the earlier contents. Returns the display names of files that were not restored. Missing in the tour. */
  readonly undo?: () => Promise<readonly string[]>;
}

export interface AppliedSpeculation {
  readonly kind: 'applied';
  /** The speculation stopped early, so the answer has to be continued live. */
  readonly continues: boolean;
  /** The request that produced `answer`. If its model is the chat's, the next background request forks it. */
  readonly finalRequest: ModelRequest;
  /** The last message. If the answer continues, it can have calls without results. */
  readonly answer: Message;
  readonly modelId: string;
  /** Of the `CacheSafeParams` that the speculation continued. */
  readonly version: number;
  /** The next suggestion; null if there is none yet, or if `amended` is not empty. */
  readonly pipelined: string | null;
  /** Display names of files that differ from the prepared edits, or from what the model has seen. */
  readonly amended: readonly string[];
  /** For the model: how the files differ from its prepared edits; can be empty. */
  readonly filesNote: string;
  readonly files: readonly FileChange[];
}

/** Whether a running speculation may be accepted. It is applied when it has ended. */
export function mayAdopt(
  { origin, view, isAdopted }: Speculation,
  { text, leaf, approvalMode, mayResume }: AcceptRequest,
): boolean {
  const isSameSuggestion = text === origin.suggestion.text && leaf === origin.params.leaf;
  return view.phase === 'running' && !isAdopted && isSameSuggestion && mayResume && approvalMode !== 'plan';
}

export function decideAccept(
  { origin, view, applicable, overlay, reviewed }: Speculation,
  { text, leaf, approvalMode, mayResume }: AcceptRequest,
): 'apply' | 'review' | 'not-ready' {
  if (!applicable || view.phase === 'applying') return 'not-ready';
  // The prepared prompt has no text about the mode, so a model might continue without knowing that plan mode is on.
  if (applicable.kind !== 'completed' && (!mayResume || approvalMode === 'plan')) return 'not-ready';
  if (text !== origin.suggestion.text || leaf !== origin.params.leaf) return 'not-ready';
  if (overlay.changes().length === 0) return 'apply';
  if (approvalMode === 'plan') return 'not-ready';
  return approvalMode === 'default' && !reviewed ? 'review' : 'apply';
}

type AppliedParts = Pick<
  Speculation,
  'origin' | 'project' | 'overlay' | 'seen' | 'prepared' | 'output' | 'nextSuggestion'
>;

/**
 * Writes the changes, all or nothing, then records the exchange. The change store has both before the first write.
 * After the writes, merges the speculation's record of seen files into the conversation's record.
 */
export async function applySpeculation(
  speculation: AppliedParts,
  { kind, turns, finalRequest }: FinishedSpeculation,
  recorder: ExchangeRecorder,
  log: Log,
): Promise<AppliedSpeculation | { readonly kind: 'unrecorded' } | Exclude<ApplyResult, { kind: 'applied' }>> {
  const { origin, project, overlay, seen, prepared } = speculation;
  const { id: modelId } = origin.model;
  const answer = turns.at(-1)?.message;
  if (!answer) throw new Error('The speculation has no answer to apply');
  const { signal } = new AbortController();
  const { changes: store, workspace } = project;
  const changes = overlay.changes();
  const amendedChanges = findAmended(prepared, changes, seen);
  const amended = amendedChanges.map(({ display }) => display);
  const differences = await describeAmended(amendedChanges, seen, workspace, signal);
  const shown = await toAmendedRows(turns, amendedChanges, changes, signal);
  const answered = { suggestionText: origin.suggestion.text, turns: shown, modelId, amended };
  const exchange = withFilesNote(await recorder.toExchange(answered), differences.note);
  const begin: BeginBatch = store
    ? (files) => store.beginBatch({ ...recorder.key, exchange, files }, workspace, signal)
    : beginNothing;
  // Not cancellable: accepted edits are written, whatever happens to the chat.
  const applied = await applyChanges(changes, workspace, begin, signal);
  if (applied.kind !== 'applied') return applied;
  setSeen(seen, differences);
  const reformatted = describeReformatted(applied.reformatted, seen);
  setSeen(seen, reformatted);
  seen.merge();
  speculation.output.handOver();
  const filesNote = [differences.note, reformatted.note].filter(Boolean).join('\n');
  const outcome = withFilesNote(withUnsaved(exchange, applied.unsaved), filesNote);
  if (!(await record(applied.batch, recorder, outcome, log))) return { kind: 'unrecorded' };
  return {
    kind: 'applied',
    continues: kind !== 'completed',
    finalRequest,
    answer,
    modelId,
    version: origin.params.version,
    pipelined: amended.length > 0 ? null : speculation.nextSuggestion,
    amended,
    filesNote,
    files: applied.files,
  };
}

/** Writes the changes, all or nothing, without recording an exchange. */
export async function applyFiles(
  { project, overlay }: Speculation,
  key: ExchangeRecorder['key'],
  log: Log,
): Promise<WrittenFiles | Exclude<ApplyResult, { kind: 'applied' }>> {
  const { changes: store, workspace } = project;
  const begin: BeginBatch = store
    ? (files, signal) => store.beginBatch({ ...key, exchange: [], files }, workspace, signal)
    : beginNothing;
  const applied = await applyChanges(overlay.changes(), workspace, begin, new AbortController().signal);
  if (applied.kind !== 'applied') return applied;
  const isLogged = await succeeds(() => applied.batch.written(), log);
  if (isLogged) await succeeds(() => applied.batch.finished(), log);
  if (!store) return { kind: 'written' };
  const undo = async (): Promise<readonly string[]> => {
    const undone = { chat: key.chat, prompt: `${key.prompt} undo` };
    const result = await store.restore(key, undone, workspace, new AbortController().signal);
    const files = result.kind === 'restored' ? result.files : [];
    const restored = files.filter(({ kind }) => kind === 'restored' || kind === 'unchanged').map(({ path }) => path);
    return applied.files.filter(({ path }) => !restored.includes(path)).map(({ display }) => display);
  };
  return { kind: 'written', undo };
}

/**
 * The batch ends only when changes and exchange are on disk; otherwise the next start adds what is missing. False if
 * the exchange is not even in memory.
 */
async function record(
  batch: ApplyBatch,
  recorder: ExchangeRecorder,
  exchange: PreparedExchange,
  log: Log,
): Promise<boolean> {
  const isLogged = await succeeds(() => batch.written(), log);
  let isOnDisk = false;
  const isRecorded = await succeeds(async () => void (isOnDisk = await recorder.record(exchange)), log);
  if (isLogged && isOnDisk) await succeeds(() => batch.finished(), log);
  return isRecorded;
}

async function succeeds(run: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    log.error('An applied speculation could not be recorded completely', error);
    return false;
  }
}

function setSeen(seen: SeenFork, differences: FileDifferences): void {
  for (const [path, file] of differences.seen) {
    if (file) seen.set(path, file);
    else seen.delete(path);
  }
}

/**
 * Marks the results whose files are not saved. Removes earlier `unsaved` marks, because the user may have saved a file
 * since its edit was prepared.
 */
function withUnsaved(exchange: PreparedExchange, unsaved: readonly string[]): PreparedExchange {
  return exchange.map((entry) => {
    if (entry.type !== 'result') return entry;
    const { unsaved: _, ...view } = entry.view;
    const isUnsaved = view.files.some((file) => unsaved.includes(file));
    return { ...entry, view: isUnsaved ? { ...view, unsaved: true } : view };
  });
}
