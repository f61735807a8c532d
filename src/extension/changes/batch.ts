import type { FileStore } from '../ports/fileStore.ts';
import type { Workspace } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import type { BatchJournal, JournaledBatch, JournalFile } from './batchJournal.ts';
import type { KeptBefore } from './changeLog.ts';
import type { PromptKey } from './changeNames.ts';
import { contentOf, missingFolders } from './fileState.ts';
import { appendImages, type ImageSource } from './imageFile.ts';
import type { MovedFrom } from './movePairs.ts';
import type { PromptLog } from './promptLog.ts';

/** Changes that are written together, and completed or rolled back together after a crash. */
export interface BatchPlan extends PromptKey {
  /** JSON for the caller. The recovery returns this value. */
  readonly exchange: unknown;
  /** In the order in which the caller will write them. */
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  /** As `Workspace.resolve` returned it. */
  readonly path: string;
  /** Null if there is no file. `unsaved`: the content is an editor's unsaved text. */
  readonly before: (ImageSource & { readonly unsaved?: boolean }) | null;
  /** Null if the file is deleted. */
  readonly after: ImageSource | null;
  /** Lines that differ between the two contents. */
  readonly added: number;
  readonly removed: number;
  /** Missing if the content was not moved from another file. */
  readonly moved?: MovedFrom | undefined;
}

/**
 * A batch that survives a crash. The caller writes the files, calls `written`, records the exchange, and calls
 * `finished`; or undoes its writes and calls `undone`.
 */
export class ChangeBatch {
  private readonly journal: BatchJournal;
  private readonly files: readonly JournalFile[];
  /** The hash of each file's planned content, by path; undefined if the batch deletes the file. */
  private readonly planned: ReadonlyMap<string, string | undefined>;
  private readonly prompt: PromptLog;
  private readonly saved: Map<string, string>;
  private readonly skippedPaths: Set<string>;
  private readonly onDidEnd: () => Promise<void>;

  constructor(
    journal: BatchJournal,
    { files, wrote, skipped }: { readonly files: readonly JournalFile[] } & Pick<JournaledBatch, 'wrote' | 'skipped'>,
    prompt: PromptLog,
    onDidEnd: () => Promise<void>,
  ) {
    this.journal = journal;
    this.files = files;
    this.planned = new Map(files.map(({ path, after }) => [path, after?.hash]));
    this.prompt = prompt;
    this.saved = new Map(wrote);
    this.skippedPaths = new Set(skipped);
    this.onDidEnd = onDidEnd;
  }

  /** Call after each write, with the content that was saved, because a formatter may have changed it. */
  async wrote(path: string, bytes: Uint8Array): Promise<void> {
    const hash = contentHash(bytes);
    if (this.planned.get(path) === hash) return;
    this.saved.set(path, hash);
    await this.journal.add({ kind: 'wrote', path, hash });
  }

  /** Call if the file was not written. */
  async skipped(path: string): Promise<void> {
    this.skippedPaths.add(path);
    await this.journal.add({ kind: 'skipped', path });
  }

  /** Call when all files are written or skipped. From then on, the recovery only returns the exchange. */
  async written(): Promise<void> {
    if (!this.prompt.isDropped) {
      await this.prompt.add(
        this.files.map(({ path, before, after, added, removed, moved }) => {
          if (this.skippedPaths.has(path)) {
            const same = contentOf(before);
            return { kind: 'change', path, before, after: same && { ...same }, added: 0, removed: 0 };
          }
          const hash = this.saved.get(path) ?? after?.hash ?? '';
          return { kind: 'change', path, before, after: after && { hash, mode: after.mode }, added, removed, moved };
        }),
      );
    }
    await this.journal.add({ kind: 'written' });
  }

  /** Call when the exchange is recorded. */
  async finished(): Promise<void> {
    await this.journal.remove();
    await this.onDidEnd();
  }

  /** Call when the writes were undone, even if some files could not be restored. */
  async undone(): Promise<void> {
    await this.finished();
  }
}

/** Stores the contents of a batch, then its plan. Until the plan is stored, no file may be written. */
export async function storePlan(
  files: FileStore,
  journal: BatchJournal,
  prompt: PromptLog,
  { exchange, files: planned }: BatchPlan,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly JournalFile[]> {
  // Two files, so that the old and the new contents are flushed at the same time. Waits for both appends, because the
  // caller removes the batch after a failure.
  const [before, after] = await Promise.allSettled([
    prompt.storeImages(
      planned.flatMap((file) => file.before ?? []),
      signal,
    ),
    appendImages(
      files,
      journal.images,
      planned.flatMap((file) => file.after ?? []),
      signal,
    ),
  ]);
  if (before.status === 'rejected') throw before.reason;
  if (after.status === 'rejected') throw after.reason;
  const befores = before.value;
  const afters = after.value;
  const stored: JournalFile[] = [];
  for (const { path, before, after, added, removed, moved } of planned) {
    const image = before && befores.shift();
    const kept: KeptBefore = image
      ? { kind: 'file', image, unsaved: before.unsaved ?? false }
      : { kind: 'absent', folders: await missingFolders(workspace, path, signal) };
    stored.push({ path, before: kept, after: after && (afters.shift() ?? null), added, removed, moved });
  }
  await journal.add({ kind: 'plan', turn: exchange, files: stored });
  return stored;
}
