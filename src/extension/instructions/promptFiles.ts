import { promptFileTexts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import {
  instructionBases,
  InstructionReader,
  type InstructionProblem,
  type InstructionSources,
} from './instructionFiles.ts';
import { PROMPT_FOLDERS, toPromptFile, type PromptFile, type PromptFolder } from './promptFile.ts';
import { expandPrompt, type Expansion, type PromptFileContext } from './promptExpansion.ts';

export interface PromptFilesOptions {
  readonly sources: InstructionSources;
  /** Whether a command of Premove has this name, without the slash. */
  readonly isBuiltIn: (name: string) => boolean;
  /** Undefined if the user has not set up such a model. */
  readonly findModel: (name: string) => Promise<string | undefined>;
  readonly onDidChangeFiles: Event<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PromptFileList {
  /** Sorted by name. Each name occurs once; uppercase and lowercase count as equal. */
  readonly files: readonly PromptFile[];
  readonly problems: readonly InstructionProblem[];
}

/** Milliseconds after which `list` reads the folders again, because files outside of the workspace are not watched. */
const FRESH_MS = 2_000;

/**
 * The prompt files of the workspace and of the user. A cached list that is older than `FRESH_MS` is returned at once,
 * while the folders are read in the background. After a known change in a folder, `list` waits until the folders are
 * read.
 */
export class PromptFiles implements Disposable {
  private readonly options: PromptFilesOptions;
  private readonly reader = new InstructionReader();
  private readonly changed = new Emitter<void>();
  private readonly watching: Disposable;
  private known: { readonly list: PromptFileList; readonly at: number; readonly isTrusted: boolean } | undefined;
  private reading: Promise<PromptFileList> | undefined;

  readonly onDidChange = this.changed.event;

  constructor(options: PromptFilesOptions) {
    this.options = options;
    this.watching = options.onDidChangeFiles((paths) => {
      const concerned = paths.filter((path) => IN_PROMPT_FOLDER.test(path));
      if (concerned.length === 0) return;
      this.reader.forget(concerned);
      this.known = undefined;
      this.reading = undefined;
      this.changed.fire();
    });
  }

  async list(): Promise<PromptFileList> {
    const { clock, sources } = this.options;
    const { known } = this;
    if (known?.isTrusted !== sources.isTrusted()) return this.read();
    if (clock.now() - known.at > FRESH_MS) void this.read();
    return known.list;
  }

  /** Never runs a command from the file. `given`: values of inputs that the user was asked for. */
  expand(
    file: PromptFile,
    argument: string,
    context: PromptFileContext,
    given?: ReadonlyMap<string, string>,
  ): Promise<Expansion> {
    return expandPrompt(file, argument, context, this.options.findModel, given);
  }

  dispose(): void {
    this.watching.dispose();
    this.changed.dispose();
  }

  private read(): Promise<PromptFileList> {
    this.reading ??= this.readAll().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** Never rejects, because the panel must stay usable if a folder cannot be read. */
  private async readAll(): Promise<PromptFileList> {
    const { clock, log, sources } = this.options;
    const isTrusted = sources.isTrusted();
    const before = this.known?.list;
    try {
      const list = await this.readFolders();
      this.known = { list, at: clock.now(), isTrusted };
      if (before && !isSameList(before, list)) this.changed.fire();
      return list;
    } catch (error) {
      log.error('The prompt files could not be read', error);
      return before ?? { files: [], problems: [] };
    }
  }

  private async readFolders(): Promise<PromptFileList> {
    const { signal } = new AbortController();
    const problems: InstructionProblem[] = [];
    const found: { file: PromptFile; prefix: string }[] = [];
    for (const base of instructionBases(this.options.sources)) {
      for (const folder of PROMPT_FOLDERS[base.scope]) {
        const accepts = (relative: string): boolean => relative.toLowerCase().endsWith(folder.ending);
        for (const { relative, file } of await this.reader.readAll(
          base,
          folder.folder,
          { accepts },
          problems,
          signal,
        )) {
          const prompt = toPromptFile(file, folder, relative);
          if (typeof prompt === 'string') problems.push({ path: toDisplayText(file.display), what: prompt });
          else found.push({ file: prompt, prefix: folder.prefix });
        }
      }
    }
    return { files: this.named(found, problems), problems };
  }

  /**
   * Gives each file a name of its own. A later file with a taken name gets a prefix; if the new name is taken too, the
   * file is left out.
   */
  private named(
    found: readonly { readonly file: PromptFile; readonly prefix: string }[],
    problems: InstructionProblem[],
  ): PromptFile[] {
    const { isBuiltIn } = this.options;
    const byName = new Map<string, PromptFile>();
    for (const { file, prefix } of found) {
      const { name } = file;
      const other = byName.get(name.toLowerCase());
      if (!other && !isBuiltIn(name)) {
        byName.set(name.toLowerCase(), file);
        continue;
      }
      const instead = `${prefix}:${name}`;
      const path = toDisplayText(file.source);
      // If a later file has the name `instead`, that file keeps the name.
      const holder = byName.get(instead.toLowerCase()) ?? found.find((each) => isNamed(each.file, instead))?.file;
      if (holder) {
        problems.push({ path, what: promptFileTexts.leftOut(instead, toDisplayText(holder.source)) });
        continue;
      }
      byName.set(instead.toLowerCase(), { ...file, name: instead });
      const what = other
        ? promptFileTexts.taken(name, toDisplayText(other.source), instead)
        : promptFileTexts.builtIn(name, instead);
      problems.push({ path, what });
    }
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function isNamed(file: PromptFile, name: string): boolean {
  return file.name.toLowerCase() === name.toLowerCase();
}

const IN_PROMPT_FOLDER = new RegExp(
  `/(?:${[...new Set(Object.values(PROMPT_FOLDERS).flat().map(toPattern))].join('|')})(?:/|$)`,
  'i',
);

function toPattern({ folder }: PromptFolder): string {
  return folder.replaceAll('.', '\\.');
}

function isSameList(a: PromptFileList, b: PromptFileList): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
