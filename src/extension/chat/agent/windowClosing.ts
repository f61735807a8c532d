/** The reason of a signal that aborts because the window closes. The answer then counts as interrupted, not as stopped. */
export class WindowClosing extends Error {
  constructor() {
    super('The window is closing');
    this.name = 'WindowClosing';
  }
}

export function isWindowClosing(signal: AbortSignal): boolean {
  return signal.reason instanceof WindowClosing;
}
