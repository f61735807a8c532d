import type { Terminal } from '@xterm/headless';

/**
 * Emits whether the program is at work, each time that the program reports progress: `OSC 9 ; 4 ; state`, as defined by
 * ConEmu and Windows Terminal. BEL, OSC 777 and OSC 9 with a text are notifications, not progress. They are ignored,
 * because any output can contain them.
 */
export function listenForProgress(terminal: Terminal, emit: (active: boolean) => void): void {
  terminal.parser.registerOscHandler(9, (data) => {
    const progress = /^4(?:;(\d*)|$)/.exec(data);
    // 0 ends the progress, 1 is a percentage, 2 an error, 3 progress of unknown length, and 4 a pause.
    if (progress) emit(progress[1] === '1' || progress[1] === '3');
    return true;
  });
}
