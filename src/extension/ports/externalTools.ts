/** Tools that VS Code lends: those of MCP servers and of other extensions. Everything they say is hostile input. */
export interface ExternalTools {
  /**
   * Makes servers that are set up run, so that `list` knows their tools. Never rejects; may take as long as they do.
   */
  start(): Promise<void>;
  /** What there is now. */
  list(): readonly ExternalToolInfo[];
  /** VS Code asks the user itself where the tool does not only read. Rejects only when the signal is aborted. */
  invoke(name: string, input: object, signal: AbortSignal): Promise<ExternalOutcome>;
}

export interface ExternalToolInfo {
  /** As VS Code knows it. */
  readonly name: string;
  readonly description: string;
  /** What should be a JSON Schema; undefined where the tool takes nothing. */
  readonly inputSchema: unknown;
  /** Whose it is, for people and models: an extension's name; empty for a server. */
  readonly owner: string;
}

export type ExternalOutcome =
  | { readonly kind: 'done'; readonly parts: readonly ExternalPart[] }
  /** The user, asked by VS Code, did not want it. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly message: string };

export type ExternalPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'data'; readonly mimeType: string; readonly data: Uint8Array };
