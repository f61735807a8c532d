/** Texts of slash commands and their output. */
export const commandStrings = {
  list: 'Commands',
  closeNote: (title: string) => `Close “${title}”`,
  closeNoteTitle: 'Close (Esc)',
  openMemory: (exists: boolean) => (exists ? 'Open' : 'Create'),
  openMemoryName: (file: string, exists: boolean) => `${exists ? 'Open' : 'Create'} ${file}`,
  openMemoryTitle: 'Edit the file in an editor',
  listServers: 'List servers in VS Code',
  nothing: 'nothing',
  closed: (title: string) => `Closed: ${title}`,
  /** `text`: the beginning of the output. */
  announcement: (title: string, text: string) => `${title}. ${text} Escape closes it.`,
} as const;
