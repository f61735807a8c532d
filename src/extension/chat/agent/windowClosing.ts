/**
 * The reason of a signal that aborts because the window closes, or because another window has taken the chat over. The
 * answer then ends as `interrupted`, because the user has not stopped it.
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
