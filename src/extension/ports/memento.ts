/** One small value that is kept over reloads of the window. */
export interface Memento {
  /** As it was set, or as another version of the extension has left it: to be checked. */
  get(): unknown;
  set(value: unknown): void;
}
