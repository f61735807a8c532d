/** The reason of a signal that aborts because the window closes. The answer is then interrupted, not stopped. */
export class WindowClosing extends Error {
  constructor() {
    super('The window is closing');
    this.name = 'WindowClosing';
  }
}

export function isWindowClosing(signal: AbortSignal): boolean {
  return signal.reason instanceof WindowClosing;
}
