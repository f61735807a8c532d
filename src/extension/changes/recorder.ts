import type { Log } from '../ports/log.ts';
import { isWorkspaceError, type Workspace, WorkspaceError } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { countChangedLines } from '../text/lineDiff.ts';
import type { BeforeImage, Bypass, Content, LogEntry, RecordedFile } from './changeLog.ts';
import {
  contentOf,
  hasSameBytes,
  isKind,
  isSameContent,
  isUnchanged,
  missingFolders,
  readState,
  toContent,
  type FileState,
} from './fileState.ts';
import type { MovedFrom } from './movePairs.ts';
import type { PromptLog } from './promptLog.ts';

export interface StoreRoom {
  fits(bytes: number): boolean;
  /** Call after this many bytes were stored. Makes room if necessary. */
  added(bytes: number): Promise<void>;
}

/** `next` is null if the operation deletes the file. */
export interface IntendedFile {
  readonly path: string;
  readonly next: IntendedContent | null;
}

interface IntendedContent {
  readonly bytes: Uint8Array;
  /** Undefined if the file keeps its mode. */
  readonly mode: number | undefined;
  /** The path that the file is renamed from; missing if it is not renamed. */
  readonly movedFrom?: string;
}

/** Records each change of one prompt before the operation, and corrects the record afterwards. */
export class Recorder {
  private readonly load: () => Promise<PromptLog>;
  private readonly room: StoreRoom;
  private readonly log: Log;

  constructor(load: () => Promise<PromptLog>, room: StoreRoom, log: Log) {
    this.load = load;
    this.room = room;
    this.log = log;
  }

  /**
   * Records the intended changes, then runs the operation. Fails without running the operation if the entries cannot be
   * stored. `actual`: the saved contents, if they may differ from the intended ones. Records nothing for a dropped
   * prompt.
   */
  async change<T>(
    workspace: Workspace,
    intended: readonly IntendedFile[],
    run: () => Promise<{ readonly result: T; readonly actual?: ReadonlyMap<string, Uint8Array> }>,
    signal: AbortSignal,
  ): Promise<T> {
    const prompt = await this.load();
    return prompt.runExclusive(async () => {
      if (prompt.isDropped) return (await run()).result;
      const earlier = new Map(prompt.changes.files);
      await this.recordIntended(prompt, workspace, intended, signal);
      try {
        const { result, actual } = await run();
        for (const [path, bytes] of actual ?? []) await this.correct(prompt, path, bytes);
        return result;
      } catch (error) {
        // The operation may have happened completely, in part or not at all.
        for (const { path } of intended) await this.correctFromDisk(prompt, workspace, path, earlier.get(path));
        throw error;
      }
    });
  }

  /** Records a call that may have changed files whose earlier content is not kept. Such changes cannot be undone. */
  async bypass({ call: what, files }: Bypass): Promise<void> {
    const prompt = await this.load();
    if (!prompt.isDropped) await prompt.add([{ kind: 'bypass', what, files: [...files] }]);
  }

  private async recordIntended(
    prompt: PromptLog,
    workspace: Workspace,
    intended: readonly IntendedFile[],
    signal: AbortSignal,
  ): Promise<void> {
    const entries: LogEntry[] = [];
    const firsts = new Map<string, Uint8Array | null | undefined>();
    let stored = 0;
    try {
      for (const { path, next } of intended) {
        const known = prompt.changes.files.get(path);
        const { before, bytes } = known
          ? { before: known.before, bytes: await this.firstBytes(prompt, known.before) }
          : await this.capture(prompt, workspace, path, signal);
        if (!known && before.kind === 'file') stored += before.image.size;
        const mode = next?.mode ?? (known ? known.after?.mode : before.kind === 'file' ? before.image.mode : undefined);
        const after = next && { hash: contentHash(next.bytes), mode };
        const lines = countChangedLines(bytes, next?.bytes ?? null);
        const moved = next && (await this.countMoved(prompt, originOf(prompt, path, next), next.bytes, firsts));
        // If somebody else changed the source of a move, their text moves too, so the target is `interrupted` as well.
        const source = entries.find((entry) => entry.kind === 'change' && entry.path === next?.movedFrom);
        const isInterrupted =
          (source?.kind === 'change' && source.interrupted) ||
          (known !== undefined && (await isChangedSince(known, workspace, signal)));
        const interrupted = isInterrupted && { interrupted: true as const };
        entries.push({ kind: 'change', path, before, after, ...lines, ...(moved && { moved }), ...interrupted });
        firsts.set(path, bytes);
      }
      await prompt.add(entries);
    } catch (error) {
      if (isWorkspaceError(error) || signal.aborted) throw error;
      const path = intended[0]?.path ?? '';
      this.log.error('The earlier content of a file could not be kept', error);
      const text = `${path} was not changed, because its earlier content could not be kept: ${String(error)}`;
      throw new WorkspaceError('io', path, text);
    }
    if (stored > 0) await this.room.added(stored);
  }

  /** `bytes` is null if there is no file, and undefined if the content is not known. */
  private async capture(
    prompt: PromptLog,
    workspace: Workspace,
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly before: BeforeImage; readonly bytes: Uint8Array | null | undefined }> {
    const state = await readUnlessTooLarge(workspace, path, signal);
    if (state === null) {
      return { before: { kind: 'absent', folders: await missingFolders(workspace, path, signal) }, bytes: null };
    }
    if (state === 'too-large' || !this.room.fits(state.bytes.length)) {
      return { before: { kind: 'lost', reason: 'too-large' }, bytes: state === 'too-large' ? undefined : state.bytes };
    }
    const { bytes, mode, unsaved } = state;
    const [image] = await prompt.storeImages([{ mode, read: () => Promise.resolve(bytes) }], signal);
    if (!image) throw new Error('A before-image was not stored');
    return { before: { kind: 'file', image, unsaved }, bytes };
  }

  private async firstBytes(prompt: PromptLog, before: BeforeImage): Promise<Uint8Array | null | undefined> {
    if (before.kind === 'absent') return null;
    return before.kind === 'file' ? prompt.readImage(before.image) : undefined;
  }

  /** `earlier`: the file's entry before the operation that failed. */
  private async correctFromDisk(
    prompt: PromptLog,
    workspace: Workspace,
    path: string,
    earlier: RecordedFile | undefined,
  ): Promise<void> {
    try {
      const state = await readState(workspace, path, new AbortController().signal);
      const isAsBefore = earlier !== undefined && hasSameBytes(state, earlier.after);
      const origin = isAsBefore ? earlier.moved?.path : prompt.changes.files.get(path)?.moved?.path;
      await this.setAfter(prompt, path, toContent(state), state?.bytes ?? null, origin);
    } catch (error) {
      this.log.error('A failed change could not be recorded', error);
    }
  }

  /** The change has happened, so an error here is only logged. Restoring the file then reports a conflict. */
  private async correct(prompt: PromptLog, path: string, bytes: Uint8Array): Promise<void> {
    try {
      const mode = prompt.changes.files.get(path)?.after?.mode;
      const origin = prompt.changes.files.get(path)?.moved?.path;
      await this.setAfter(prompt, path, { hash: contentHash(bytes), mode }, bytes, origin);
    } catch (error) {
      this.log.error('The content that was saved could not be recorded', error);
    }
  }

  /** `origin`: the path that the content was moved from; undefined if it was not moved. */
  private async setAfter(
    prompt: PromptLog,
    path: string,
    after: Content,
    bytes: Uint8Array | null,
    origin: string | undefined,
  ): Promise<void> {
    const known = prompt.changes.files.get(path);
    if (!known || isSameContent(known.after, after)) return;
    const lines = countChangedLines(await this.firstBytes(prompt, known.before), bytes);
    const moved = after ? await this.countMoved(prompt, origin, bytes) : undefined;
    await prompt.add([{ kind: 'after', path, after, ...lines, ...(moved && { moved }) }]);
  }

  /** `firsts`: for files whose entries are not stored yet, the content before the prompt's first change. */
  private async countMoved(
    prompt: PromptLog,
    from: string | undefined,
    bytes: Uint8Array | null,
    firsts: ReadonlyMap<string, Uint8Array | null | undefined> = new Map(),
  ): Promise<MovedFrom | undefined> {
    if (from === undefined) return undefined;
    const before = prompt.changes.files.get(from)?.before;
    const first = firsts.has(from) ? firsts.get(from) : before && (await this.firstBytes(prompt, before));
    return { path: from, ...countChangedLines(first, bytes) };
  }
}

/**
 * Whether somebody else has changed the file since the prompt changed it. True if such a change is already recorded
 * (`interrupted`). Otherwise false if the file again has the content from before the prompt.
 */
async function isChangedSince(
  { path, before, after, interrupted }: RecordedFile,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<boolean> {
  if (interrupted) return true;
  const state = await readUnlessTooLarge(workspace, path, signal);
  if (state === 'too-large') return true;
  return !hasSameBytes(state, after) && !(before.kind !== 'lost' && hasSameBytes(state, contentOf(before)));
}

/** The path that the content had before its first move in the prompt; undefined if it was not moved. */
function originOf({ changes: { files } }: PromptLog, path: string, next: IntendedContent): string | undefined {
  const { movedFrom } = next;
  if (movedFrom !== undefined) {
    const source = files.get(movedFrom);
    // If an earlier rename to `movedFrom` failed, its entry may name an origin although the file is unchanged.
    return (source && !isUnchanged(source) && source.moved?.path) || movedFrom;
  }
  const known = files.get(path);
  return known?.after ? known.moved?.path : undefined;
}

export async function readUnlessTooLarge(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
): Promise<FileState | 'too-large'> {
  try {
    return await readState(workspace, path, signal);
  } catch (error) {
    if (isKind(error, ['too-large'])) return 'too-large';
    throw error;
  }
}
