import type { CodeLocation } from '../ports/languageFeatures.ts';
import { isWorkspaceError, type Workspace } from '../ports/workspace.ts';
import { isSecretFile } from '../text/secretFiles.ts';
import { linesOf, decodeText } from '../text/textFile.ts';

/** Files whose lines are shown. */
const MAX_FILES = 50;
const MAX_LINE = 300;

export interface DescribedLocation {
  /** For display: "src/a.ts:3:5". */
  readonly place: string;
  /**
   * The line at this place; empty if it is not shown. Reading a file outside the workspace needs approval, so its lines
   * are not shown.
   */
  readonly text: string;
  /** The file looks secret, a rule denies it, or it no longer exists, so its text must not be shown. */
  readonly isWithheld: boolean;
}

/**
 * Describes each location by its place and its line. `own`: the file that the call names. This file is not withheld as
 * secret, because access to it was checked before the call.
 */
export async function describeLocations(
  workspace: Workspace,
  locations: readonly CodeLocation[],
  own: string,
  signal: AbortSignal,
): Promise<DescribedLocation[]> {
  const paths = [...new Set(locations.filter(({ isFile }) => isFile).map(({ path }) => path))];
  const files = new Map<string, DescribedFile>();
  for (const [index, path] of paths.entries()) {
    files.set(path, await describeFile(workspace, path, { own, isRead: index < MAX_FILES }, signal));
  }
  return locations.map(({ path, line, character }) => {
    const file = files.get(path);
    const text = file?.lines[line - 1]?.trim() ?? '';
    const cut = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
    return { place: `${file?.display ?? path}:${line}:${character}`, text: cut, isWithheld: file?.isWithheld === true };
  });
}

interface DescribedFile {
  readonly display: string;
  readonly lines: readonly string[];
  readonly isWithheld: boolean;
}

async function describeFile(
  workspace: Workspace,
  path: string,
  { own, isRead }: { readonly own: string; readonly isRead: boolean },
  signal: AbortSignal,
): Promise<DescribedFile> {
  const resolution = await workspace.resolve(path);
  const { display } = resolution;
  if (resolution.path !== own && isSecretFile(resolution)) return { display, lines: [], isWithheld: true };
  if (resolution.kind === 'outside') return { display, lines: [], isWithheld: false };
  try {
    // `stat` finds neither deleted files nor files that a rule denies by name.
    if (!(await workspace.stat(resolution.path, signal))) return { display, lines: [], isWithheld: true };
    if (!isRead) return { display, lines: [], isWithheld: false };
    const decoded = decodeText((await workspace.read(resolution.path, signal)).bytes);
    return { display, lines: decoded.kind === 'text' ? linesOf(decoded.text) : [], isWithheld: false };
  } catch (error) {
    // The place is useful even if the file cannot be read.
    if (isWorkspaceError(error)) return { display, lines: [], isWithheld: false };
    throw error;
  }
}
