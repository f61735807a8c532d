/**
 * File tools reach files only through this port. The overlay of a speculation is another `Workspace` over the real one,
 * so tools contain no code about speculation. Paths are absolute, normalized, with `/` separators, and come from
 * `resolve`. For a path outside the roots, every method except `resolve` fails with a `WorkspaceError` of kind
 * `outside`.
 */
export interface Workspace {
  /** Read it each time: folders come and go while VS Code is open. */
  readonly roots: readonly WorkspaceRoot[];
  /**
   * Converts a path that a model or a user wrote (absolute, relative to a root, or starting with a root's name) into
   * the path that the other methods take. Symbolic links in the existing part of the path are resolved before the path
   * is classified as inside or outside.
   */
  resolve(path: string): Promise<PathResolution>;
  /**
   * The same workspace, for one call that the user has allowed to leave the roots: these real paths, and everything
   * below them, count as inside. Missing if no call may ever leave the roots, as in a speculation.
   */
  admit?(paths: readonly string[]): Workspace;
  /** The bytes of a file, or the unsaved text of an open editor. */
  read(path: string, signal: AbortSignal): Promise<FileContent>;
  /** Creates or replaces a file, with its parent folders. At any moment, either the old file or the new one exists. */
  write(path: string, bytes: Uint8Array, options: WriteOptions, signal: AbortSignal): Promise<WriteResult>;
  /** Deletes one file. */
  delete(path: string, signal: AbortSignal): Promise<void>;
  /**
   * Deletes a folder; false if it is not empty, is no folder, or is a root. Missing if the workspace has no folders of
   * its own, as an overlay, where a folder exists only because of its files.
   */
  deleteEmptyFolder?(path: string, signal: AbortSignal): Promise<boolean>;
  /** Moves one file, and creates the target's parent folders. Fails with `exists` if the target exists already. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>;
  /** Undefined if nothing exists at the path. */
  stat(path: string, signal: AbortSignal): Promise<FileStat | undefined>;
  /** The entries of one folder, sorted by name. */
  list(path: string, signal: AbortSignal): Promise<DirectoryEntry[]>;
  /** Files that match, without ignored files, sorted. */
  glob(query: GlobQuery, signal: AbortSignal): Promise<GlobResult>;
  /** Lines that match, without ignored and binary files, sorted by path and line. */
  grep(query: GrepQuery, signal: AbortSignal): Promise<GrepResult>;
}

export interface WorkspaceRoot {
  readonly name: string;
  readonly path: string;
}

export type PathResolution =
  | {
      readonly kind: 'inside';
      readonly path: string;
      /** Relative to its root; empty for the root itself. */
      readonly relative: string;
      /**
       * For models, which may use it as a path, and through `toDisplayText` for users: relative to its root. If there
       * are several roots, it begins with the root's name.
       */
      readonly display: string;
      /** True if the given path is a symbolic link; `path` is what the link leads to. Missing otherwise. */
      readonly isLink?: true;
    }
  | { readonly kind: 'outside'; readonly path: string; readonly display: string };

export interface FileContent {
  readonly bytes: Uint8Array;
  /** POSIX permission bits, if the platform has them. */
  readonly mode?: number;
  /** True if `bytes` are an editor's unsaved text, so that the file on disk differs. */
  readonly unsaved: boolean;
}

export interface WriteOptions {
  /** POSIX permission bits for the file. If not given, an existing file keeps its own. */
  readonly mode?: number;
  /**
   * Nothing that runs on saving, such as a formatter, may change the bytes. Used to restore a file's earlier content.
   */
  readonly exact?: boolean;
}

export interface WriteResult {
  /** What `read` returns now. Differs from the bytes that were passed if a formatter, for example, ran on saving. */
  readonly bytes: Uint8Array;
  /** True if an editor with unsaved text took the bytes, so that the file on disk is unchanged. */
  readonly unsaved: boolean;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly mode?: number;
  /** The number of the file's names (hard links). Missing if it is not known. */
  readonly links?: number;
  /** Two paths have the same id only if they are hard links to one file. */
  readonly id?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** For a symbolic link, the type of its target. */
  readonly type: 'file' | 'directory' | 'other';
  /** Missing if the entry is not a symbolic link. */
  readonly isLink?: true;
}

export interface GlobQuery {
  readonly pattern: string;
  /** The folder to search; all roots if not given. */
  readonly path?: string;
  /** Only files for which this returns true. It gets paths in the form that the result has. */
  readonly accepts?: (path: string) => boolean;
  /** The maximum number of paths. */
  readonly limit: number;
}

export interface GlobResult {
  readonly paths: readonly string[];
  /** True if the limit cut the list. */
  readonly truncated: boolean;
}

export interface GrepQuery {
  /** A regular expression. */
  readonly pattern: string;
  readonly path?: string;
  /** A glob that file names must match. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** The number of lines to return before and after each match; none if not given. */
  readonly context?: number;
  /**
   * Only files for which this returns true. It gets paths in the form that the result has. Other files have no effect.
   */
  readonly accepts?: (path: string) => boolean;
  /** The maximum number of matches. */
  readonly limit: number;
}

export interface GrepLine {
  /** 1-based. */
  readonly line: number;
  /** The line without its terminator, cut at 1,000 characters. */
  readonly text: string;
}

export interface GrepMatch extends GrepLine {
  readonly path: string;
  /** The lines around the match (`GrepQuery.context`), in order. They may include other matches. */
  readonly around?: readonly GrepLine[];
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  readonly truncated: boolean;
}

export type WorkspaceErrorKind =
  | 'not-found'
  | 'is-directory'
  | 'not-directory'
  | 'exists'
  | 'outside'
  | 'permission'
  | 'too-large'
  | 'bad-pattern'
  | 'io';

export class WorkspaceError extends Error {
  readonly kind: WorkspaceErrorKind;
  readonly path: string;

  constructor(kind: WorkspaceErrorKind, path: string, message: string) {
    super(message);
    this.name = 'WorkspaceError';
    this.kind = kind;
    this.path = path;
  }
}
