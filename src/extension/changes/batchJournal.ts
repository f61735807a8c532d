import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { FileStore } from '../ports/fileStore.ts';
import type { ProcessOwner } from '../ports/processOwner.ts';
import { keptBeforeSchema, movedSchema, parseLines, toLines } from './changeLog.ts';
import { listNames, promptName, splitName, type PromptKey } from './changeNames.ts';
import { OPEN_FOLDER } from './openFolder.ts';

const byteCount = z.int().check(z.nonnegative());
const plannedFileSchema = z.object({
  path: z.string(),
  before: keptBeforeSchema,
  /** Null if the batch deletes the file. */
  after: z.nullable(z.object({ start: byteCount, size: byteCount, hash: z.string(), mode: z.optional(z.number()) })),
  added: z.number(),
  removed: z.number(),
  moved: movedSchema,
});
/** A user's file that a batch changes. `added` and `removed` are numbers of lines. */
export type JournalFile = z.infer<typeof plannedFileSchema>;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), owner: z.string(), chat: z.string(), prompt: z.string() }),
  /** After this line, files may have been written. The exchange is stored as `turn`. */
  z.object({ kind: z.literal('plan'), turn: z.unknown(), files: z.array(plannedFileSchema) }),
  /** The file was saved with content that differs from the planned content. */
  z.object({ kind: z.literal('wrote'), path: z.string(), hash: z.string() }),
  /** The file stays as it is, because it could not be written. */
  z.object({ kind: z.literal('skipped'), path: z.string() }),
  z.object({ kind: z.literal('written') }),
]);
type JournalLine = z.infer<typeof lineSchema>;

export interface JournaledBatch {
  readonly key: PromptKey;
  readonly owner: string;
  /** Undefined if no file can have been written yet. */
  readonly plan: { readonly turn: unknown; readonly files: readonly JournalFile[] } | undefined;
  /** Hashes of saved contents that differ from the planned contents. */
  readonly wrote: ReadonlyMap<string, string>;
  readonly skipped: ReadonlySet<string>;
  readonly isWritten: boolean;
}

/**
 * The journal of a batch that is not finished:
 *
 *     begin ──▶ after-images ──▶ plan ──▶ (the files are written) ──▶ written ──▶ (the exchange is recorded) ──▶ gone
 *
 * If the crash came before `plan`, no file was written. After a crash between `plan` and `written`, the files are
 * compared with the plan. After a crash after `written`, only the exchange may be missing.
 */
export class BatchJournal {
  /** The prefix of the names of the batch's storage files, without the folder. */
  readonly name: string;
  private readonly files: FileStore;

  constructor(files: FileStore, name: string) {
    this.files = files;
    this.name = name;
  }

  static async begin(files: FileStore, key: PromptKey, owner: ProcessOwner): Promise<BatchJournal> {
    const journal = new BatchJournal(files, `${promptName(key)}.${randomUUID()}`);
    // Written before the batch's other storage files, so that their owner is always known.
    const line: JournalLine = { kind: 'begin', owner: await owner.id(), chat: key.chat, prompt: key.prompt };
    await files.write(`${journal.path}.jsonl`, toLines([line]));
    return journal;
  }

  /** The name of the file with the after-images. */
  get images(): string {
    return `${this.path}.bytes`;
  }

  async add(line: JournalLine): Promise<void> {
    await this.files.append(`${this.path}.jsonl`, toLines([line]));
  }

  /** Undefined if there is no journal, or if its beginning is damaged. */
  async read(): Promise<JournaledBatch | undefined> {
    const lines = parseLines((await this.files.read(`${this.path}.jsonl`)) ?? '', lineSchema);
    const begin = lines.find((line) => line.kind === 'begin');
    const plan = lines.find((line) => line.kind === 'plan');
    if (!begin) return undefined;
    return {
      key: { chat: begin.chat, prompt: begin.prompt },
      owner: begin.owner,
      plan,
      wrote: new Map(lines.flatMap((line) => (line.kind === 'wrote' ? [[line.path, line.hash] as const] : []))),
      skipped: new Set(lines.flatMap((line) => (line.kind === 'skipped' ? line.path : []))),
      isWritten: lines.some((line) => line.kind === 'written'),
    };
  }

  /** The journal is removed first, so that `removeOrphans` removes the other storage files if a crash follows. */
  async remove(): Promise<void> {
    await this.files.delete(`${this.path}.jsonl`);
    const rest = (await listNames(this.files, OPEN_FOLDER)).filter((name) => journalOf(name) === this.name);
    for (const name of rest) await this.files.delete(`${OPEN_FOLDER}/${name}`);
  }

  /** The process that owns the batch or last claimed its recovery. May be undefined if the batch has just ended. */
  async ownerOf(begun: JournaledBatch): Promise<string | undefined> {
    return (await this.lastClaim(begun)).owner;
  }

  /**
   * Claims the recovery of the batch for this process. Returns false if `mayClaim` returns false for the current owner,
   * or if another window claims the batch first. May return true although the batch has just ended. Each claim has the
   * next number and is created exclusively, so that only one window gets the batch.
   */
  async claim(
    begun: JournaledBatch,
    owner: ProcessOwner,
    mayClaim: (current: string) => Promise<boolean>,
  ): Promise<boolean> {
    const { number, owner: current } = await this.lastClaim(begun);
    if (current === undefined || !(await mayClaim(current))) return false;
    return this.files.createExclusive(`${this.path}.claim.${number + 1}`, await owner.id());
  }

  /** If no process has claimed the batch, `owner` is the process that began it. */
  private async lastClaim(begun: JournaledBatch): Promise<{ number: number; owner: string | undefined }> {
    const claims = (await listNames(this.files, OPEN_FOLDER)).flatMap((name) =>
      journalOf(name) === this.name ? (/\.claim\.(\d+)$/.exec(name)?.[1] ?? []) : [],
    );
    const number = Math.max(0, ...claims.map(Number));
    return { number, owner: number === 0 ? begun.owner : await this.files.read(`${this.path}.claim.${number}`) };
  }

  private get path(): string {
    return `${OPEN_FOLDER}/${this.name}`;
  }
}

/** Includes batches that other windows have begun. */
export async function listJournals(files: FileStore): Promise<BatchJournal[]> {
  const names = await listNames(files, OPEN_FOLDER);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => new BatchJournal(files, journalOf(name)));
}

/** Removes the storage files that a crash during `remove` has left. */
export async function removeOrphans(files: FileStore): Promise<void> {
  for (const name of await listNames(files, OPEN_FOLDER)) {
    // Checked on disk, because other windows may have begun or ended batches since the names were listed.
    if (await files.stat(`${OPEN_FOLDER}/${journalOf(name)}.jsonl`)) continue;
    await files.delete(`${OPEN_FOLDER}/${name}`);
  }
}

function journalOf(name: string): string {
  const { prompt, rest } = splitName(name);
  return `${prompt}.${rest.split('.')[1] ?? ''}`;
}
