/** The tools of MCP servers and other extensions, through VS Code. Everything that tools return is hostile input. */
export interface ExternalTools {
  /** Starts the configured MCP servers, and waits for slow servers. Never rejects. */
  start(): Promise<void>;
  /** The MCP servers that are configured or have tools now. */
  servers(): readonly ExternalServer[];
  /** Undefined if the last `start` has not failed. */
  readonly startProblem: string | undefined;
  list(): readonly ExternalToolInfo[];
  /**
   * VS Code itself asks the user first, unless the tool is an MCP tool that declares itself read-only. Rejects only if
   * the signal aborts.
   */
  invoke(name: string, input: object, signal: AbortSignal): Promise<ExternalOutcome>;
}

export interface ExternalServer {
  readonly name: string;
  /** True if the settings contain `name`. If false, `name` is a part of the names of the server's tools. */
  readonly isConfigured: boolean;
  /** Empty if VS Code lists no tools of the server, whether or not the server runs. */
  readonly tools: readonly ExternalServerTool[];
}

export interface ExternalServerTool {
  /** The tool's name in VS Code. */
  readonly name: string;
  readonly description: string;
  /** The error text of the tool's last call in this window, if it failed. */
  readonly failure?: string;
}

export interface ExternalToolInfo {
  /** The tool's name in VS Code. */
  readonly name: string;
  readonly description: string;
  /** Should be a JSON Schema, but is not validated; undefined if the tool takes no arguments. */
  readonly inputSchema: unknown;
  /** An extension's name; empty for an MCP server. */
  readonly owner: string;
}

export type ExternalOutcome =
  | { readonly kind: 'done'; readonly parts: readonly ExternalPart[] }
  /** The user denied the call in VS Code's dialog. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly message: string };

export type ExternalPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'data'; readonly mimeType: string; readonly data: Uint8Array };
