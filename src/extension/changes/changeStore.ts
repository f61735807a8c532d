import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { ProcessOwner } from '../ports/processOwner.ts';
import type { Workspace } from '../ports/workspace.ts';
import { ChangeBatch, storePlan, type BatchPlan } from './batch.ts';
import { BatchJournal, listJournals, removeOrphans } from './batchJournal.ts';
import type { Bypass, RecordedFile } from './changeLog.ts';
import {
  chatPrefix,
  FOLDER,
  isOfPrompt,
  listNames,
  promptName,
  promptPart,
  splitName,
  type PromptKey,
} from './changeNames.ts';
import { OPEN_FOLDER } from './openFolder.ts';
import { contentOf, isSameContent } from './fileState.ts';
import type { MovedFrom } from './movePairs.ts';
import { PromptLog } from './promptLog.ts';
import { recoverBatch, type Recovery } from './recovery.ts';
import { Recorder } from './recorder.ts';
import { createRecordingWorkspace } from './recordingWorkspace.ts';
import { toChains, type ChangeChains } from './fileChain.ts';
import { checkFiles, findUnrestored, inRestoreOrder, toPlannedFile, writeRestored } from './restore.ts';
import type { RestoredFile } from './restore.ts';
import { StoreSize } from './storeSize.ts';

export interface ChangeStoreOptions {
  /** Several windows may share these files. */
  readonly files: FileStore;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** The maximum size of the store in bytes; may change while the window is open. */
  readonly maxBytes: () => number;
}

export type PromptChanges =
  | { readonly kind: 'changes'; readonly files: readonly ChangedFile[]; readonly bypasses: readonly Bypass[] }
  /** Nothing was changed in the prompt, or each changed file has its earlier content again. */
  | { readonly kind: 'none' }
  /** The entries were removed to make room. */
  | { readonly kind: 'dropped' };

/** The difference between a file before the prompt and after it. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** Numbers of changed lines; 0 for binary content. */
  readonly added: number;
  readonly removed: number;
  /** False if the earlier content was too large for the store, or the store has lost it. */
  readonly isRestorable: boolean;
  /** Missing if the content was not moved here. `MovePairs` finds the other half of the move. */
  readonly moved?: MovedFrom | undefined;
}

export type RestoreResult =
  | { readonly kind: 'restored'; readonly files: readonly RestoredFile[]; readonly bypasses: readonly Bypass[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'dropped' };

export interface RestoreRecord {
  /** A new key for the restore's own changes. Restoring the files of this key undoes the restore. */
  readonly undo: PromptKey;
  /**
   * Returns the exchange as JSON. Called with the files to restore, before the first write, because the recovery needs
   * the exchange after a crash. If there is a `record`, called again after the writes, with the restored files.
   */
  readonly toExchange?: (paths: readonly string[]) => Promise<unknown>;
  /** Called after the last write. True if the exchange is on disk. */
  readonly record?: (exchange: unknown) => Promise<boolean>;
}

/** A batch that a crash interrupted, and that this process now has to end. */
export interface UnfinishedBatch {
  readonly key: PromptKey;
  readonly paths: readonly string[];
  /** See `BatchPlan`. */
  readonly exchange: unknown;
  /** See `recoverBatch`. */
  recover(prefer: 'finish' | 'roll-back', workspace: Workspace, signal: AbortSignal): Promise<Recovery>;
}

/** A batch of a process that may have ended or may still run. */
export interface DoubtfulBatch {
  /** The name of the process's computer or container; empty if unknown. */
  readonly host: string;
  readonly files: number;
  /** Makes the batch belong to this process. Undefined if the batch has ended, or if another process has taken it. */
  take(): Promise<UnfinishedBatch | undefined>;
}

/**
 * Keeps the contents of files from before a prompt changed them, for undo and for crashes. The contents are on disk
 * before a file is changed. Only the window that owns a chat may record or undo its changes.
 */
export class ChangeStore {
  private readonly options: ChangeStoreOptions;
  private readonly size: StoreSize;
  /** The logs to which this window adds entries, by prompt name. */
  private readonly openLogs = new Map<string, Promise<PromptLog>>();

  constructor(options: ChangeStoreOptions) {
    const { files, maxBytes, log } = options;
    this.options = options;
    this.size = new StoreSize(files, maxBytes, log, (name) => {
      void this.openLogs.get(name)?.then(
        (prompt) => prompt.markDropped(),
        () => {},
      );
    });
  }

  /**
   * Returns a workspace for the tools of one prompt. If storing the earlier content of a file fails, the file is not
   * changed (`WorkspaceError` of kind `io`). If the file is too large for the store, or the prompt was dropped, the
   * file is changed although its earlier content is not kept, so the change cannot be undone.
   */
  record(workspace: Workspace, key: PromptKey): Workspace {
    return createRecordingWorkspace(workspace, this.recorderOf(key));
  }

  /** Changing a file that does not fit cannot be undone. */
  fits(bytes: number): boolean {
    return this.size.fits(bytes);
  }

  /**
   * Whether the store can keep a file of this many bytes in addition to what it keeps for the prompt. False for a
   * dropped prompt, whose later changes are not kept either.
   */
  async canKeep(bytes: number, key: PromptKey): Promise<boolean> {
    const name = promptName(key);
    if ((await this.open(name)).isDropped) return false;
    const stored = await this.options.files.stat(`${FOLDER}/${name}.bytes`);
    return this.size.fits(bytes + (stored?.size ?? 0));
  }

  /** For a call whose changes did not go through `record`, such as a shell command. */
  async noteBypass(key: PromptKey, bypass: Bypass): Promise<void> {
    await this.recorderOf(key).bypass(bypass);
  }

  /** Omits files that again have the content from before the prompt. */
  async changesOf(key: PromptKey): Promise<PromptChanges> {
    const prompt = await this.load(key);
    if (prompt.isDropped) return { kind: 'dropped' };
    const { files, bypasses } = prompt.changes;
    const changed = [...files.values()].flatMap((file) => toChangedFile(file) ?? []);
    if (changed.length === 0 && bypasses.length === 0) return { kind: 'none' };
    return { kind: 'changes', files: changed.sort((a, b) => (a.path < b.path ? -1 : 1)), bypasses };
  }

  /**
   * Returns the `keys` whose prompts have entries in the store, or had entries that were removed to make room. Entries
   * of any chat count, because a copy of a chat has the same prompt ids.
   */
  async recorded(keys: readonly PromptKey[]): Promise<PromptKey[]> {
    const prompts = new Set((await listNames(this.options.files, FOLDER)).map(promptPart));
    return keys.filter((key) => prompts.has(promptPart(promptName(key))));
  }

  /** `keys` must be in the order in which the prompts made the changes. */
  async chainsOf(keys: readonly PromptKey[]): Promise<ChangeChains> {
    return toChains(await Promise.all(keys.map((key) => this.load(key))));
  }

  restore(key: PromptKey, undo: PromptKey, workspace: Workspace, signal: AbortSignal): Promise<RestoreResult> {
    return this.restoreAll([key], { undo }, workspace, signal);
  }

  /**
   * Undoes the changes of the prompts in one batch: each changed file gets its content from before the first change.
   * Skips files that somebody else has changed between two of the changes or after the last change. A file outside the
   * roots needs a workspace that admits the file.
   */
  async restoreAll(
    keys: readonly PromptKey[],
    { undo, toExchange = () => Promise.resolve([]), record }: RestoreRecord,
    workspace: Workspace,
    signal: AbortSignal,
  ): Promise<RestoreResult> {
    const { files, bypasses, dropped } = await this.chainsOf(keys);
    if (files.length + bypasses.length === 0) return { kind: dropped > 0 ? 'dropped' : 'none' };
    const checked = await checkFiles(files, workspace, signal);
    const planned = inRestoreOrder(checked);
    const others = checked.filter((file) => file.kind !== 'restorable');
    if (planned.length === 0) return { kind: 'restored', files: others, bypasses };
    const exchange = await toExchange(planned.map(({ path }) => path));
    const batch = await this.beginBatch({ ...undo, exchange, files: planned.map(toPlannedFile) }, workspace, signal);
    const written = await writeRestored(planned, batch, workspace);
    const restored = written.filter(({ kind }) => kind === 'restored').map(({ path }) => path);
    await this.endRestore(batch, record && (async () => record(await toExchange(restored))));
    return { kind: 'restored', files: [...others, ...written].sort((a, b) => (a.path < b.path ? -1 : 1)), bypasses };
  }

  /**
   * Returns the files that `restoreAll` has not restored, each as a restore would find it now. A file that could be
   * restored now is included only if `restoreAll` failed to write it, and is returned as `failed`. `undo`: the key
   * under which the restore was recorded.
   */
  async unrestored(
    keys: readonly PromptKey[],
    undo: PromptKey,
    workspace: Workspace,
    signal: AbortSignal,
  ): Promise<RestoredFile[]> {
    return findUnrestored((await this.chainsOf(keys)).files, await this.load(undo), workspace, signal);
  }

  /** When this resolves, the caller may write the files of the batch through a workspace that does not record. */
  async beginBatch(plan: BatchPlan, workspace: Workspace, signal: AbortSignal): Promise<ChangeBatch> {
    const { files, owner } = this.options;
    const prompt = await this.open(promptName(plan));
    const journal = await BatchJournal.begin(files, plan, owner);
    try {
      const stored = await storePlan(files, journal, prompt, plan, workspace, signal);
      return new ChangeBatch(journal, { files: stored, wrote: new Map(), skipped: new Set() }, prompt, () =>
        this.size.trim(),
      );
    } catch (error) {
      await journal.remove();
      throw error;
    }
  }

  /** Takes over the batches of processes that have certainly ended. Only one process gets each batch. */
  async unfinished(): Promise<UnfinishedBatch[]> {
    const { files, owner } = this.options;
    if ((await listNames(files, OPEN_FOLDER)).length === 0) return [];
    await removeOrphans(files);
    const found: UnfinishedBatch[] = [];
    for (const journal of await listJournals(files)) {
      const batch = await this.take(journal, (current) => owner.isDead(current));
      if (batch) found.push(batch);
    }
    return found;
  }

  /** The batches of processes that may still run. The user must decide whether to take these batches. */
  async doubtful(): Promise<DoubtfulBatch[]> {
    const { files, owner } = this.options;
    const found: DoubtfulBatch[] = [];
    for (const journal of await listJournals(files)) {
      const begun = await journal.read();
      const current = begun && (await journal.ownerOf(begun));
      const host = current === undefined ? undefined : await owner.hostIfUnknown(current);
      // A batch without a plan has not written any file, so the user has nothing to decide.
      if (!begun?.plan || host === undefined) continue;
      found.push({
        host,
        files: begun.plan.files.length,
        take: () => this.take(journal, (now) => Promise.resolve(now === current)),
      });
    }
    return found;
  }

  /** Deletes the changes of a chat, except those of a prompt with an unfinished batch. */
  async deleteChangesOf(chat: string): Promise<void> {
    const { files } = this.options;
    const open = new Set((await listNames(files, OPEN_FOLDER)).map((name) => splitName(name).prompt));
    for (const name of await listNames(files, FOLDER)) {
      const { prompt } = splitName(name);
      if (!name.startsWith(chatPrefix(chat)) || open.has(prompt)) continue;
      this.openLogs.delete(prompt);
      await files.delete(`${FOLDER}/${name}`);
    }
  }

  /**
   * Undefined if the batch has ended, if this process cannot claim it, or if it has no plan and therefore has not
   * written any file.
   */
  private async take(
    journal: BatchJournal,
    mayClaim: (current: string) => Promise<boolean>,
  ): Promise<UnfinishedBatch | undefined> {
    const begun = await journal.read();
    if (!begun || !(await journal.claim(begun, this.options.owner, mayClaim))) return undefined;
    // Read again: the owner may have written more before it ended, or another window may have removed the batch.
    const journaled = await journal.read();
    if (journaled?.plan) return this.toUnfinished(journal, { ...journaled, plan: journaled.plan });
    await journal.remove();
    return undefined;
  }

  private async toUnfinished(
    journal: BatchJournal,
    journaled: Parameters<typeof recoverBatch>[0]['journaled'],
  ): Promise<UnfinishedBatch> {
    const { files } = this.options;
    const { key, plan, wrote, skipped } = journaled;
    const prompt = await this.open(promptName(key));
    const batch = new ChangeBatch(journal, { files: plan.files, wrote, skipped }, prompt, () => this.size.trim());
    return {
      key,
      paths: plan.files.map(({ path }) => path),
      exchange: plan.turn,
      recover: (prefer, workspace, signal) =>
        recoverBatch({ journal, journaled, batch, prompt }, prefer, files, workspace, signal),
    };
  }

  /** If the exchange cannot be recorded now, the batch stays open, and the next start records the exchange. */
  private async endRestore(batch: ChangeBatch, record: (() => Promise<boolean>) | undefined): Promise<void> {
    try {
      await batch.written();
      if (!record || (await record())) await batch.finished();
    } catch (error) {
      this.options.log.error('Restored files could not be recorded completely', error);
    }
  }

  private recorderOf(key: PromptKey): Recorder {
    return new Recorder(() => this.open(promptName(key)), this.size, this.options.log);
  }

  private open(name: string): Promise<PromptLog> {
    const known = this.openLogs.get(name);
    if (known) return known;
    const opened = PromptLog.load(this.options.files, name);
    this.openLogs.set(name, opened);
    // If loading fails, the next call tries again.
    opened.catch(() => this.openLogs.delete(name));
    return opened;
  }

  /**
   * Reads from disk, because another window may have added entries. If there are no entries, the chat may be a copy, so
   * the changes of the original chat are read.
   */
  private async load(key: PromptKey): Promise<PromptLog> {
    const { files } = this.options;
    const own = await PromptLog.load(files, promptName(key));
    if (!own.isEmpty) return own;
    const original = (await listNames(files, FOLDER)).find((name) => isOfPrompt(name, key.prompt));
    return original === undefined ? own : PromptLog.load(files, splitName(original).prompt);
  }
}

/** Undefined if the file has its first content again. */
export function toChangedFile({ path, before, after, added, removed, moved }: RecordedFile): ChangedFile | undefined {
  if (before.kind === 'lost')
    return { path, kind: after ? 'modified' : 'deleted', added, removed, isRestorable: false };
  const first = contentOf(before);
  if (isSameContent(first, after)) return undefined;
  return { path, kind: !first ? 'added' : after ? 'modified' : 'deleted', added, removed, isRestorable: true, moved };
}
