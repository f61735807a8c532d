/** One small value that survives a reload of the window. */
export interface Memento {
  /**
   * Undefined if there is no value. The caller must validate the value, because another version of the extension may
   * have stored it.
   */
  get(): unknown;
  set(value: unknown): void;
}
