import type { MenuKey } from '../ports/terminals.ts';

/** Milliseconds in which a program must move its cursor after a key. */
const MOVE_TIMEOUT = 2_000;

/** A menu whose options are chosen with a cursor. */
export interface MenuOnScreen {
  readonly keys: readonly [back: MenuKey, forward: MenuKey];
  /** Index of the option at the cursor; undefined if the screen does not show this menu now. */
  cursor(): number | undefined;
  press(key: MenuKey): Promise<'sent' | 'closed'>;
  /** Resolves when the program has written something, after `ms` at the latest. */
  waitForChange(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/**
 * `gone`: the menu is no longer shown. `closed`: the terminal has been closed. `elsewhere`: the cursor did not move as
 * expected, so further keys could choose another option.
 */
export type Selection = 'selected' | 'gone' | 'elsewhere' | 'closed';

/** Moves the cursor to the option `target`, one step at a time. Reads the screen before and after each key. */
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
 * Waits until the cursor has left the option `at`, at most `MOVE_TIMEOUT`, and returns the cursor's index. Also waits
 * while the index is undefined, because the program may not have written the whole menu yet.
 */
async function waitForMove(menu: MenuOnScreen, at: number): Promise<number | undefined> {
  const deadline = menu.now() + MOVE_TIMEOUT;
  for (;;) {
    const cursor = menu.cursor();
    const left = deadline - menu.now();
    if ((cursor !== undefined && cursor !== at) || left <= 0) return cursor;
    await menu.waitForChange(left);
  }
}
