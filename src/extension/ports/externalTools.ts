/** The tools of MCP servers and other extensions, through VS Code. Treat everything that tools return as hostile. */
export interface ExternalTools {
  /** Starts the configured MCP servers, so that `list` includes their tools. Never rejects; waits for slow servers. */
  start(): Promise<void>;
  /** The MCP servers that are configured or have tools now. */
  servers(): readonly ExternalServer[];
  /** Why the servers could not be started; undefined if the last `start` has not failed. */
  readonly startProblem: string | undefined;
  /** The tools that are available now. */
  list(): readonly ExternalToolInfo[];
  /**
   * Runs a tool. VS Code itself asks the user first, unless the tool is an MCP tool that declares itself read-only.
   * Rejects only if the signal aborts.
   */
  invoke(name: string, input: object, signal: AbortSignal): Promise<ExternalOutcome>;
}

export interface ExternalServer {
  readonly name: string;
  /** Empty if VS Code lists no tools of the server. VS Code does not report whether the server runs. */
  readonly tools: readonly ExternalServerTool[];
}

export interface ExternalServerTool {
  /** The tool's name in VS Code. */
  readonly name: string;
  readonly description: string;
  /** The error text of the tool's last call in this window, if that call failed. */
  readonly failure?: string;
}

export interface ExternalToolInfo {
  /** The tool's name in VS Code. */
  readonly name: string;
  readonly description: string;
  /** Should be a JSON Schema, but is not validated; undefined if the tool takes no arguments. */
  readonly inputSchema: unknown;
  /** The owner, shown to users and models: an extension's name; empty for an MCP server. */
  readonly owner: string;
}

export type ExternalOutcome =
  | { readonly kind: 'done'; readonly parts: readonly ExternalPart[] }
  /** VS Code asked the user, who denied the call. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly message: string };

export type ExternalPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'data'; readonly mimeType: string; readonly data: Uint8Array };
