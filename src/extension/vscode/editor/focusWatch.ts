/** Maximum milliseconds between the panel's report that it lost the focus and VS Code's report of the new editor. */
const REPORT_MS = 250;

/**
 * Determines from the reports of panel and VS Code whether the user has left the panel while an editor was being
 * opened.
 */
export interface FocusWatch {
  panelChanged(hasFocus: boolean): void;
  /** `isOpened`: the active editor is the one that is being opened. */
  editorChanged(isOpened: boolean): void;
  clicked(): void;
  /** Must be called when the editor is open; the editor then has the focus, unless the user is elsewhere. */
  opened(): void;
  readonly hasLeft: boolean;
}

/** `now` in milliseconds. */
export function createFocusWatch(now: () => number): FocusWatch {
  let lostAt: number | undefined;
  let isTaken = false;
  let hasLeft = false;

  /** If the panel lost the focus well before the editor took it, the user left the panel. */
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
