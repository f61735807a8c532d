/**
 * File tools reach files only through this port, so an overlay can replace the real workspace. Paths are absolute,
 * normalized, with `/`, and come from `resolve`. For a path outside, every method except `resolve` and `admit` fails
 * with a `WorkspaceError` of kind `outside`.
 */
export interface Workspace {
  /** Do not cache the roots, because they change. */
  readonly roots: readonly WorkspaceRoot[];
  /**
   * Converts a path that a model or a user wrote (absolute, relative to a root, or starting with a root's name) into
   * the path that the other methods take. Resolves symbolic links before it classifies the path as inside or outside.
   */
  resolve(path: string): Promise<PathResolution>;
  /**
   * Returns a workspace in which the given real paths and everything below them count as inside, for one call that the
   * user has allowed to leave the roots. Missing if no call may ever leave the roots, as in a speculation.
   */
  admit?(paths: readonly string[]): Workspace;
  /** If an editor has unsaved text of the file, returns that text. */
  read(path: string, signal: AbortSignal): Promise<FileContent>;
  /**
   * Creates or replaces a file, and creates its parent folders. Atomic, except for a file that is open in an editor or
   * must be overwritten in place.
   */
  write(path: string, bytes: Uint8Array, options: WriteOptions, signal: AbortSignal): Promise<WriteResult>;
  delete(path: string, options: DeleteOptions, signal: AbortSignal): Promise<void>;
  /**
   * Deletes an empty folder. False if the path is missing, not a folder, not empty, or a root. Missing in an overlay,
   * where folders exist only through their files.
   */
  deleteEmptyFolder?(path: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Flushes earlier deletes of these paths, and earlier writes with `flushesLater`, so that a power cut does not undo
   * them. Missing if the workspace has no files on disk.
   */
  flush?(paths: readonly string[], signal: AbortSignal): Promise<void>;
  /** Creates the target's parent folders. Fails with `exists` if the target exists. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>;
  /** Undefined if nothing exists at the path. */
  stat(path: string, signal: AbortSignal): Promise<FileStat | undefined>;
  /** Sorted by name. */
  list(path: string, signal: AbortSignal): Promise<DirectoryEntry[]>;
  /** Sorted by path within each root. Leaves out ignored and excluded files. */
  glob(query: GlobQuery, signal: AbortSignal): Promise<GlobResult>;
  /**
   * Sorted by path and line within each root. Leaves out binary files and, if a folder is searched, ignored, excluded
   * and very large files.
   */
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
       * Relative to its root, after the root's name if there are several. Models may use it as a path; users see it
       * through `toDisplayText`. An admitted path outside the roots stays absolute.
       */
      readonly display: string;
      /** The given path is a symbolic link, and `path` is its target. */
      readonly isLink?: true;
      /** An instruction file includes this file. Set only in an `ApprovalCall`. */
      readonly isIncluded?: true;
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
  /** POSIX permission bits. If not given, an existing file keeps its own. */
  readonly mode?: number;
  /** True if code that runs on saving, such as a formatter, must not change the bytes. */
  readonly exact?: boolean;
  /**
   * The hash of the bytes that `read` must still return directly before the write, or `absent`. If the file differs
   * then, the write fails with `changed`.
   */
  readonly expected?: string;
  /**
   * True if the caller calls `flush` later. Until then, a power cut may restore the old content, but never leaves a
   * mixture.
   */
  readonly flushesLater?: boolean;
}

export interface DeleteOptions {
  /** The hash that the file must still have; see `WriteOptions`. */
  readonly expected?: string;
  /** Called synchronously, directly before the deletion. If it throws, the file is not deleted. */
  readonly check?: () => void;
}

export interface WriteResult {
  /** What `read` returns now. If a formatter, for example, ran on saving, this differs from the written bytes. */
  readonly bytes: Uint8Array;
  /** True if the bytes went into an editor with unsaved text, so that the file on disk is unchanged. */
  readonly unsaved: boolean;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly mode?: number;
  /** The number of hard links. Missing if it is not known. */
  readonly links?: number;
  /** Two paths have the same id only if they are hard links to one file. */
  readonly id?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** For a symbolic link, the type of its target. */
  readonly type: 'file' | 'directory' | 'other';
  readonly isLink?: true;
}

export interface GlobQuery {
  /** A glob for names or, if it contains a slash, for paths relative to the searched folder. */
  readonly pattern: string;
  /** All roots if not given. */
  readonly path?: string;
  /** Gets paths as in the result. */
  readonly accepts?: (path: string) => boolean;
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
  /** A file or folder; all roots if not given. */
  readonly path?: string;
  /** A glob in the form of `GlobQuery.pattern`. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** The number of lines before and after each match; none if not given. */
  readonly context?: number;
  /** Gets paths as in the result. Matches in other files do not count toward the limit. */
  readonly accepts?: (path: string) => boolean;
  readonly limit: number;
}

export interface GrepLine {
  /** 1-based. */
  readonly line: number;
  /** Without its terminator, cut at 1,000 characters. */
  readonly text: string;
}

export interface GrepMatch extends GrepLine {
  readonly path: string;
  /** The lines around the match, in order. They may include other matches. */
  readonly around?: readonly GrepLine[];
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** True if the limit cut the list, or if a match was left out because its line is too long. */
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
  | 'changed'
  | 'unsaved'
  | 'no-space'
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

/** Compares names, because the bundle that VS Code loads at activation has its own copy of the class. */
export function isWorkspaceError(error: unknown): error is WorkspaceError {
  return error instanceof Error && error.name === 'WorkspaceError';
}

const MAX_ATTEMPTS = 5;

/**
 * Calls `append` again if its write fails with `changed`, because text can be appended to any version of a file.
 * `append` must read the file each time.
 */
export async function retryIfChanged<T>(append: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await append();
    } catch (error) {
      if (!isWorkspaceError(error) || error.kind !== 'changed' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
