import type { GlobResult, GrepResult } from '../../ports/workspace.ts';

/**
 * Searching files on disk. All paths are real, absolute and use `/`. Left out are what `.gitignore` and `.ignore` name,
 * `.git`, `node_modules`, what `excludes` names, binary files and files above `MAX_SEARCHED_BYTES`; hidden files are searched; symbolic links
 * are not followed. A folder or file that is named as the target is searched whatever ignores it, and a file whatever its
 * size.
 */
export interface TextSearch {
  /** Fails with a `WorkspaceError` of kind `bad-pattern`. */
  grep(request: GrepRequest, signal: AbortSignal): Promise<GrepResult>;
  files(request: FilesRequest, signal: AbortSignal): Promise<GlobResult>;
}

export interface GrepRequest {
  readonly folder: string;
  /** Search only this file, directly in `folder`. */
  readonly file?: string;
  readonly pattern: string;
  /** Relative to `folder`; see `compileGlob`. */
  readonly include?: string;
  readonly caseSensitive: boolean;
  /** See `GrepQuery`. */
  readonly context?: number;
  readonly excludes?: readonly string[];
  /** Only files for which this is true, by the path relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}

export interface FilesRequest {
  readonly folder: string;
  readonly pattern: string;
  /** Files and folders to leave out, as `toExcludes` gives them. */
  readonly excludes?: readonly string[];
  /** Only files for which this is true, by the path relative to `folder`. */
  readonly accepts?: (relative: string) => boolean;
  readonly limit: number;
}
