/**
 * If a new editor takes the focus, VS Code reports it at most this many milliseconds after the panel lost the focus.
 */
const REPORT_MS = 250;

/** Determines whether the user left the panel while an editor was being opened. */
export interface FocusWatch {
  panelChanged(hasFocus: boolean): void;
  /** `isOpened`: whether the active editor is the editor that is being opened. */
  editorChanged(isOpened: boolean): void;
  /** Call when the user clicks in an editor. */
  editorClicked(): void;
  /** Call when the editor is open. It then has the focus, unless the user has gone elsewhere. */
  opened(): void;
  readonly hasLeft: boolean;
}

/** `now` returns milliseconds. */
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
    editorClicked: () => void (hasLeft = true),
    opened: taken,
    get hasLeft() {
      return hasLeft;
    },
  };
}
