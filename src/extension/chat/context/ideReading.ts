import type { PathResolution, Workspace } from '../../ports/workspace.ts';
import { isIgnoredFile } from '../../tools/ignoredFile.ts';
import { baseName, HOST_PATH_RULES, normalizeAbsolute } from '../../text/paths.ts';
import { looksSecret } from '../../text/secretFiles.ts';
import { createSnapshot, type Cursor, type IdeSnapshot } from './ideContext.ts';

/** The paths are absolute. */
export interface EditorReading {
  readonly active: {
    readonly path: string;
    readonly cursor: Cursor;
    /** May be cut if it is longer than `MAX_SELECTION`. */
    readonly selectedText: string;
    readonly selectedCharacters: number;
    readonly selectedLines: number;
  } | null;
  /** The most recently used first. */
  readonly open: readonly string[];
}

/** Maximum number of open files, because resolving each one reads the disk. */
const MAX_READ = 200;

/** Paths get the form that tools accept, and content of secret or ignored files is left out. */
export async function toIdeSnapshot(
  { active, open }: EditorReading,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<IdeSnapshot> {
  const openFiles: string[] = [];
  for (const path of open.slice(0, MAX_READ)) openFiles.push((await workspace.resolve(path)).display);
  if (!active) return createSnapshot({ activeFile: null, openFiles });
  const resolution = await workspace.resolve(active.path);
  const hasContent = active.selectedCharacters > 0;
  // The name of a link may differ from its target's name, so both names are checked.
  const nameOnly =
    looksSecret(baseName(normalizeAbsolute(active.path, HOST_PATH_RULES) ?? active.path)) ||
    (await isWithheld(resolution, hasContent, workspace, signal));
  const { cursor, selectedText, selectedCharacters, selectedLines } = active;
  const activeFile = { path: resolution.display, cursor, selectedText, selectedCharacters, selectedLines, nameOnly };
  return createSnapshot({ activeFile, openFiles });
}

async function isWithheld(
  resolution: PathResolution,
  hasContent: boolean,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<boolean> {
  if (looksSecret(resolution.kind === 'inside' ? resolution.relative : resolution.path)) return true;
  return hasContent && resolution.kind === 'inside' && (await isIgnoredFile(resolution, workspace, signal));
}
