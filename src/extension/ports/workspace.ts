/**
 * The only way file tools see files. The overlay of a speculation is another `Workspace` over the real one, which is
 * why no tool needs a word about speculation. Paths are absolute, normalised, with `/` separators, and come from
 * `resolve`; every method but `resolve` fails with a `WorkspaceError` of kind `outside` for a path beyond the roots.
 */
export interface Workspace {
  /** Asked anew each time: folders come and go while VS Code is open. */
  readonly roots: readonly WorkspaceRoot[];
  /**
   * Makes what a model or a user wrote (absolute, or relative to a root, or starting with a root's name) into the
   * path the other methods take. Symbolic links are followed before containment is decided, for the existing part of
   * the path.
   */
  resolve(path: string): Promise<PathResolution>;
  /**
   * The same workspace, for one call that the user has allowed to go beyond the roots: what lies at these real paths,
   * or below them, counts as inside. Missing where nothing may ever go there, as in a speculation.
   */
  admit?(paths: readonly string[]): Workspace;
  /** The bytes of a file; an open editor's unsaved text where there is one. */
  read(path: string, signal: AbortSignal): Promise<FileContent>;
  /** Creates or replaces a file, with its parent folders. The old file or the new is there at any moment. */
  write(path: string, bytes: Uint8Array, options: WriteOptions, signal: AbortSignal): Promise<WriteResult>;
  /** Deletes one file. */
  delete(path: string, signal: AbortSignal): Promise<void>;
  /** Moves one file, with the target's parent folders created; fails with `exists` where there is a target already. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>;
  /** Undefined where there is nothing. */
  stat(path: string, signal: AbortSignal): Promise<FileStat | undefined>;
  /** The entries of one folder, sorted by name. */
  list(path: string, signal: AbortSignal): Promise<DirectoryEntry[]>;
  /** Files that match, ignored files left out, sorted. */
  glob(query: GlobQuery, signal: AbortSignal): Promise<GlobResult>;
  /** Lines that match, ignored and binary files left out, sorted by path and line. */
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
      /** From its root on; empty for the root itself. */
      readonly relative: string;
      /**
       * For models, which may name the file by it, and through `toDisplayText` for people: relative to its root, with
       * the root's name first where there are several.
       */
      readonly display: string;
    }
  | { readonly kind: 'outside'; readonly path: string; readonly display: string };

export interface FileContent {
  readonly bytes: Uint8Array;
  /** POSIX permission bits, where the platform has them. */
  readonly mode?: number;
  /** True where `bytes` are an editor's unsaved text, so that the disk differs. */
  readonly unsaved: boolean;
}

export interface WriteOptions {
  /** POSIX permission bits for the file; an existing file keeps its own where this is not given. */
  readonly mode?: number;
  /** Nothing that runs on saving, such as a formatter, may change the bytes: for putting back what was there. */
  readonly exact?: boolean;
}

export interface WriteResult {
  /** What `read` gives now: other bytes than were sent where something, such as a formatter, ran on saving. */
  readonly bytes: Uint8Array;
  /** True where it was written to an editor that had unsaved text already, so that the disk is still what it was. */
  readonly unsaved: boolean;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly mode?: number;
  /** How many names the file has; more than one are hard links. Missing where this is not known. */
  readonly links?: number;
  /** Equal for the names of one file, and for nothing else. */
  readonly id?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** For a symbolic link, that of what it leads to. */
  readonly type: 'file' | 'directory' | 'other';
  /** Missing if it is no symbolic link. */
  readonly isLink?: true;
}

export interface GlobQuery {
  readonly pattern: string;
  /** The folder to look in; all roots where not given. */
  readonly path?: string;
  /** Only files for which this is true, by the path that the result has. */
  readonly accepts?: (path: string) => boolean;
  /** At most so many paths. */
  readonly limit: number;
}

export interface GlobResult {
  readonly paths: readonly string[];
  /** True where the limit cut the list. */
  readonly truncated: boolean;
}

export interface GrepQuery {
  /** A regular expression. */
  readonly pattern: string;
  readonly path?: string;
  /** A glob that file names must match. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** How many lines before and after each match come with it; none where not given. */
  readonly context?: number;
  /** Only files for which this is true, by the path that the result has. Other files have no effect on the result. */
  readonly accepts?: (path: string) => boolean;
  /** At most so many matches. */
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
  /** The lines around it that were asked for, in their order; other matches may be among them. */
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
