/** Answers of the editor's language extensions. Paths are absolute; positions count from 1, in UTF-16 units. */
export interface LanguageFeatures {
  definition(at: CodePosition, signal: AbortSignal): Promise<readonly CodeLocation[]>;
  references(at: CodePosition, signal: AbortSignal): Promise<readonly CodeLocation[]>;
  /** Markdown, one text for each hover. */
  hover(at: CodePosition, signal: AbortSignal): Promise<readonly string[]>;
  /** In the order of the file; a symbol is followed by the symbols inside it. */
  documentSymbols(path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** `path` is a file of the project, because some extensions load a project only when one of its files is opened. */
  workspaceSymbols(query: string, path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** Waits until the extensions have checked the current text, as far as VS Code reports that. */
  diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]>;
  /** The known problems of the files in a folder, at any depth. A file has none if extensions have not checked it. */
  knownDiagnostics(folder: string): readonly CodeProblem[];
}

export interface CodePosition {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

/** If the file is not on disk (`isFile` is false), `path` is its URI. */
export interface CodeLocation extends CodePosition {
  readonly isFile: boolean;
}

export interface CodeSymbol extends CodeLocation {
  readonly name: string;
  /** "function", "class"… */
  readonly kind: string;
  /** The number of enclosing symbols; 0 if unknown. */
  readonly depth: number;
  /** The enclosing symbol's name; empty if unknown. */
  readonly container: string;
}

export interface CodeProblem extends CodeLocation {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** The tool and the rule's code: "ts(2322)"; may be empty. */
  readonly source: string;
}
