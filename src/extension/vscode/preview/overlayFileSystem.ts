import * as vscode from 'vscode';
import { isWorkspaceError, type Workspace } from '../../ports/workspace.ts';
import type { Overlay } from '../../speculate/overlay.ts';
import type { OverlayEditors } from '../../speculate/tourProjects.ts';
import { overlayScheme } from '../contributions.ts';

/**
 * Shows overlays to VS Code as `premove-overlay://<id>/real/path`. The path is the real one, because a diff would show
 * a different path as a rename. Ids are lower case, because VS Code lower-cases the authority of a URI. Must be
 * registered with `isCaseSensitive: true`: the overlay decides whether names that differ only in case are one file.
 */
export class OverlayFileSystem implements vscode.FileSystemProvider, OverlayEditors, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly shown = new Map<string, ShownOverlay>();

  readonly onDidChangeFile = this.changed.event;
  readonly scheme: string;

  constructor(scheme: string = overlayScheme) {
    this.scheme = scheme;
  }

  isOf(id: string, { scheme, authority }: vscode.Uri): boolean {
    return scheme === this.scheme && authority === id;
  }

  /** `path` as the workspace resolves it: `/a/b`, `C:/a/b`. */
  toUri(id: string, path: string): vscode.Uri {
    return vscode.Uri.from({ scheme: this.scheme, authority: id, path: path.startsWith('/') ? path : `/${path}` });
  }

  /** The file's URI in the overlay if the workspace is an overlay shown here, else on disk. */
  uriOf(workspace: Workspace, path: string): vscode.Uri {
    const [id] = [...this.shown].find(([, { overlay }]) => overlay === workspace) ?? [];
    return id === undefined ? vscode.Uri.file(path) : this.toUri(id, path);
  }

  /** Shows an overlay under `id` until the result is disposed. The caller still owns the overlay. */
  register(id: string, overlay: Overlay): vscode.Disposable {
    const subscription = overlay.onDidChange((paths) => this.reportChanged(id, overlay, paths));
    const shown: ShownOverlay = { overlay, ignoredSaves: undefined, reportedTimes: new Map() };
    this.shown.set(id, shown);
    return new vscode.Disposable(() => {
      subscription.dispose();
      if (this.shown.get(id) === shown) this.shown.delete(id);
    });
  }

  /** Undefined if no overlay is shown under `id`, or if its saves are ignored. */
  overlayOf(id: string): Overlay | undefined {
    const shown = this.shown.get(id);
    return shown?.ignoredSaves ? undefined : shown?.overlay;
  }

  /** From now on, saves have no effect, so that a dirty editor can be closed without a question. */
  ignoreSaves(id: string): void {
    const shown = this.shown.get(id);
    if (shown) shown.ignoredSaves ??= new Map();
  }

  /** Closes the overlay's editors, except diffs. From now on, saves have no effect. */
  async close(id: string): Promise<void> {
    this.ignoreSaves(id);
    const isInOverlay = (uri: vscode.Uri): boolean => this.isOf(id, uri);
    for (const document of vscode.workspace.textDocuments) {
      if (document.isDirty && isInOverlay(document.uri)) await document.save();
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.filter(({ input }) => input instanceof vscode.TabInputText && isInOverlay(input.uri)),
    );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  watch(): vscode.Disposable {
    // The overlay reports every change.
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const saved = this.find(uri).ignoredSaves?.get(uri.path);
    if (saved) return { type: vscode.FileType.File, ctime: 0, mtime: saved.modified, size: saved.size };
    const { overlay } = this.find(uri);
    const found = await withFileSystemErrors(uri, () => overlay.stat(toPath(uri), neverAborts()));
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    const { reportedTimes } = this.find(uri);
    // Returns the time that VS Code knows, because VS Code refuses to save a dirty document over a newer file. No text
    // is lost: `followEdits` merges.
    const mtime = (isDirty(uri) ? reportedTimes.get(uri.path) : undefined) ?? found.modified;
    reportedTimes.set(uri.path, mtime);
    return { type: FILE_TYPES[found.type], ctime: 0, mtime, size: found.size };
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { overlay } = this.find(uri);
    const entries = await withFileSystemErrors(uri, () => overlay.list(toPath(uri), neverAborts()));
    return entries.map(({ name, type }) => [name, FILE_TYPES[type]]);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { overlay } = this.find(uri);
    return (await withFileSystemErrors(uri, () => overlay.read(toPath(uri), neverAborts()))).bytes;
  }

  async writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const { overlay, ignoredSaves } = this.findToSave(uri);
    if (ignoredSaves) return void ignoredSaves.set(uri.path, { size: content.length, modified: Date.now() });
    await withFileSystemErrors(uri, async () => {
      const exists = (await overlay.stat(toPath(uri), neverAborts())) !== undefined;
      if (!exists && !options.create) throw vscode.FileSystemError.FileNotFound(uri);
      if (exists && options.create && !options.overwrite) throw vscode.FileSystemError.FileExists(uri);
      await overlay.write(toPath(uri), content, {}, neverAborts());
    });
  }

  /** Creates nothing, because folders are created with their files. */
  createDirectory(uri: vscode.Uri): void {
    this.findToSave(uri);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    const { overlay } = this.find(uri);
    await withFileSystemErrors(uri, () => overlay.delete(toPath(uri), {}, neverAborts()));
  }

  async rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const { overlay } = this.find(from);
    await withFileSystemErrors(from, () => overlay.rename(toPath(from), toPath(to), neverAborts()));
  }

  dispose(): void {
    this.shown.clear();
    this.changed.dispose();
  }

  private find(uri: vscode.Uri): ShownOverlay {
    const shown = this.shown.get(uri.authority);
    if (!shown) throw vscode.FileSystemError.FileNotFound(uri);
    return shown;
  }

  /** Like `find`, but fails with a message for the user, who may save a document whose preview has ended. */
  private findToSave(uri: vscode.Uri): ShownOverlay {
    const shown = this.shown.get(uri.authority);
    if (!shown) {
      const message = vscode.l10n.t(
        'This preview has ended, so it cannot be saved. Copy your text into the file itself.',
      );
      throw vscode.FileSystemError.Unavailable(message);
    }
    return shown;
  }

  private reportChanged(id: string, overlay: Overlay, paths: readonly string[]): void {
    this.changed.fire(
      paths.map((path) => ({
        type:
          overlay.changeOf(path)?.kind === 'deleted' ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed,
        uri: this.toUri(id, path),
      })),
    );
  }
}

interface ShownOverlay {
  readonly overlay: Overlay;
  /** The saves since `ignoreSaves`, by path; undefined before `ignoreSaves`. */
  ignoredSaves: Map<string, { readonly size: number; readonly modified: number }> | undefined;
  /** The file times that VS Code knows, in milliseconds since the epoch, by path. */
  readonly reportedTimes: Map<string, number>;
}

function isDirty(uri: vscode.Uri): boolean {
  const address = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === address);
}

/** The inverse of `toUri`. */
export function toPath(uri: vscode.Uri): string {
  return /^\/[a-z]:\//i.test(uri.path) ? uri.path.slice(1) : uri.path;
}

const FILE_TYPES = {
  file: vscode.FileType.File,
  directory: vscode.FileType.Directory,
  other: vscode.FileType.Unknown,
} as const;

export function neverAborts(): AbortSignal {
  return new AbortController().signal;
}

async function withFileSystemErrors<T>(uri: vscode.Uri, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    switch (error.kind) {
      case 'not-found':
      case 'outside':
        throw vscode.FileSystemError.FileNotFound(uri);
      case 'is-directory':
        throw vscode.FileSystemError.FileIsADirectory(uri);
      case 'not-directory':
        throw vscode.FileSystemError.FileNotADirectory(uri);
      case 'exists':
        throw vscode.FileSystemError.FileExists(uri);
      case 'permission':
        throw vscode.FileSystemError.NoPermissions(uri);
      default:
        throw vscode.FileSystemError.Unavailable(error.message);
    }
  }
}
