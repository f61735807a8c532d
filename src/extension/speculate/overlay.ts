import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import {
  type DeleteOptions,
  type DirectoryEntry,
  type FileContent,
  type FileStat,
  type GlobQuery,
  type GlobResult,
  type GrepQuery,
  type GrepResult,
  isWorkspaceError,
  type PathResolution,
  type Workspace,
  WorkspaceError,
  type WorkspaceErrorKind,
  type WorkspaceRoot,
  type WriteOptions,
  type WriteResult,
} from '../ports/workspace.ts';
import { ChangeList, type ChangeSummary } from '../changes/changeList.ts';
import type { MovedFrom } from '../changes/movePairs.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';
import type { MergeInput } from '../text/threeWayMerge.ts';
import { mayHaveAlikes, namesAlike } from '../text/alikeNames.ts';
import { ContentStore, MAX_OVERLAY_MEMORY } from './overlay/contentStore.ts';
import {
  countLines,
  toChange,
  type ChangedFile,
  type FileImage,
  type OverlayBase,
  type OverlayChange,
} from './overlay/overlayChange.ts';
import { OverlayFolders } from './overlay/overlayFolders.ts';
import { globThrough, grepThrough } from './overlay/overlaySearch.ts';
import { createPathKey, foldersAbove, UNIFIES_FORMS, type PathKey } from './overlay/pathKey.ts';

/**
 * A copy-on-write layer over another workspace. Every operation sees the overlay's changes merged with the workspace
 * below. The overlay's paths are those on disk, so paths in tool arguments and in the history need no rewriting.
 */
export interface Overlay extends Workspace, Disposable {
  /** The differences from the workspace below, sorted by path. An unchanged entry is the same object in every call. */
  changes(): OverlayChange[];
  /** `path` is resolved. Undefined if there is no difference. */
  changeOf(path: string): OverlayChange | undefined;
  /** The deleted half of a move, if `change` is the added half. */
  sourceOf(change: OverlayChange): OverlayChange | undefined;
  summary(): ChangeSummary;
  /** Fires with the paths whose change was added, replaced or dropped. */
  readonly onDidChange: Event<readonly string[]>;
  /**
   * Sets the base of a file's change to the current content below. `merge` returns the new content in the overlay: null
   * for no file, undefined to keep the change and its base.
   */
  rebase(path: string, merge: MergeFile, signal: AbortSignal): Promise<void>;
  clear(): void;
  /** Drops every change and refuses new ones, so that a tool that ends late leaves no changes. */
  dispose(): void;
}

/**
 * Gets three contents of one file: `base` of the change, `incoming` from the overlay, and `current` from the workspace
 * below.
 */
export type MergeFile = (versions: MergeInput) => Uint8Array | null | undefined;

export interface OverlayOptions {
  /**
   * Stores the contents that exceed `maxMemory`; disposed with the overlay. Without a spill, such a change fails with
   * `too-large`.
   */
  readonly spill?: OverlaySpill;
  /** Bytes; `MAX_OVERLAY_MEMORY` by default. */
  readonly maxMemory?: number;
  readonly clock?: Pick<Clock, 'now'>;
  readonly unifiesForms?: boolean;
}

/**
 * The caller disposes the overlay, which never writes to `base`. This file is long, because all operations share one
 * record of changes.
 */
export function createOverlay(base: Workspace, options: OverlayOptions = {}): Overlay {
  return new CopyOnWriteOverlay(base, options);
}

interface Place extends ChangedFile {
  readonly key: string;
}

interface OverlayUpdate {
  readonly place: Place;
  /** Undefined if the file equals its base. */
  readonly entry: OverlayChange | undefined;
}

/** Keeps contents until the operation that uses them ends. */
interface Hold {
  take(place: Place, bytes: Uint8Array, mode: number | undefined): Promise<FileImage>;
  keep(image: FileImage): void;
}

class CopyOnWriteOverlay implements Overlay {
  private readonly base: Workspace;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly entries = new Map<string, OverlayChange>();
  private readonly sorted = new ChangeList<OverlayChange>();
  private readonly folders = new OverlayFolders();
  private readonly times = new WeakMap<OverlayChange, number>();
  private readonly changed = new Emitter<readonly string[]>();
  private readonly contents: ContentStore;
  private readonly unifiesForms: boolean;
  private pathKey: Promise<PathKey> | undefined;
  private lastChange: Promise<void> = Promise.resolve();
  private disposed = false;

  constructor(base: Workspace, { clock, spill, maxMemory, unifiesForms }: OverlayOptions) {
    this.base = base;
    this.unifiesForms = unifiesForms ?? UNIFIES_FORMS;
    this.clock = clock ?? Date;
    this.contents = new ContentStore(spill, maxMemory ?? MAX_OVERLAY_MEMORY);
  }

  get roots(): readonly WorkspaceRoot[] {
    return this.base.roots;
  }

  get onDidChange(): Event<readonly string[]> {
    return this.changed.event;
  }

  changes(): OverlayChange[] {
    return this.sorted.all();
  }

  changeOf(path: string): OverlayChange | undefined {
    return this.sorted.find(path);
  }

  sourceOf(change: OverlayChange): OverlayChange | undefined {
    return this.sorted.sourceOf(change);
  }

  summary(): ChangeSummary {
    return this.sorted.summary();
  }

  clear(): void {
    const changes = this.changes();
    const paths = changes.map(({ path }) => path);
    for (const change of changes) for (const image of imagesOf(change)) this.contents.release(image);
    this.entries.clear();
    this.sorted.clear();
    this.folders.clear();
    if (paths.length > 0) this.changed.fire(paths);
  }

  dispose(): void {
    this.disposed = true;
    this.clear();
    this.changed.dispose();
    this.contents.dispose();
  }

  async resolve(path: string): Promise<PathResolution> {
    // The workspace below returns existing names in the disk's Unicode form, so `normalize` affects only new files.
    const resolution = await this.base.resolve(this.unifiesForms ? path.normalize('NFC') : path);
    if (resolution.kind === 'outside') return resolution;
    const known = await this.knownSpelling(resolution.path);
    return known === resolution.path ? resolution : this.base.resolve(known);
  }

  async read(path: string, signal: AbortSignal): Promise<FileContent> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) {
      const { mode } = entry.current;
      return { bytes: await entry.current.read(signal), unsaved: false, ...(mode !== undefined && { mode }) };
    }
    if (this.folders.has(place.key)) throw failure('is-directory', place);
    if (entry) throw failure('not-found', place);
    return this.readBelow(place, signal);
  }

  async write(path: string, bytes: Uint8Array, options: WriteOptions, signal: AbortSignal): Promise<WriteResult> {
    let unsaved = false;
    await this.change(signal, async (hold) => {
      const place = await this.locate(path);
      if (this.folders.has(place.key)) throw failure('is-directory', place);
      await this.checkFolders(place, signal);
      const base = await this.baseOf(place, hold, signal);
      unsaved = base.kind === 'file' && base.unsaved;
      const entry = this.entries.get(place.key);
      const before = entry?.current ?? (base.kind === 'file' ? base : undefined);
      const current = await hold.take(place, bytes, options.mode ?? before?.mode);
      const moved = entry?.current ? await this.countMoved(entry.moved, current, signal) : undefined;
      return [await toUpdate(place, base, current, signal, moved)];
    });
    // If the file has unsaved changes in an editor, an apply changes only the editor's text. The result reports this.
    return { bytes, unsaved };
  }

  async delete(path: string, _options: DeleteOptions, signal: AbortSignal): Promise<void> {
    await this.change(signal, async (hold) => {
      const place = await this.locate(path);
      await this.read(place.path, signal);
      const base = await this.baseOf(place, hold, signal);
      refuseUnsaved(place, base);
      return [await toUpdate(place, base, null, signal)];
    });
  }

  async rename(from: string, to: string, signal: AbortSignal): Promise<void> {
    await this.change(signal, async (hold) => {
      const [source, target] = [await this.locate(from), await this.locate(to)];
      const { bytes, mode } = await this.read(source.path, signal);
      if (await this.stat(to, signal)) throw failure('exists', target);
      await this.checkFolders(target, signal);
      const bases = [await this.baseOf(source, hold, signal), await this.baseOf(target, hold, signal)] as const;
      refuseUnsaved(source, bases[0]);
      const current = await hold.take(target, bytes, mode);
      const moved = await this.moveFrom(source, bases[0], current, signal);
      return [await toUpdate(source, bases[0], null, signal), await toUpdate(target, bases[1], current, signal, moved)];
    });
  }

  async rebase(path: string, merge: MergeFile, signal: AbortSignal): Promise<void> {
    await this.change(signal, async (hold) => {
      const place = await this.locate(path);
      const before = this.entries.get(place.key);
      if (!before) return [];
      const base = await this.readBase(place, hold, signal);
      const merged = merge({
        base: before.base.kind === 'file' ? await before.base.read(signal) : null,
        current: base.kind === 'file' ? await base.read(signal) : null,
        incoming: before.current && (await before.current.read(signal)),
      });
      if (merged === undefined) return [];
      if (merged === null) refuseUnsaved(place, base);
      const current = merged && (await hold.take(place, merged, modeAfter(before, base)));
      const moved = current ? await this.countMoved(before.moved, current, signal) : undefined;
      const target = current ? undefined : this.sorted.targetOf(place.path);
      return [
        await toUpdate(place, base, current, signal, moved),
        ...(target ? [await this.toRecounted(target, base, signal)] : []),
      ];
    });
  }

  async stat(path: string, signal: AbortSignal): Promise<FileStat | undefined> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) {
      const { size, mode } = entry.current;
      const modified = this.times.get(entry) ?? 0;
      return { type: 'file', size, modified, ...(mode !== undefined && { mode }) };
    }
    const below = entry ? undefined : await this.base.stat(place.path, signal);
    if (below) return below;
    return this.folders.has(place.key) ? { type: 'directory', size: 0, modified: 0 } : undefined;
  }

  async list(path: string, signal: AbortSignal): Promise<DirectoryEntry[]> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) throw failure('not-directory', place);
    const added = this.folders.childrenOf(place.key);
    if (entry && added.size === 0) throw failure('not-found', place);
    const merged = new Map<string, DirectoryEntry>();
    const folder = withSlash(place.path);
    for (const child of entry ? [] : await this.listBelow(place, added.size > 0, signal)) {
      const key = await this.keyOf(folder + child.name);
      if (this.entries.get(key)?.kind === 'deleted') continue;
      merged.set(key, child.isLink ? { ...child, type: await this.typeOfTarget(folder, child) } : child);
    }
    for (const [key, child] of added) if (!merged.has(key)) merged.set(key, child);
    return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async glob(query: GlobQuery, signal: AbortSignal): Promise<GlobResult> {
    return globThrough(this.base, await this.withRealPath(query), this.changes(), await this.keys(), signal);
  }

  async grep(query: GrepQuery, signal: AbortSignal): Promise<GrepResult> {
    return grepThrough(this.base, await this.withRealPath(query), this.changes(), await this.keys(), signal);
  }

  /** Creates the path key once. A failure is not cached, so the next call tries again. */
  private keys(): Promise<PathKey> {
    this.pathKey ??= createPathKey(this.base, this.unifiesForms).catch((error: unknown) => {
      this.pathKey = undefined;
      throw error;
    });
    return this.pathKey;
  }

  private async keyOf(path: string): Promise<string> {
    return (await this.keys())(path);
  }

  /** Resolves links on every call, because a link may now lead outside. */
  private async locate(path: string): Promise<Place> {
    const resolution = await this.resolve(path);
    if (resolution.kind === 'outside') throw failure('outside', resolution);
    const { path: real, display } = resolution;
    return { key: await this.keyOf(real), path: real, display };
  }

  /** Returns the overlay's spelling, because the file or folder may exist only in the overlay. */
  private async knownSpelling(path: string): Promise<string> {
    const entry = this.entries.get(await this.keyOf(path));
    if (entry) return entry.path;
    for (const folder of [path, ...foldersAbove(path)]) {
      const known = this.folders.pathOf(await this.keyOf(folder));
      if (known !== undefined) return this.withNewNames(known, path.slice(folder.length));
    }
    return path;
  }

  /**
   * Joins `folder` and `rest`. If a name in `rest` does not exist, and looks like exactly one name in the overlay, the
   * name in the overlay replaces the missing name. The `resolve` of a disk does the same.
   */
  private async withNewNames(folder: string, rest: string): Promise<string> {
    if (!mayHaveAlikes(rest) || (await this.base.stat(folder + rest, new AbortController().signal)))
      return folder + rest;
    let path = folder;
    for (const name of rest.split('/').slice(1)) {
      const known = [...this.folders.childrenOf(await this.keyOf(path)).values()].map((child) => child.name);
      const [alike = name, ...others] = known.includes(name) ? [] : namesAlike(name, known);
      path = `${path}/${others.length === 0 ? alike : name}`;
    }
    return path;
  }

  /** The type of a link's target, which may be deleted in the overlay or may have become a folder there. */
  private async typeOfTarget(folder: string, { name, type }: DirectoryEntry): Promise<DirectoryEntry['type']> {
    const key = await this.keyOf((await this.resolve(folder + name)).path);
    if (this.entries.get(key)?.kind !== 'deleted') return type;
    return this.folders.has(key) ? 'directory' : 'other';
  }

  private async withRealPath<T extends { readonly path?: string }>(query: T): Promise<T> {
    return query.path === undefined ? query : { ...query, path: (await this.locate(query.path)).path };
  }

  private async readBelow(place: Place, signal: AbortSignal): Promise<FileContent> {
    try {
      return await this.base.read(place.path, signal);
    } catch (error) {
      throw await this.correctError(error, place);
    }
  }

  private async listBelow(place: Place, mayBeMissing: boolean, signal: AbortSignal): Promise<DirectoryEntry[]> {
    try {
      return await this.base.list(place.path, signal);
    } catch (error) {
      const corrected = await this.correctError(error, place);
      if (mayBeMissing && isKind(corrected, 'not-found')) return [];
      throw corrected;
    }
  }

  /**
   * The workspace below does not know whether the overlay has a file in the place of a folder above `place`, or has
   * deleted such a file. In both cases, returns the right error instead of `error`.
   */
  private async correctError(error: unknown, place: Place): Promise<unknown> {
    if (!isKind(error, 'not-found') && !isKind(error, 'not-directory')) return error;
    const keys = await Promise.all(foldersAbove(place.path).map((folder) => this.keyOf(folder)));
    const above = keys.flatMap((key) => this.entries.get(key) ?? []);
    if (above.some(({ current }) => current)) return failure('not-directory', place);
    return above.length > 0 ? failure('not-found', place) : error;
  }

  /** Fails if a file is in the place of a folder that the path needs. */
  private async checkFolders(place: Place, signal: AbortSignal): Promise<void> {
    const folders = foldersAbove(place.path);
    for (const folder of folders) {
      if (this.entries.get(await this.keyOf(folder))?.current) throw notAFolder(folder);
    }
    for (const folder of folders) {
      if (this.roots.some((root) => root.path === folder)) return;
      if (this.entries.has(await this.keyOf(folder))) continue;
      const stat = await this.base.stat(folder, signal);
      if (stat?.type === 'directory') return;
      if (stat) throw notAFolder(folder);
    }
  }

  private async baseOf(place: Place, hold: Hold, signal: AbortSignal): Promise<OverlayBase> {
    const known = this.entries.get(place.key)?.base;
    if (known?.kind === 'file') hold.keep(known);
    return known ?? this.readBase(place, hold, signal);
  }

  /**
   * The path from which the overlay first moved the content, and how many lines of `current` differ from the base of
   * that path.
   */
  private async moveFrom(
    source: Place,
    base: OverlayBase,
    current: FileImage,
    signal: AbortSignal,
  ): Promise<MovedFrom | undefined> {
    const entry = this.entries.get(source.key);
    if (entry?.moved) return this.countMoved(entry.moved, current, signal);
    const { path } = source;
    // An earlier move has moved this path's content away, so its present file is new.
    if (this.sorted.isClaimed(path)) return undefined;
    return { path, ...(await countLines(base, current, signal)) };
  }

  private async countMoved(
    moved: MovedFrom | undefined,
    current: FileImage,
    signal: AbortSignal,
  ): Promise<MovedFrom | undefined> {
    const base = moved && this.sorted.find(moved.path)?.base;
    return base ? { path: moved.path, ...(await countLines(base, current, signal)) } : moved;
  }

  /** Counts the lines of a moved file again, because the base at its old path has changed. */
  private async toRecounted(change: OverlayChange, base: OverlayBase, signal: AbortSignal): Promise<OverlayUpdate> {
    const { path, display, current, moved } = change;
    const place = { key: await this.keyOf(path), path, display };
    const counted = moved && { path: moved.path, ...(await countLines(base, current, signal)) };
    return { place, entry: { ...change, ...(counted && { moved: counted }) } };
  }

  private async readBase(place: Place, hold: Hold, signal: AbortSignal): Promise<OverlayBase> {
    try {
      const { bytes, mode, unsaved } = await this.readBelow(place, signal);
      return { kind: 'file', ...(await hold.take(place, bytes, mode)), unsaved };
    } catch (error) {
      if (isKind(error, 'not-found')) return { kind: 'absent' };
      throw error;
    }
  }

  /** Runs operations one after another, so that no entry changes between an operation's plan and its commit. */
  private change(signal: AbortSignal, plan: (hold: Hold) => Promise<OverlayUpdate[]>): Promise<void> {
    const result = this.lastChange.then(async () => {
      signal.throwIfAborted();
      const held: FileImage[] = [];
      const hold: Hold = {
        take: async (place, bytes, mode) => {
          const image = await this.contents.keep(place, bytes, mode, signal);
          held.push(image);
          return image;
        },
        keep: (image) => {
          this.contents.retain(image);
          held.push(image);
        },
      };
      try {
        this.commit(await plan(hold), signal);
      } finally {
        for (const image of held) this.contents.release(image);
      }
    });
    this.lastChange = result.catch(() => {});
    return result;
  }

  /**
   * Only this method and `clear` change entries. Synchronous and the last step of each operation, so that a failed or
   * aborted operation leaves no entry.
   */
  private commit(updates: readonly OverlayUpdate[], signal: AbortSignal): void {
    signal.throwIfAborted();
    for (const { place } of updates) {
      if (this.disposed) throw new WorkspaceError('io', place.path, 'The speculation has ended.');
    }
    for (const { place, entry } of updates) {
      const before = this.entries.get(place.key);
      if (entry) {
        for (const image of imagesOf(entry)) this.contents.retain(image);
        this.entries.set(place.key, entry);
        this.times.set(entry, this.clock.now());
      } else {
        this.entries.delete(place.key);
      }
      if (before) {
        for (const image of imagesOf(before)) this.contents.release(image);
        this.sorted.remove(before);
      }
      if (entry) this.sorted.add(entry);
      if (before?.current && !entry?.current) this.folders.removeFile(place.key);
      if (!before?.current && entry?.current) this.folders.addFile(place.key, place.path);
    }
    if (updates.length > 0) this.changed.fire(updates.map(({ place }) => place.path));
  }
}

async function toUpdate(
  place: Place,
  base: OverlayBase,
  current: FileImage | null,
  signal: AbortSignal,
  moved?: MovedFrom,
): Promise<OverlayUpdate> {
  return { place, entry: toChange(place, base, current, await countLines(base, current, signal), moved) };
}

/**
 * The overlay's mode if the overlay has changed it, or if there is no file below; otherwise the mode of the file below.
 */
function modeAfter({ base, current }: OverlayChange, now: OverlayBase): number | undefined {
  const before = base.kind === 'file' ? base.mode : undefined;
  const isUnchanged = !current || current.mode === before;
  return isUnchanged && now.kind === 'file' ? now.mode : current?.mode;
}

/** The workspace below does not delete a file that has unsaved changes in an editor. */
function refuseUnsaved({ path, display }: Place, base: OverlayBase): void {
  if (base.kind === 'absent' || !base.unsaved) return;
  throw new WorkspaceError('unsaved', path, `${display} has unsaved changes in an editor.`);
}

function imagesOf({ base, current }: OverlayChange): FileImage[] {
  return [...(base.kind === 'file' ? [base] : []), ...(current ? [current] : [])];
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

const messages = {
  'not-found': 'does not exist',
  'is-directory': 'is a folder',
  'not-directory': 'is not a folder',
  exists: 'already exists',
  outside: 'is outside the workspace',
} satisfies Partial<Record<WorkspaceErrorKind, string>>;

function failure(kind: keyof typeof messages, { path, display }: ChangedFile): WorkspaceError {
  return new WorkspaceError(kind, path, `${display} ${messages[kind]}.`);
}

function notAFolder(path: string): WorkspaceError {
  return failure('not-directory', { path, display: path });
}

function isKind(error: unknown, kind: WorkspaceErrorKind): boolean {
  return isWorkspaceError(error) && error.kind === kind;
}
