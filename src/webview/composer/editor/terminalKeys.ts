/** The terminal commands that also work in the composer, with the terminal's keys. */
export type TerminalCommand =
  'kill-to-line-end' | 'kill-to-line-start' | 'delete-word-back' | 'delete-word-forward' | 'yank' | 'clear-view';

export type TerminalKeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'keyCode'
>;

export interface TerminalSituation {
  readonly onMac: boolean;
  readonly empty: boolean;
}

interface TerminalKey {
  readonly modifier: 'ctrl' | 'alt';
  readonly key: string;
  readonly command: TerminalCommand;
  readonly isFree?: (situation: TerminalSituation, repeat: boolean) => boolean;
}

/**
 * Keys of a terminal. `isFree` is set for keys that sometimes have another use. Ctrl+W, Ctrl+A and Ctrl+E are missing.
 * Ctrl+W closes an editor, or switches the window on macOS. Ctrl+A selects all and Ctrl+E opens a file; on macOS,
 * CodeMirror handles these two as line start and line end.
 */
const TERMINAL_KEYS: readonly TerminalKey[] = [
  {
    modifier: 'ctrl',
    key: 'k',
    command: 'kill-to-line-end',
    // On macOS Ctrl+K is free. Elsewhere Ctrl+K begins VS Code's chords, so VS Code gets the key if it is pressed once
    // in an empty input. If the key is held down or the input has text, the composer handles the key, because VS Code's
    // chords could close editors.
    isFree: ({ onMac, empty }, repeat) => onMac || !empty || repeat,
  },
  { modifier: 'ctrl', key: 'u', command: 'kill-to-line-start' },
  { modifier: 'alt', key: 'backspace', command: 'delete-word-back' },
  { modifier: 'alt', key: 'd', command: 'delete-word-forward' },
  { modifier: 'ctrl', key: 'l', command: 'clear-view' },
  // Only on macOS, because on other systems Ctrl+Y is redo.
  { modifier: 'ctrl', key: 'y', command: 'yank', isFree: ({ onMac }) => onMac },
];

/** The command of a key; null if the key has none, or if it belongs to an input method. */
export function terminalCommand(event: TerminalKeyEvent, situation: TerminalSituation): TerminalCommand | null {
  if (event.isComposing || event.keyCode === 229 || event.shiftKey || event.metaKey) return null;
  if (event.ctrlKey === event.altKey) return null;
  const key = letterOf(event) ?? event.key.toLowerCase();
  const found = TERMINAL_KEYS.find((each) => each.key === key && event.ctrlKey === (each.modifier === 'ctrl'));
  return found && (found.isFree?.(situation, event.repeat) ?? true) ? found.command : null;
}

/**
 * A key's letter in lower case. If the key produces no Latin letter (other alphabets, Option on macOS), its position
 * decides. Null if no letter is at this position either.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}
