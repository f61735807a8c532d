/** Input and output of a test run inside VS Code's extension host, in any kind of VS Code. */

export interface HostRun {
  /** The folder with package.json and dist/ of the extension under test. */
  readonly extension: string;
  /** An ES module that exports `run(): Promise<void>`. */
  readonly suite: string;
  readonly workspace: string;
  /** A fresh folder for VS Code's own data. */
  readonly dataDir: string;
  /** Folders of more extensions to install, each with a package.json. */
  readonly helpers: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

export interface HostResult {
  /** The exit code that VS Code reported for the suite; `undefined` without a report. */
  readonly exitCode: number | undefined;
  /** Console output, for the report of a failure. */
  readonly log: string;
}
