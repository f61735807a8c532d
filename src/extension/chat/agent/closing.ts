/** Why a signal aborts when the window goes away: the answer is interrupted then, which nobody asked for. */
export class WindowClosing extends Error {
  constructor() {
    super('The window is closing');
    this.name = 'WindowClosing';
  }
}

export function isClosing(signal: AbortSignal): boolean {
  return signal.reason instanceof WindowClosing;
}
