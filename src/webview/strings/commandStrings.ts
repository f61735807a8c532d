/** Texts of slash commands and their output. */
export const commandStrings = {
  list: 'Commands',
  closeNote: (title: string) => `Close “${title}”`,
  closeNoteTitle: 'Close (Esc)',
  nothing: 'nothing',
  /** `text`: the beginning of the output. */
  announcement: (title: string, text: string) => `${title}. ${text} Escape closes it.`,
} as const;
