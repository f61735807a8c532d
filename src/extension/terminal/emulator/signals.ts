import type { Terminal } from '@xterm/headless';

/** What a program reports beside its text. Progress means that the program is processing. */
export type TerminalSignal =
  | { readonly kind: 'bell' }
  | { readonly kind: 'notification'; readonly text: string }
  | { readonly kind: 'progress'; readonly active: boolean };

/** Maximum number of characters that are kept of a notification. */
const MAX_TEXT = 500;

/** Reports BEL, OSC 9 (a notification, or with the subcommand 4 progress) and OSC 777 (a notification). */
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
 * OSC 9 has two meanings: a notification's text (iTerm2), or a number and its arguments (ConEmu, Windows Terminal),
 * of which 4 is progress and 9 the working directory.
 */
function fromOsc9(data: string): TerminalSignal | undefined {
  const command = /^(\d{1,2})(?:;(\d*)|$)/.exec(data);
  if (!command) return data.trim() ? { kind: 'notification', text: clean(data) } : undefined;
  if (command[1] !== '4') return undefined;
  // 1 is a percentage and 3 is of unknown length; 0 ends the progress, 2 is an error and 4 a pause.
  return { kind: 'progress', active: command[2] === '1' || command[2] === '3' };
}

function clean(text: string): string {
  return text.replace(/\p{C}+/gu, ' ').trim();
}
