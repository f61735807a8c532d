import type { GlobResult, GrepResult } from '../../ports/workspace.ts';

/**
 * Searches files on disk. All paths are real, absolute and use `/`. Skips ignored files (`.gitignore`, `.ignore`,
 * `info/exclude`), `SKIPPED_FOLDERS`, and files that match `excludes`. `grep` also skips binary files and files above
 * `MAX_SEARCHED_BYTES`. Searches hidden files, and does not follow symbolic links. If the searched folder or file is
 * itself ignored, it is searched anyway. A file that is searched alone may have any size. Both methods reject with a
 * `WorkspaceError` of kind `bad-pattern` if a pattern is malformed.
 */
export interface TextSearch {
  grep(request: GrepRequest, signal: AbortSignal): Promise<GrepResult>;
  files(request: FilesRequest, signal: AbortSignal): Promise<GlobResult>;
}

export interface GrepRequest {
  readonly folder: string;
  /** The name of the only file to search, directly in `folder`. */
  readonly file?: string;
  readonly pattern: string;
  /** Matches paths relative to `folder`; see `compileSearchGlob`. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** See `GrepQuery`. */
  readonly context?: number;
  /** Files and folders to skip, as `toExcludes` returns them. */
  readonly excludes?: readonly string[];
  /** Filters the files. Gets paths relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}

export interface FilesRequest {
  readonly folder: string;
  /** Matches paths relative to `folder`; see `compileSearchGlob`. */
  readonly pattern: string;
  /** Files and folders to skip, as `toExcludes` returns them. */
  readonly excludes?: readonly string[];
  /** Filters the files. Gets paths relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}
