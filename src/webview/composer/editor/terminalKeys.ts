/** What keys do in a terminal and here too. */
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
 * Keys that VS Code leaves free. Not in the table: Ctrl+W closes an editor, or switches the window on macOS; Ctrl+A
 * selects all and Ctrl+E opens a file, but on macOS, where CodeMirror has them go to the line's ends.
 */
const TERMINAL_KEYS: readonly TerminalKey[] = [
  {
    modifier: 'ctrl',
    key: 'k',
    command: 'kill-to-line-end',
    // Off macOS it begins VS Code's chords. With nothing to kill it does; held down, or with text, it never closes editors.
    isFree: ({ onMac, empty }, repeat) => onMac || !empty || repeat,
  },
  { modifier: 'ctrl', key: 'u', command: 'kill-to-line-start' },
  { modifier: 'alt', key: 'backspace', command: 'delete-word-back' },
  { modifier: 'alt', key: 'd', command: 'delete-word-forward' },
  { modifier: 'ctrl', key: 'l', command: 'clear-view' },
  // Elsewhere it is redo.
  { modifier: 'ctrl', key: 'y', command: 'yank', isFree: ({ onMac }) => onMac },
];

/** Null for a key that is not ours, or belongs to an input method. */
export function terminalCommand(event: TerminalKeyEvent, situation: TerminalSituation): TerminalCommand | null {
  if (event.isComposing || event.keyCode === 229 || event.shiftKey || event.metaKey) return null;
  if (event.ctrlKey === event.altKey) return null;
  const key = letterOf(event) ?? event.key.toLowerCase();
  const found = TERMINAL_KEYS.find((each) => each.key === key && event.ctrlKey === (each.modifier === 'ctrl'));
  return found && (found.isFree?.(situation, event.repeat) ?? true) ? found.command : null;
}

/** The letter of a key, whatever the case, or its place on other alphabets' keys and behind macOS's Option. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}
