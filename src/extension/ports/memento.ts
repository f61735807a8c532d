/** One small value that survives a reload of the window. */
export interface Memento {
  /** The stored value. Another version of the extension may have stored it, so the caller must validate it. */
  get(): unknown;
  set(value: unknown): void;
}
