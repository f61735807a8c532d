/** Milliseconds that the guard lasts. */
const GUARD_MS = 1_000;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * Guards the input after Enter or Space on another control has moved the focus into the input. A second Enter may be
 * meant for that control, but in the input it would send the draft.
 */
export interface FocusGuard {
  /**
   * Whether an Enter in the input must do nothing. The guard ends after `GUARD_MS`, at another key in the input (except
   * modifiers), at a click, or when the panel loses the focus.
   */
  readonly blocksEnter: boolean;
  focused(): void;
  /** Call after a control has put text into the input, before it focuses the input. Enter may then send the text. */
  textGiven(): void;
  dispose(): void;
}

/** `page`: the window, which receives the events first. */
export function createFocusGuard(page: EventTarget, isInInput: (target: EventTarget | null) => boolean): FocusGuard {
  /** The user's last action was Enter or Space outside the input. */
  let pressedElsewhere = false;
  let guardedUntil = -Infinity;

  function onKey(event: Event): void {
    const { key } = event as KeyboardEvent;
    if (MODIFIERS.has(key)) return;
    const isInside = isInInput(event.target);
    pressedElsewhere = !isInside && (key === 'Enter' || key === ' ');
    if (isInside && key !== 'Enter') guardedUntil = -Infinity;
  }

  function reset(): void {
    pressedElsewhere = false;
    guardedUntil = -Infinity;
  }

  const disposed = new AbortController();
  const options = { capture: true, signal: disposed.signal };
  page.addEventListener('keydown', onKey, options);
  page.addEventListener('pointerdown', reset, options);
  // After a visit to another part of VS Code, the focus is the user's choice. The `blur` of an element also arrives
  // here, and is ignored.
  page.addEventListener('blur', ({ target }) => target === page && reset(), options);

  return {
    get blocksEnter() {
      return Date.now() < guardedUntil;
    },
    focused() {
      if (pressedElsewhere) guardedUntil = Date.now() + GUARD_MS;
      pressedElsewhere = false;
    },
    textGiven: reset,
    dispose: () => disposed.abort(),
  };
}
