import type { Terminal } from '@xterm/headless';

/** What a program reports besides its text. `active`: whether the program is at work. */
export type TerminalSignal =
  | { readonly kind: 'bell' }
  | { readonly kind: 'notification'; readonly text: string }
  | { readonly kind: 'progress'; readonly active: boolean };

/** Maximum number of characters that are kept of a notification. */
const MAX_TEXT = 500;

/**
 * Emits a signal for BEL, for OSC 777 (a notification), and for OSC 9 (a notification or, with the subcommand 4,
 * progress).
 */
export function listenForSignals(terminal: Terminal, emit: (signal: TerminalSignal) => void): void {
  terminal.onBell(() => emit({ kind: 'bell' }));
  terminal.parser.registerOscHandler(9, (data) => {
    const signal = fromOsc9(data.slice(0, MAX_TEXT));
    if (signal) emit(signal);
    return true;
  });
  terminal.parser.registerOscHandler(777, (data) => {
    const [, ...parts] = data.slice(0, MAX_TEXT).split(';');
    if (data.startsWith('notify;')) emit({ kind: 'notification', text: clean(parts.filter(Boolean).join(': ')) });
    return true;
  });
}

/**
 * OSC 9 has two meanings. iTerm2 sends the text of a notification. ConEmu and Windows Terminal send a number and its
 * arguments: 4 is progress, 9 the working directory.
 */
function fromOsc9(data: string): TerminalSignal | undefined {
  const command = /^(\d{1,2})(?:;(\d*)|$)/.exec(data);
  if (!command) return data.trim() ? { kind: 'notification', text: clean(data) } : undefined;
  if (command[1] !== '4') return undefined;
  // 0 ends the progress, 1 is a percentage, 2 an error, 3 progress of unknown length, and 4 a pause.
  return { kind: 'progress', active: command[2] === '1' || command[2] === '3' };
}

function clean(text: string): string {
  return text.replace(/\p{C}+/gu, ' ').trim();
}
