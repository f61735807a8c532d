/** The extension's log. Never log keys, tokens or file contents. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `error` is logged with its stack. */
  error(message: string, error?: unknown): void;
}
