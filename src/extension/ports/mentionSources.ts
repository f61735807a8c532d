/** The sources of mentions other than files. Paths are absolute, unless noted otherwise. Lines are 1-based. */
export interface MentionSources {
  /** Best first. */
  findSymbols(query: string, signal: AbortSignal): Promise<readonly FoundSymbol[]>;
  /** Undefined if the symbol is not found. */
  findSymbolLines(path: string, name: string, signal: AbortSignal): Promise<LineRange | undefined>;
  /**
   * The text selected in the active editor, or else in another visible editor. Undefined if no text is selected. A long
   * selection is cut off at its end.
   */
  selection(): Promise<EditorSelection | undefined>;
  /** Errors first, then warnings. */
  problems(): readonly Problem[];
  /**
   * The last command of a terminal; undefined if VS Code reports none. `position`: the terminal's 0-based position
   * among the window's terminals; without it, the active terminal.
   */
  terminalOutput(position?: number): Promise<TerminalOutput | undefined>;
  changes(signal: AbortSignal): Promise<ChangesResult>;
  /** Asks the user whether to send the content of these files, which may hold secrets. */
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
  /** Only the end of a long output. */
  readonly text: string;
  /** Undefined while the command runs, or if the shell did not report it. */
  readonly exitCode: number | undefined;
}

export type ChangesResult =
  | { readonly kind: 'changes'; readonly repositories: readonly RepositoryChanges[] }
  | { readonly kind: 'unavailable'; readonly why: string };

export interface RepositoryChanges {
  /** Absolute; the paths in `diffs` and `untracked` are relative to it. */
  readonly root: string;
  /** As `git diff` prints them; each may cover any number of files. */
  readonly diffs: readonly string[];
  readonly untracked: readonly string[];
}
