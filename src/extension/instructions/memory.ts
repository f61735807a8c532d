import { instructionProblemTexts as texts, memoryTexts } from '../base/texts/instructionTexts.ts';
import { fileReasonTexts } from '../base/texts/preparedTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { MemoryFiles, MemoryScope } from '../ports/memoryFiles.ts';
import { isWorkspaceError, retryIfChanged, type Workspace, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { hasMemoryLine, isFactTooLong, MAX_FACT, withMemoryLine } from '../text/memoryLine.ts';
import { joinPath } from '../text/paths.ts';
import { decodeText, encodeText } from '../text/textFile.ts';
import {
  instructionBases,
  problemOfText,
  toToolPath,
  type InstructionFile,
  type InstructionProblem,
  type InstructionReader,
  type InstructionScope,
  type InstructionSources,
} from './instructionFiles.ts';

export interface MemoryText {
  readonly id: string;
  readonly scope: InstructionScope;
  readonly path: string;
  readonly display: string;
  readonly text: string;
}

/** Relative to the home folder or to the first folder of the workspace. */
export const MEMORY_FILE = '.premove/memory.md';
/** Characters that the model gets of one file. */
const MAX_TEXT = 10_000;
const EMPTY = '# Memory\n\n';

/** A memory file, which need not exist. */
export interface MemoryFile {
  readonly scope: MemoryScope;
  readonly display: string;
  /** Also false if `isUsed` is false, because Premove then does not look for the file. */
  readonly exists: boolean;
  /** False for the file of a workspace that the user has not trusted. */
  readonly isUsed: boolean;
}

interface MemoryPlace {
  readonly folder: Workspace;
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  /** For display. */
  readonly display: string;
}

export type PreparedMemory =
  | ({ readonly kind: 'ready' } & Pick<MemoryPlace, 'folder' | 'path'>)
  | { readonly kind: 'refused'; readonly problem: string };

export type AddedFact =
  /** `file`: for display. `unsaved`: the fact is only in an editor with unsaved text, and not on disk. */
  | { readonly kind: 'added'; readonly file: string; readonly unsaved: boolean }
  /** One line, for the user. */
  | { readonly kind: 'refused'; readonly problem: string };

export interface MemorySources extends InstructionSources {
  readonly workspace: Workspace;
  readonly home: Workspace;
}

/**
 * The memory: a Markdown file in the home folder and one in the workspace, which the user may edit like any other file.
 */
export class Memory implements MemoryFiles {
  private readonly sources: MemorySources;
  private readonly reader: InstructionReader;

  constructor(sources: MemorySources, reader: InstructionReader) {
    this.sources = sources;
    this.reader = reader;
  }

  pathOf(scope: MemoryScope): string | undefined {
    const [root] = this.folderOf(scope).roots;
    return root && joinPath(root.path, MEMORY_FILE);
  }

  displayOf(scope: MemoryScope): string {
    return displayOf(scope);
  }

  problemOf(text: string, bytes: number): string | undefined {
    return problemOfText(text, bytes);
  }

  get leavesOutWorkspace(): boolean {
    return !this.sources.isTrusted() && this.pathOf('workspace') !== undefined;
  }

  /** The workspace's memory is read only if the user trusts the workspace. */
  async read(problems: InstructionProblem[], signal: AbortSignal): Promise<MemoryText[]> {
    const bases = instructionBases(this.sources);
    const found = ['user', 'workspace'].flatMap((scope) => bases.find((base) => base.scope === scope) ?? []);
    const files = await Promise.all(
      found.map(async (base) => {
        const own: InstructionProblem[] = [];
        return { file: await this.reader.read(base, MEMORY_FILE, own, signal), own };
      }),
    );
    for (const { own } of files) problems.push(...own);
    return files.flatMap(({ file }) => {
      const text = file?.text.trim();
      if (!file || !text) return [];
      const { scope, path, display } = file;
      return [{ id: `memory:${display}`, scope, path, display, text: cut({ ...file, text }, problems) }];
    });
  }

  async files(signal: AbortSignal): Promise<MemoryFile[]> {
    const files = (['user', 'workspace'] as const).map(async (scope): Promise<MemoryFile[]> => {
      const path = this.pathOf(scope);
      if (path === undefined) return [];
      const isUsed = scope === 'user' || this.sources.isTrusted();
      const exists = isUsed && (await this.folderOf(scope).stat(path, signal)) !== undefined;
      return [{ scope, display: displayOf(scope), exists, isUsed }];
    });
    return (await Promise.all(files)).flat();
  }

  /** Returns the place of a file, for an editor. Creates the file if it does not exist. */
  async prepare(scope: MemoryScope, signal: AbortSignal): Promise<PreparedMemory> {
    const place = await this.placeOf(scope);
    if (typeof place === 'string') return { kind: 'refused', problem: place };
    const { folder, path, display } = place;
    try {
      if (!(await folder.stat(path, signal))) {
        await folder.write(path, new TextEncoder().encode(EMPTY), { expected: 'absent' }, signal);
      }
      return { kind: 'ready', folder, path };
    } catch (error) {
      if (!isWorkspaceError(error)) throw error;
      // Somebody else has just created the file.
      if (error.kind === 'changed') return { kind: 'ready', folder, path };
      return { kind: 'refused', problem: FILE_PROBLEMS[error.kind](display) };
    }
  }

  /**
   * Adds a line without a question, because the user has asked for it. If the file changes meanwhile, adds the line to
   * the new text.
   */
  async add(scope: MemoryScope, fact: string, signal: AbortSignal): Promise<AddedFact> {
    const place = await this.placeOf(scope);
    if (typeof place === 'string') return { kind: 'refused', problem: place };
    try {
      return await retryIfChanged(() => this.addTo(place, fact, signal));
    } catch (error) {
      if (!isWorkspaceError(error)) throw error;
      return { kind: 'refused', problem: FILE_PROBLEMS[error.kind](place.display) };
    }
  }

  private async addTo({ folder, path, display }: MemoryPlace, fact: string, signal: AbortSignal): Promise<AddedFact> {
    const refused = (problem: string): AddedFact => ({ kind: 'refused', problem });
    const before = (await folder.stat(path, signal)) && (await folder.read(path, signal));
    const decoded = decodeText(before?.bytes ?? new Uint8Array());
    if (decoded.kind === 'binary') return refused(`${display}: ${texts.notText()}`);
    if (isFactTooLong(fact)) return refused(memoryTexts.tooLong(MAX_FACT));
    const after = withMemoryLine(decoded.text, fact);
    if (after === undefined) return refused(memoryTexts.nothingToAdd());
    const bytes = encodeText(after, decoded.encoding);
    // Premove does not use a memory file that has a problem, so the fact would have no effect.
    const problem = this.problemOf(after, bytes.byteLength);
    if (problem !== undefined) return refused(`${display}: ${problem}`);
    if (hasMemoryLine(decoded.text, fact)) {
      return refused(before?.unsaved ? memoryTexts.alreadyInEditor(display) : memoryTexts.alreadySaved(display));
    }
    const expected = before ? contentHash(before.bytes) : 'absent';
    const { unsaved } = await folder.write(path, bytes, { expected }, signal);
    return { kind: 'added', file: display, unsaved };
  }

  /** Returns the problem in one line if the file cannot be used. */
  private async placeOf(scope: MemoryScope): Promise<MemoryPlace | string> {
    const path = this.pathOf(scope);
    if (path === undefined) return memoryTexts.noFolder();
    if (scope === 'workspace' && !this.sources.isTrusted()) return memoryTexts.untrusted();
    const folder = this.folderOf(scope);
    const place = await folder.resolve(path);
    const isInHome = scope === 'user' && place.kind === 'inside';
    const display = toDisplayText(isInHome ? `~/${place.relative}` : place.display);
    return place.kind === 'outside' ? `${display}: ${texts.outside()}` : { folder, path: place.path, display };
  }

  private folderOf(scope: MemoryScope): Workspace {
    return scope === 'user' ? this.sources.home : this.sources.workspace;
  }
}

/** Sentences for the user. */
const FILE_PROBLEMS: Readonly<Record<WorkspaceErrorKind, (file: string) => string>> = {
  'not-found': memoryTexts.notWritten,
  'is-directory': fileReasonTexts.isFolder,
  'not-directory': memoryTexts.notWritten,
  exists: memoryTexts.notWritten,
  outside: memoryTexts.notWritten,
  permission: fileReasonTexts.noPermission,
  'too-large': fileReasonTexts.tooLarge,
  changed: memoryTexts.changed,
  unsaved: fileReasonTexts.unsaved,
  'no-space': fileReasonTexts.diskFull,
  'bad-pattern': memoryTexts.notWritten,
  io: memoryTexts.notWritten,
};

function displayOf(scope: MemoryScope): string {
  return scope === 'user' ? `~/${MEMORY_FILE}` : MEMORY_FILE;
}

/** Keeps the end, which has the newest facts. */
function cut(file: InstructionFile, problems: InstructionProblem[]): string {
  const { text, display } = file;
  if (text.length <= MAX_TEXT) return text;
  problems.push({ path: toDisplayText(display), what: texts.memoryCut(MAX_TEXT) });
  return `[The older facts are in ${toToolPath(file)}.]\n${text.slice(-MAX_TEXT)}`;
}
