import type { MenuKey } from '../ports/terminals.ts';

/** Milliseconds in which a program must move its cursor after a key. */
const MOVE_TIMEOUT = 2_000;

/** A menu in a terminal whose options are chosen with a cursor. */
export interface MenuOnScreen {
  /** The keys for one step back and one step forward. */
  readonly keys: readonly [back: MenuKey, forward: MenuKey];
  /** Reads the index of the option at the cursor; undefined if the screen does not show this menu now. */
  cursor(): number | undefined;
  press(key: MenuKey): Promise<'sent' | 'closed'>;
  /** Resolves when the program has written something, after `ms` at the latest. */
  changed(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/**
 * `selected`: the cursor is at the wanted option. `gone`: the screen no longer shows the menu. `elsewhere`: the cursor
 * did not move as the key should move it, so further keys could choose another option. `closed`: the terminal has been
 * closed.
 */
export type Selection = 'selected' | 'gone' | 'elsewhere' | 'closed';

/** Moves the cursor to an option, one step at a time. Reads the screen before and after each key. */
export async function selectOption(menu: MenuOnScreen, target: number): Promise<Selection> {
  for (let at = menu.cursor(); at !== target;) {
    if (at === undefined) return 'gone';
    const next: number = at + Math.sign(target - at);
    if ((await menu.press(menu.keys[next > at ? 1 : 0])) === 'closed') return 'closed';
    const found = await waitForMove(menu, at);
    if (found !== next) return found === undefined ? 'gone' : 'elsewhere';
    at = next;
  }
  return 'selected';
}

/**
 * Waits until the cursor has left the option `at`, at most `MOVE_TIMEOUT`. Returns the index of the option at which the
 * cursor is then. While the index is undefined, the wait continues, because the program may not have written the whole
 * menu yet.
 */
async function waitForMove(menu: MenuOnScreen, at: number): Promise<number | undefined> {
  const deadline = menu.now() + MOVE_TIMEOUT;
  for (;;) {
    const cursor = menu.cursor();
    const left = deadline - menu.now();
    if ((cursor !== undefined && cursor !== at) || left <= 0) return cursor;
    await menu.changed(left);
  }
}
