import type { Terminal } from '@xterm/headless';

/**
 * Emits whether the program is at work. Programs report this with `OSC 9 ; 4 ; state`, as defined by ConEmu and Windows
 * Terminal. A notification (BEL, `OSC 777 ; notify`, or OSC 9 with a text) calls the user, so it ends the progress of a
 * program that has not reported the end.
 */
export function listenForProgress(terminal: Terminal, emit: (active: boolean) => void): void {
  terminal.onBell(() => emit(false));
  terminal.parser.registerOscHandler(777, (data) => {
    if (data.startsWith('notify;')) emit(false);
    return true;
  });
  terminal.parser.registerOscHandler(9, (data) => {
    const [, command, state] = /^(\d+)(?:;(\d*)|$)/.exec(data) ?? [];
    // 0: end, 1: percentage, 2: error, 3: unknown length, 4: pause.
    if (command === '4') emit(state === '1' || state === '3');
    // Other numbers are commands of ConEmu, such as 9 for the working directory.
    else if (command === undefined) emit(false);
    return true;
  });
}
