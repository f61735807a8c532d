/** Milliseconds that lie at most between the panel's report that it lost the keyboard and VS Code's of who has it now. */
const REPORT_MS = 250;

/** Tells whether the user has left the panel while an editor was opened, from what the panel and VS Code report. */
export interface FocusWatch {
  panelChanged(hasFocus: boolean): void;
  /** `isOpened`: the active editor is the one that is being opened. */
  editorChanged(isOpened: boolean): void;
  clicked(): void;
  /** The editor is open, and has the keyboard unless the user is elsewhere. */
  opened(): void;
  readonly hasLeft: boolean;
}

/** `now` in milliseconds. */
export function createFocusWatch(now: () => number): FocusWatch {
  let lostAt: number | undefined;
  let isTaken = false;
  let hasLeft = false;

  /** A panel that lost the keyboard well before the editor took it was left by its user. */
  function taken(): void {
    if (isTaken) return;
    isTaken = true;
    if (lostAt !== undefined && now() - lostAt > REPORT_MS) hasLeft = true;
  }

  return {
    panelChanged(hasFocus) {
      lostAt = hasFocus ? undefined : (lostAt ?? now());
    },
    editorChanged(isOpened) {
      if (isOpened) taken();
      else hasLeft = true;
    },
    clicked: () => void (hasLeft = true),
    opened: taken,
    get hasLeft() {
      return hasLeft;
    },
  };
}
