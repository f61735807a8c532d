import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/clock.ts';
import type { Disposable } from '../ports/disposable.ts';
import { Emitter, type Event } from '../ports/emitter.ts';
import {
  WorkspaceError,
  type DirectoryEntry,
  type FileContent,
  type FileStat,
  type GlobQuery,
  type GlobResult,
  type GrepQuery,
  type GrepResult,
  type PathResolution,
  type Workspace,
  type WorkspaceErrorKind,
  type WorkspaceRoot,
  type WriteOptions,
  type WriteResult,
} from '../ports/workspace.ts';
import { contentHash } from '../tools/contentHash.ts';
import {
  toChange,
  toImage,
  type ChangedFile,
  type FileImage,
  type OverlayBase,
  type OverlayChange,
} from './overlayChange.ts';
import { globThrough, grepThrough } from './overlaySearch.ts';
import { createPathKey, foldersAbove, type PathKey } from './pathKey.ts';

/**
 * Copy-on-write over another workspace (seed 001, overlay). Writes, deletes and renames stay here; reads, lists and
 * searches see them merged with what is below. The seed's overlay is a folder of copies that rewritten tool arguments
 * point into; a `Workspace` needs no rewriting, so the history names real paths only.
 */
export interface Overlay extends Workspace, Disposable {
  /** What differs from below, sorted by path. An entry that has not changed since the last call is the same object. */
  changes(): OverlayChange[];
  /** Tells the paths whose content in the overlay changed. */
  readonly onDidChange: Event<readonly string[]>;
  /** Forgets every change. */
  clear(): void;
  /** Forgets every change and refuses new ones, so that a tool that ends late leaves nothing. */
  dispose(): void;
}

/** Where contents beyond a bound are spilled to is going to be another option. */
export interface OverlayOptions {
  readonly clock?: Clock;
}

/** The caller disposes it. Nothing below is ever written. */
export function createOverlay(base: Workspace, options: OverlayOptions = {}): Overlay {
  return new CopyOnWriteOverlay(base, options.clock ?? systemClock);
}

/** A file as the overlay names it. `entry` is what the overlay knows of it at the time of asking. */
interface Place extends ChangedFile {
  readonly key: string;
}

interface Settlement {
  readonly place: Place;
  readonly base: OverlayBase;
  readonly current: FileImage | null;
}

class CopyOnWriteOverlay implements Overlay {
  private readonly base: Workspace;
  private readonly clock: Clock;
  private readonly entries = new Map<string, OverlayChange>();
  private readonly times = new WeakMap<OverlayChange, number>();
  private readonly changed = new Emitter<readonly string[]>();
  private pathKey: Promise<PathKey> | undefined;
  private disposed = false;

  constructor(base: Workspace, clock: Clock) {
    this.base = base;
    this.clock = clock;
  }

  get roots(): readonly WorkspaceRoot[] {
    return this.base.roots;
  }

  get onDidChange(): Event<readonly string[]> {
    return this.changed.event;
  }

  changes(): OverlayChange[] {
    return [...this.entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  clear(): void {
    const paths = [...this.entries.values()].map((entry) => entry.path);
    this.entries.clear();
    if (paths.length > 0) this.changed.fire(paths);
  }

  dispose(): void {
    this.disposed = true;
    this.clear();
    this.changed.dispose();
  }

  async resolve(path: string): Promise<PathResolution> {
    const resolution = await this.base.resolve(path);
    if (resolution.kind === 'outside') return resolution;
    const entry = this.entries.get(await this.keyOf(resolution.path));
    // Another spelling of a file that is known here is that file.
    return entry && entry.path !== resolution.path ? this.base.resolve(entry.path) : resolution;
  }

  async read(path: string, signal: AbortSignal): Promise<FileContent> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) return { ...entry.current, unsaved: false };
    if (this.isFolderHere(place.key)) throw failure('is-directory', place);
    if (entry) throw failure('not-found', place);
    return this.base.read(place.path, signal);
  }

  async write(path: string, bytes: Uint8Array, signal: AbortSignal, options: WriteOptions = {}): Promise<WriteResult> {
    const place = await this.locate(path);
    if (this.isFolderHere(place.key)) throw failure('is-directory', place);
    await this.checkFolders(place, signal);
    const base = await this.baseOf(place, signal);
    const before = this.entries.get(place.key)?.current ?? (base.kind === 'file' ? base : undefined);
    const mode = options.mode ?? before?.mode;
    this.settle([{ place, base, current: toImage(Uint8Array.from(bytes), mode) }], signal);
    return { bytes };
  }

  async delete(path: string, signal: AbortSignal): Promise<void> {
    const place = await this.locate(path);
    await this.imageOf(place, signal);
    this.settle([{ place, base: await this.baseOf(place, signal), current: null }], signal);
  }

  async rename(from: string, to: string, signal: AbortSignal): Promise<void> {
    const [source, target] = [await this.locate(from), await this.locate(to)];
    const current = await this.imageOf(source, signal);
    if (await this.stat(to, signal)) throw failure('exists', target);
    await this.checkFolders(target, signal);
    const bases = [await this.baseOf(source, signal), await this.baseOf(target, signal)] as const;
    this.settle(
      [
        { place: source, base: bases[0], current: null },
        { place: target, base: bases[1], current },
      ],
      signal,
    );
  }

  async stat(path: string, signal: AbortSignal): Promise<FileStat | undefined> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) {
      const { bytes, mode } = entry.current;
      const modified = this.times.get(entry) ?? 0;
      return { type: 'file', size: bytes.length, modified, ...(mode !== undefined && { mode }) };
    }
    const below = entry ? undefined : await this.base.stat(place.path, signal);
    if (below) return below;
    return this.isFolderHere(place.key) ? { type: 'directory', size: 0, modified: 0 } : undefined;
  }

  async list(path: string, signal: AbortSignal): Promise<DirectoryEntry[]> {
    const place = await this.locate(path);
    const entry = this.entries.get(place.key);
    if (entry?.current) throw failure('not-directory', place);
    const added = this.childrenOf(place.key);
    if (entry && added.size === 0) throw failure('not-found', place);
    const merged = new Map<string, DirectoryEntry>();
    const folder = withSlash(place.path);
    for (const child of entry ? [] : await this.listBelow(place, added.size > 0, signal)) {
      const key = await this.keyOf(folder + child.name);
      if (this.entries.get(key)?.kind !== 'deleted') merged.set(key, child);
    }
    for (const [key, child] of added) if (!merged.has(key)) merged.set(key, child);
    return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async glob(query: GlobQuery, signal: AbortSignal): Promise<GlobResult> {
    return globThrough(this.base, await this.placed(query), this.changes(), await this.keys(), signal);
  }

  async grep(query: GrepQuery, signal: AbortSignal): Promise<GrepResult> {
    return grepThrough(this.base, await this.placed(query), this.changes(), await this.keys(), signal);
  }

  private keys(): Promise<PathKey> {
    return (this.pathKey ??= createPathKey(this.base));
  }

  private async keyOf(path: string): Promise<string> {
    return (await this.keys())(path);
  }

  /** Links and containment are decided below, on every call: what was inside once may be a link out by now. */
  private async locate(path: string): Promise<Place> {
    const resolution = await this.base.resolve(path);
    if (resolution.kind === 'outside') throw failure('outside', resolution);
    const key = await this.keyOf(resolution.path);
    const { path: real, display } = this.entries.get(key) ?? resolution;
    return { key, path: real, display };
  }

  private async placed<T extends { readonly path?: string }>(query: T): Promise<T> {
    return query.path === undefined ? query : { ...query, path: (await this.locate(query.path)).path };
  }

  private isFolderHere(key: string): boolean {
    const prefix = withSlash(key);
    for (const [other, entry] of this.entries) if (entry.current && other.startsWith(prefix)) return true;
    return false;
  }

  /** Files and folders of the overlay directly in a folder, by key. */
  private childrenOf(folderKey: string): Map<string, DirectoryEntry> {
    const prefix = withSlash(folderKey);
    const depth = prefix.split('/').length;
    const children = new Map<string, DirectoryEntry>();
    for (const [key, entry] of this.entries) {
      if (!entry.current || !key.startsWith(prefix)) continue;
      const segments = entry.path.split('/');
      const type = segments.length > depth ? 'directory' : 'file';
      children.set(key.split('/').slice(0, depth).join('/'), { name: segments[depth - 1] ?? '', type });
    }
    return children;
  }

  private async listBelow(place: Place, mayBeMissing: boolean, signal: AbortSignal): Promise<DirectoryEntry[]> {
    try {
      return await this.base.list(place.path, signal);
    } catch (error) {
      if (mayBeMissing && isKind(error, 'not-found')) return [];
      throw error;
    }
  }

  /** Fails where a file stands in the way of a folder that the path needs. */
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

  /** The file as the overlay shows it; fails where there is none. */
  private async imageOf(place: Place, signal: AbortSignal): Promise<FileImage> {
    const { bytes, mode } = await this.read(place.path, signal);
    return toImage(bytes, mode);
  }

  private async baseOf(place: Place, signal: AbortSignal): Promise<OverlayBase> {
    const entry = this.entries.get(place.key);
    if (entry) return entry.base;
    try {
      const { bytes, mode, unsaved } = await this.base.read(place.path, signal);
      return { kind: 'file', ...toImage(bytes, mode), hash: contentHash(bytes), unsaved };
    } catch (error) {
      if (isKind(error, 'not-found')) return { kind: 'absent' };
      throw error;
    }
  }

  /**
   * The only way in: synchronous and last, so that an operation that failed or was aborted leaves no entry. A base
   * that another operation recorded meanwhile is the older one, and stays.
   */
  private settle(settlements: readonly Settlement[], signal: AbortSignal): void {
    signal.throwIfAborted();
    for (const { place } of settlements) {
      if (this.disposed) throw new WorkspaceError('io', place.path, 'The speculation is over.');
    }
    for (const { place, base, current } of settlements) {
      const entry = toChange(place, this.entries.get(place.key)?.base ?? base, current);
      if (entry) {
        this.entries.set(place.key, entry);
        this.times.set(entry, this.clock.now());
      } else {
        this.entries.delete(place.key);
      }
    }
    this.changed.fire(settlements.map(({ place }) => place.path));
  }
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

const messages = {
  'not-found': 'There is no file',
  'is-directory': 'This is a folder, not a file:',
  'not-directory': 'This is a file, not a folder:',
  exists: 'There is a file already:',
  outside: 'Outside the workspace:',
} satisfies Partial<Record<WorkspaceErrorKind, string>>;

function failure(kind: keyof typeof messages, { path, display }: ChangedFile): WorkspaceError {
  return new WorkspaceError(kind, path, `${messages[kind]} ${display}`);
}

function notAFolder(path: string): WorkspaceError {
  return failure('not-directory', { path, display: path });
}

function isKind(error: unknown, kind: WorkspaceErrorKind): boolean {
  return error instanceof WorkspaceError && error.kind === kind;
}
