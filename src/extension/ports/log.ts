/** The extension's log. Keys, tokens and file contents never go into it. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `error` is logged with its stack. */
  error(message: string, error?: unknown): void;
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
