import { instructionProblemTexts as texts, memoryTexts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { MemoryFiles, MemoryScope } from '../ports/memoryFiles.ts';
import { isWorkspaceError, type Workspace } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { hiddenCharacterLine } from '../text/hiddenCharacters.ts';
import { hasMemoryLine, withMemoryLine } from '../text/memoryLine.ts';
import { joinPath } from '../text/paths.ts';
import { decodeText, encodeText } from '../text/textFile.ts';
import {
  instructionBases,
  type InstructionProblem,
  type InstructionReader,
  type InstructionScope,
  type InstructionSources,
} from './instructionFiles.ts';

/** A file with the facts that the model has been asked to remember. */
export interface MemoryText {
  /** Identifies the file in the user's choices. */
  readonly id: string;
  readonly scope: InstructionScope;
  readonly path: string;
  readonly display: string;
  readonly text: string;
}

/** The path of a memory file, relative to the home folder or to the first folder of the workspace. */
const MEMORY_FILE = '.premove/memory.md';
/** Maximum number of characters of one file; newer facts are at its end. */
const MAX_TEXT = 10_000;

export interface MemorySources extends InstructionSources {
  readonly workspace: Workspace;
  readonly home: Workspace;
}

/**
 * The memory: a Markdown file in the home folder and one in the workspace, which the user may edit like any other file.
 * The model adds to it with `save_memory`, the user with `/memory add`.
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

  /** Returns the user's memory, then the memory of the workspace if the user trusts the workspace. */
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
      return [{ id: `memory:${display}`, scope, path, display, text: cut(text, display, problems) }];
    });
  }

  /**
   * Adds a line, without approval because the user asked for it. Creates the file if it does not exist. Returns the
   * problem in one line, for the user; undefined if the line was added.
   */
  async add(scope: MemoryScope, fact: string, signal: AbortSignal): Promise<string | undefined> {
    const path = this.pathOf(scope);
    if (path === undefined) return memoryTexts.noFolder();
    if (scope === 'workspace' && !this.sources.isTrusted()) return memoryTexts.untrusted();
    const folder = this.folderOf(scope);
    const place = await folder.resolve(path);
    if (place.kind === 'outside') return `${toDisplayText(place.display)}: ${texts.outside()}`;
    try {
      const found = await folder.stat(place.path, signal);
      const before = found ? (await folder.read(place.path, signal)).bytes : undefined;
      const decoded = decodeText(before ?? new Uint8Array());
      if (decoded.kind === 'binary') return `${toDisplayText(place.display)}: ${texts.notText()}`;
      const line = hiddenCharacterLine(decoded.text);
      // A file with hidden characters is not read, so the fact would have no effect.
      if (line !== undefined) return `${toDisplayText(place.display)}: ${texts.controlCharacters(line)}`;
      if (hasMemoryLine(decoded.text, fact)) {
        return memoryTexts.alreadySaved(scope === 'user' ? `~/${MEMORY_FILE}` : MEMORY_FILE);
      }
      const after = withMemoryLine(decoded.text, fact);
      if (after === undefined) return memoryTexts.nothingToAdd();
      const expected = before ? contentHash(before) : 'absent';
      await folder.write(place.path, encodeText(after, decoded.encoding), { expected }, signal);
      return undefined;
    } catch (error) {
      if (isWorkspaceError(error)) return memoryTexts.notSaved(toDisplayText(place.display), error.kind);
      throw error;
    }
  }

  private folderOf(scope: MemoryScope): Workspace {
    return scope === 'user' ? this.sources.home : this.sources.workspace;
  }
}

/** Keeps the end, which has the newest facts. */
function cut(text: string, display: string, problems: InstructionProblem[]): string {
  if (text.length <= MAX_TEXT) return text;
  problems.push({ path: toDisplayText(display), what: texts.memoryCut(MAX_TEXT) });
  return `[The older facts are in ${display}.]\n${text.slice(-MAX_TEXT)}`;
}
