/**
 * The abort reason if the window closes, or if another window has taken the chat over. The answer then counts as
 * interrupted, not as stopped by the user.
 */
export class WindowClosing extends Error {
  constructor() {
    super('The window is closing');
    this.name = 'WindowClosing';
  }
}

export function isWindowClosing(signal: AbortSignal): boolean {
  return signal.reason instanceof WindowClosing;
}
