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
 * Ctrl+W, Ctrl+A and Ctrl+E are missing, because VS Code uses them; on macOS, CodeMirror handles Ctrl+A and Ctrl+E.
 * `isFree`: set if the key sometimes has another use.
 */
const TERMINAL_KEYS: readonly TerminalKey[] = [
  {
    modifier: 'ctrl',
    key: 'k',
    command: 'kill-to-line-end',
    // On macOS, the composer always takes the key. Elsewhere, Ctrl+K begins VS Code's chords, so VS Code gets a new
    // press in an empty input. The composer takes a held key, and every press in an input with text, because a chord
    // could close editors.
    isFree: ({ onMac, empty }, repeat) => onMac || !empty || repeat,
  },
  { modifier: 'ctrl', key: 'u', command: 'kill-to-line-start' },
  { modifier: 'alt', key: 'backspace', command: 'delete-word-back' },
  { modifier: 'alt', key: 'd', command: 'delete-word-forward' },
  { modifier: 'ctrl', key: 'l', command: 'clear-view' },
  // Only on macOS, because Ctrl+Y is redo on other systems.
  { modifier: 'ctrl', key: 'y', command: 'yank', isFree: ({ onMac }) => onMac },
];

/** The command of a key; null if the key has no command, or belongs to an input method. */
export function terminalCommand(event: TerminalKeyEvent, situation: TerminalSituation): TerminalCommand | null {
  if (event.isComposing || event.keyCode === 229 || event.shiftKey || event.metaKey) return null;
  if (event.ctrlKey === event.altKey) return null;
  const key = letterOf(event) ?? event.key.toLowerCase();
  const found = TERMINAL_KEYS.find((each) => each.key === key && event.ctrlKey === (each.modifier === 'ctrl'));
  return found && (found.isFree?.(situation, event.repeat) ?? true) ? found.command : null;
}

/**
 * The key's Latin letter, or else the letter at its position (other alphabets, Option on macOS). In lower case; null
 * for other keys.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}
