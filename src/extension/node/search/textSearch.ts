import type { GlobResult, GrepResult } from '../../ports/workspace.ts';

/**
 * Searches files on disk. All paths are real, absolute and use `/`. Skips ignored files, `SKIPPED_FOLDERS` and files
 * that match `excludes`; `grep` also skips binary files and files above `MAX_SEARCHED_BYTES`. Includes hidden files,
 * and does not follow symbolic links. The given folder or file is searched even if an ignore rule matches it.
 * A file that is searched alone may have any size. Rejects with a
 * `WorkspaceError` of kind `bad-pattern` if a pattern is malformed.
 */
export interface TextSearch {
  grep(request: GrepRequest, signal: AbortSignal): Promise<GrepResult>;
  files(request: FilesRequest, signal: AbortSignal): Promise<GlobResult>;
}

export interface GrepRequest {
  readonly folder: string;
  /** The only file to search, directly in `folder`. */
  readonly file?: string;
  readonly pattern: string;
  /** For paths relative to `folder`; see `compileSearchGlob`. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** See `GrepQuery`. */
  readonly context?: number;
  /** Files and folders to skip, as `toExcludes` returns them. */
  readonly excludes?: readonly string[];
  /** Gets paths relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}

export interface FilesRequest {
  readonly folder: string;
  /** For paths relative to `folder`; see `compileSearchGlob`. */
  readonly pattern: string;
  /** Files and folders to skip, as `toExcludes` returns them. */
  readonly excludes?: readonly string[];
  /** Gets paths relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}
