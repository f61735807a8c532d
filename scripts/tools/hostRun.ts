/** What a run of a test suite inside VS Code's extension host takes and gives, wherever that VS Code is. */

export interface HostRun {
  /** The folder with package.json and dist/ of the extension under test. */
  readonly extension: string;
  /** An ES module that exports `run(): Promise<void>`. */
  readonly suite: string;
  readonly workspace: string;
  /** For VS Code's own data; must be fresh. */
  readonly dataDir: string;
  /** More extensions to have installed, as folders with package.json. */
  readonly helpers: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

export interface HostResult {
  /** What VS Code reported for the suite; `undefined` when it never did. */
  readonly exitCode: number | undefined;
  /** Console output, for when something went wrong. */
  readonly log: string;
}
