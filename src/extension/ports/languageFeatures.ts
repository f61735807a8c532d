/** What the editor's language extensions know of code. Paths are absolute; positions count from 1, in UTF-16 units. */
export interface LanguageFeatures {
  definition(at: CodePosition, signal: AbortSignal): Promise<readonly CodeLocation[]>;
  references(at: CodePosition, signal: AbortSignal): Promise<readonly CodeLocation[]>;
  /** Markdown, a text for each extension that has something to say. */
  hover(at: CodePosition, signal: AbortSignal): Promise<readonly string[]>;
  /** In the order of the file, what is inside another right after it. */
  documentSymbols(path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** `path` names a file of the project that is meant: extensions know only projects of which they have seen one. */
  workspaceSymbols(query: string, path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** The problems of one file, once the extensions have looked at its present text, as far as one can tell. */
  diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]>;
  /** The problems that are known below a folder: in the files that extensions have looked at. */
  knownDiagnostics(folder: string): readonly CodeProblem[];
}

export interface CodePosition {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

/** Where the file is not one of the disk, `path` is its address. */
export interface CodeLocation extends CodePosition {
  readonly isFile: boolean;
}

export interface CodeSymbol extends CodeLocation {
  readonly name: string;
  /** "function", "class"… */
  readonly kind: string;
  /** How many others it is inside of; 0 where that is not known. */
  readonly depth: number;
  /** What it is inside of; empty where that is not known. */
  readonly container: string;
}

export interface CodeProblem extends CodeLocation {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Who says so, with the code of the rule: "ts(2322)"; may be empty. */
  readonly source: string;
}
