const onMac = navigator.platform.startsWith('Mac');

/** The names of keys as users see them on their system. */
export const KEY_NAMES = {
  steer: onMac ? '⌘⏎' : 'Ctrl+Enter',
  complete: onMac ? '⌥C' : 'Alt+C',
  /** For screen readers. */
  takeWord: onMac ? 'Command+Right' : 'Control+Right',
} as const;
