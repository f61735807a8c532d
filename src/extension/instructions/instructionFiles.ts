import { toDisplayText } from '../../shared/displayText.ts';
import { instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';
import { mapConcurrently } from '../base/mapConcurrently.ts';
import { type FileStat, isWorkspaceError, type PathResolution, type Workspace } from '../ports/workspace.ts';
import { hiddenCharacterLine } from '../text/hiddenCharacters.ts';
import { joinPath } from '../text/paths.ts';
import { looksSecret } from '../text/secretFiles.ts';
import { decodeText } from '../text/textFile.ts';

export type InstructionFolders = Pick<Workspace, 'roots' | 'resolve' | 'stat' | 'read' | 'list'>;

export interface InstructionSources {
  readonly workspace: InstructionFolders;
  /** Folders whose only root is the user's home folder. */
  readonly home: InstructionFolders;
  /** The files of a workspace are read only if the user trusts the workspace. */
  readonly isTrusted: () => boolean;
}

/** `user`: in the home folder, for all workspaces. */
export type InstructionScope = 'workspace' | 'user';

/** A root of the workspace, or the home folder. */
export interface InstructionBase {
  readonly scope: InstructionScope;
  readonly folders: InstructionFolders;
  /** Absolute. */
  readonly path: string;
  /** For texts for users and models: empty, `app/` or `~/`. */
  readonly prefix: string;
}

export interface InstructionFile {
  readonly scope: InstructionScope;
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  /** For users: `CLAUDE.md`, `app/CLAUDE.md` or `~/.claude/CLAUDE.md`. Tools do not accept `~/` (see `toToolPath`). */
  readonly display: string;
  readonly text: string;
}

/** The path with which the model can read the file. */
export function toToolPath({ scope, path, display }: Pick<InstructionFile, 'scope' | 'path' | 'display'>): string {
  return scope === 'user' ? path : display;
}

/** Why a file is not used, or is not used as its author intended. */
export interface InstructionProblem {
  /** For display. */
  readonly path: string;
  readonly what: string;
}

/** Bytes. Real instructions are much shorter, and a file is read again after each change. */
export const MAX_FILE_BYTES = 1_000_000;
const BYTES_PER_MB = 1_000_000;
/** Levels below the searched folder. */
const MAX_DEPTH = 5;
const CONCURRENT_READS = 32;
/** In one searched folder and the folders below it. */
const MAX_FILES = 1_000;

/** The roots of the workspace count only if the workspace is trusted. */
export function instructionBases({ workspace, home, isTrusted }: InstructionSources): InstructionBase[] {
  const { roots } = workspace;
  const inWorkspace = roots.map(({ name, path }): InstructionBase => {
    return { scope: 'workspace', folders: workspace, path, prefix: roots.length > 1 ? `${name}/` : '' };
  });
  const atHome = home.roots.map(({ path }): InstructionBase => {
    return { scope: 'user', folders: home, path, prefix: '~/' };
  });
  return [...(isTrusted() ? inWorkspace : []), ...atHome];
}

/** A place in a base, with symbolic links followed. */
interface Place {
  readonly base: InstructionBase;
  readonly path: string;
  readonly display: string;
}

export interface FileSearch {
  /** `relative`: the path below the folder. */
  readonly accepts: (relative: string) => boolean;
  /** Levels below the folder; five if not given. */
  readonly depth?: number;
}

interface Remembered {
  readonly size: number;
  readonly modified: number;
  readonly text: string | InstructionProblem;
}

/**
 * The files of a workspace are hostile input. A file is read again only if its size or time has changed, or after
 * `forget`. Links that lead out of the workspace, or out of the home folder, are not followed.
 */
export class InstructionReader {
  private readonly remembered = new Map<string, Remembered>();

  /**
   * Call if a file may have changed without a new modification time, as with an editor's unsaved text. Returns whether
   * one of the files had been read.
   */
  forget(paths: readonly string[]): boolean {
    return paths.map((path) => this.remembered.delete(path)).includes(true);
  }

  /**
   * Reads a file. `relative` is its path below the base. Undefined if there is no such file, or if the file cannot be
   * used. In the second case, adds the problem.
   */
  async read(
    base: InstructionBase,
    relative: string,
    problems: InstructionProblem[],
    signal: AbortSignal,
  ): Promise<InstructionFile | undefined> {
    const place = await this.place(base, joinPath(base.path, relative), problems);
    return place && this.readPlace(place, problems, signal);
  }

  /**
   * Reads the files in a folder and in the folders below it. Files and problems are sorted by name within each folder,
   * but the problems of links that lead out come before all others.
   */
  async readAll(
    base: InstructionBase,
    folder: string,
    { accepts, depth = MAX_DEPTH }: FileSearch,
    problems: InstructionProblem[],
    signal: AbortSignal,
  ): Promise<{ readonly relative: string; readonly file: InstructionFile }[]> {
    const top = await this.place(base, joinPath(base.path, folder), problems);
    if (!top) return [];
    const found: { relative: string; place: Place }[] = [];
    await this.walk(top, '', { accepts, depth, found, problems, seen: new Set() }, signal);
    if (found.length > MAX_FILES) problems.push({ path: top.display, what: texts.tooMany(MAX_FILES) });
    const files = await mapConcurrently(found.slice(0, MAX_FILES), CONCURRENT_READS, async ({ relative, place }) => {
      const own: InstructionProblem[] = [];
      const file = await this.readPlace(place, own, signal);
      return { found: file ? [{ relative, file }] : [], own };
    });
    for (const { own } of files) problems.push(...own);
    return files.flatMap((each) => each.found);
  }

  /**
   * The paths of the files below `folder`, relative to it, at most `limit`. Leaves out links, which may lead elsewhere.
   * `folder`: an absolute path.
   */
  async listNames(base: InstructionBase, folder: string, limit: number, signal: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    const visit = async (path: string, below: string, depth: number): Promise<void> => {
      for (const { name, type, isLink } of await listFolder({ base, path, display: '' }, signal)) {
        if (isLink || names.length >= limit) continue;
        if (type === 'file') names.push(`${below}${name}`);
        else if (type === 'directory' && depth > 0) await visit(joinPath(path, name), `${below}${name}/`, depth - 1);
      }
    };
    await visit(folder, '', MAX_DEPTH);
    return names;
  }

  private async walk(top: Place, below: string, search: Search, signal: AbortSignal): Promise<void> {
    const { accepts, depth, found, problems, seen } = search;
    // Without `seen`, a link to a parent folder would be searched again and again.
    if (seen.has(top.path) || found.length > MAX_FILES) return;
    seen.add(top.path);
    for (const { name, type, isLink } of await listFolder(top, signal)) {
      const relative = `${below}${name}`;
      const isSearched = type === 'directory' && below.split('/').length <= depth;
      if (!isSearched && !(type === 'file' && accepts(relative))) continue;
      // The folder is inside the base, so only a link can lead out.
      const place = isLink
        ? await this.place(top.base, joinPath(top.path, name), problems)
        : { base: top.base, path: joinPath(top.path, name), display: `${top.display}/${name}` };
      if (!place) continue;
      if (type === 'file') found.push({ relative, place });
      else await this.walk(place, `${relative}/`, search, signal);
    }
  }

  private async place(base: InstructionBase, path: string, problems: InstructionProblem[]): Promise<Place | undefined> {
    const resolved = await base.folders.resolve(path);
    // A link may lead to another root of the workspace, so the resolved path gives the name.
    if (resolved.kind === 'inside') return { base, path: resolved.path, display: displayOf(base, resolved) };
    problems.push({ path: toDisplayText(`${base.prefix}${relativeTo(base, path)}`), what: texts.outside() });
    return undefined;
  }

  private async readPlace(
    place: Place,
    problems: InstructionProblem[],
    signal: AbortSignal,
  ): Promise<InstructionFile | undefined> {
    const { base, path, display } = place;
    const found = await base.folders.stat(path, signal);
    if (found?.type !== 'file') return undefined;
    const before = this.remembered.get(path);
    const isCurrent = before?.size === found.size && before.modified === found.modified;
    const text = isCurrent ? before.text : await readText(place, found, signal);
    this.remembered.set(path, { size: found.size, modified: found.modified, text });
    if (typeof text === 'string') return { scope: base.scope, path, display, text };
    problems.push(text);
    return undefined;
  }
}

interface Search extends Required<FileSearch> {
  readonly found: { relative: string; place: Place }[];
  readonly problems: InstructionProblem[];
  readonly seen: Set<string>;
}

/** Empty if the folder is missing or cannot be read. */
async function listFolder({ base, path }: Place, signal: AbortSignal) {
  try {
    return await base.folders.list(path, signal);
  } catch (error) {
    if (isWorkspaceError(error)) return [];
    throw error;
  }
}

/** What is wrong, in a few words; undefined if the text and its size are acceptable. */
export function problemOfText(text: string, bytes: number): string | undefined {
  if (bytes > MAX_FILE_BYTES) {
    return texts.tooLarge((bytes / BYTES_PER_MB).toFixed(1), String(MAX_FILE_BYTES / BYTES_PER_MB));
  }
  const line = hiddenCharacterLine(text);
  return line === undefined ? undefined : texts.controlCharacters(line);
}

async function readText(
  { base, path, display }: Place,
  { size }: FileStat,
  signal: AbortSignal,
): Promise<string | InstructionProblem> {
  const problem = (what: string): InstructionProblem => ({ path: toDisplayText(display), what });
  if (looksSecret(relativeTo(base, path))) return problem(texts.secret());
  const tooLarge = problemOfText('', size);
  if (tooLarge !== undefined) return problem(tooLarge);
  try {
    const decoded = decodeText((await base.folders.read(path, signal)).bytes);
    if (decoded.kind === 'binary') return problem(texts.notText());
    const what = problemOfText(decoded.text, size);
    return what === undefined ? decoded.text : problem(what);
  } catch (error) {
    if (isWorkspaceError(error)) return problem(texts.unreadable(error.kind));
    throw error;
  }
}

function displayOf(base: InstructionBase, { path, display }: PathResolution): string {
  return base.scope === 'user' ? `${base.prefix}${relativeTo(base, path)}` : display;
}

/** The path below the base; the whole path if it lies elsewhere. */
function relativeTo({ path: folder }: InstructionBase, path: string): string {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : path;
}
