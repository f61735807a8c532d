import { createTerminalScreen } from './screen.ts';

/** Maximum number of lines of the returned text. */
const MAX_LINES = 800;

/**
 * Returns what raw output shows on a terminal's screen, as plain lines. Load this file on first use: it contains the
 * emulator.
 */
export async function toScreenText(raw: string): Promise<string> {
  const screen = createTerminalScreen();
  try {
    await screen.write(raw);
    return screen.readLines(MAX_LINES).join('\n').trim();
  } finally {
    screen.dispose();
  }
}
