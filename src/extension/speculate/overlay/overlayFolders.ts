import type { DirectoryEntry } from '../../ports/workspace.ts';
import { baseName } from '../../text/paths.ts';

interface Folder {
  readonly path: string;
  readonly children: Map<string, DirectoryEntry>;
}

/**
 * The folders on the paths of the overlay's files, including folders that the workspace below does not have. Keys are
 * those of `PathKey`.
 */
export class OverlayFolders {
  private readonly folders = new Map<string, Folder>();

  has(key: string): boolean {
    return this.folders.has(withoutSlash(key));
  }

  /** Spelled as in the first file that was added below the folder; undefined for an unknown folder. */
  pathOf(key: string): string | undefined {
    return this.folders.get(withoutSlash(key))?.path;
  }

  childrenOf(key: string): ReadonlyMap<string, DirectoryEntry> {
    return this.folders.get(withoutSlash(key))?.children ?? NOTHING;
  }

  addFile(key: string, path: string): void {
    let child: DirectoryEntry = { name: baseName(path), type: 'file' };
    for (let [at, place] = [key, path]; at.includes('/'); [at, place] = [folderOf(at), folderOf(place)]) {
      const known = this.folders.get(folderOf(at));
      if (known) {
        known.children.set(at, child);
        return;
      }
      this.folders.set(folderOf(at), { path: folderOf(place), children: new Map([[at, child]]) });
      child = { name: baseName(folderOf(place)), type: 'directory' };
    }
  }

  removeFile(key: string): void {
    for (let at = key; at.includes('/'); at = folderOf(at)) {
      const children = this.folders.get(folderOf(at))?.children;
      children?.delete(at);
      if (!children || children.size > 0) return;
      this.folders.delete(folderOf(at));
    }
  }

  clear(): void {
    this.folders.clear();
  }
}

const NOTHING: ReadonlyMap<string, DirectoryEntry> = new Map();

/** Without a slash at the end; empty for the root of the file system. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Only the root of a file system or drive ends with a slash. */
function withoutSlash(folder: string): string {
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}
