/** What a mention can be about beyond files: the editor, the language servers, the terminal, git, and the user's word. */
export interface MentionSources {
  /** Symbols of the workspace, best first; paths are absolute. */
  findSymbols(query: string, signal: AbortSignal): Promise<readonly FoundSymbol[]>;
  /** The lines of a symbol in a file, 1-based and inclusive; undefined where it is not there. */
  findSymbolLines(path: string, name: string, signal: AbortSignal): Promise<LineRange | undefined>;
  selection(): Promise<EditorSelection | undefined>;
  /** Errors and warnings; paths are absolute. */
  problems(): readonly Problem[];
  /** Undefined where VS Code has none to give. */
  terminalOutput(): TerminalOutput | undefined;
  changes(signal: AbortSignal): Promise<ChangesResult>;
  /** Asks the user whether the content of these files, which may hold secrets, is to be sent. */
  confirmSecrets(names: readonly string[]): Promise<'send' | 'name-only' | 'cancel'>;
}

export interface FoundSymbol {
  readonly name: string;
  readonly path: string;
}

export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface EditorSelection {
  readonly path: string;
  readonly lines: LineRange;
  readonly text: string;
}

export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly source: string;
}

export interface TerminalOutput {
  readonly commandLine: string;
  /** As far as it has come; its end where it is long. */
  readonly text: string;
  /** Undefined while it runs, and where the shell did not tell. */
  readonly exitCode: number | undefined;
}

export type ChangesResult =
  | { readonly kind: 'changes'; readonly repositories: readonly RepositoryChanges[] }
  | { readonly kind: 'unavailable'; readonly why: string };

/** What is not committed in one repository. */
export interface RepositoryChanges {
  /** Absolute; the paths in the diffs and of new files begin there. */
  readonly root: string;
  /** Of any number of files each, as `git diff` prints them. */
  readonly diffs: readonly string[];
  /** New files that Git does not follow yet. */
  readonly untracked: readonly string[];
}
