import type { RestoreCard, RestoredView } from '../../shared/restoreCard.ts';
import type { Todo } from '../../shared/toolBlock.ts';
import { formatCount, plural } from './quantities.ts';

/** Texts of the transcript around the messages: speakers, versions, steps, code, search. */
export const transcriptStrings = {
  conversation: 'Conversation',

  you: 'You',

  premove: 'Premove',

  jumpToLatest: 'Jump to latest',

  find: {
    label: 'Find in chat',
    placeholder: 'Find in chat',
    count: (current: number, count: number) => `${formatCount(current)} of ${formatCount(count)}`,
    none: 'No results',
    previous: 'Previous match (Shift+Enter)',
    next: 'Next match (Enter)',
    close: 'Close (Esc)',
  },

  branch: {
    group: 'Versions of this message',
    previous: 'Previous version',
    next: 'Next version',
    /** `short` is displayed; screen readers read `long`. */
    short: (index: number, count: number) => `${index}/${count}`,
    long: (index: number, count: number) => `${index} of ${count}`,
    announcement: (index: number, count: number) => `Version ${index} of ${count}.`,
    later: (prompts: number) =>
      `Your ${plural(prompts, 'later message')} ${prompts === 1 ? 'is' : 'are'} in another version.`,
    showLater: 'Show version',
  },

  summary: {
    label: 'Compressed messages',
    running: 'Compressing earlier messages…',
    /** `before` and `after` are tokens. */
    done: (messages: number, before: number, after: number) =>
      `Compressed ${plural(messages, 'message')}, ${formatCount(before)} → ${formatCount(after)} tokens`,
    undone: 'Compression undone',
    edited: 'edited',
    show: 'Show',
    hide: 'Hide',
    stop: 'Stop',
    undo: 'Undo',
    undoTitle: 'Send the earlier messages again instead of the summary',
    redo: 'Compress again',
    redoTitle: 'Send this summary again instead of the earlier messages',
    edit: 'Edit',
    editTitle: 'Edit the summary before you send the next message',
    field: 'Summary',
    save: 'Save',
    cancel: 'Cancel',
    announcement: (messages: number, before: number, after: number) =>
      `Compressed ${plural(messages, 'message')} from ${formatCount(before)} to ${formatCount(after)} tokens.`,
  },

  user: {
    /** Assistive technology and tests outside this repository rely on this exact name. */
    edit: 'Edit',
    more: 'More actions',
    copy: 'Copy',
    editing: 'Being edited',
    images: 'Images',
  },

  /** The checkpoint of a user message. */
  restore: {
    review: 'Review changes since this message',
    files: 'Restore files to here…',
    chat: 'Restore files and chat to here…',
    steers: 'You sent this message during an answer. Restore to the message before it.',
    titles: {
      files: 'Restore the files to before this message?',
      chat: 'Restore the files and the chat to before this message?',
      edit: 'Answers have changed files since this message.',
      retry: 'This answer or later ones have changed files.',
    } satisfies Record<RestoreCard['kind'], string>,
    list: 'Files to be restored or deleted',
    nothing: 'No files can be restored to before this message',
    prompt: (text: string) => `“${text}”`,
    /** How many files will be restored and how many deleted. */
    count: (changes: readonly RestoreCard['files'][number]['change'][]) => {
      const deleted = changes.filter((change) => change === 'delete').length;
      const restored = changes.length - deleted;
      if (changes.length === 0) return 'No files will be restored.';
      const counts = [
        ...(restored > 0 ? [`${plural(restored, 'file')} will be restored`] : []),
        ...(deleted > 0 ? [`${plural(deleted, 'file')} will be deleted`] : []),
      ];
      return `${counts.join(', ')}:`;
    },
    create: 'will be recreated',
    delete: 'will be deleted',
    more: (count: number) => `and ${plural(count, 'more file')}`,
    dropped: 'Some changes are too old to be undone.',
    buttons: {
      files: 'Restore files',
      chat: 'Restore files and chat',
      chatOnly: 'Restore chat',
      first: 'Restore files first',
      keep: 'Keep files',
      cancel: 'Cancel',
      close: 'Close',
    },
    restored: ({ prompt, files, withChat }: RestoredView) => {
      const what = [...(files > 0 ? [plural(files, 'file')] : []), ...(withChat ? ['the chat'] : [])].join(' and ');
      return what === '' ? 'The files already had this content.' : `Restored ${what} to before “${prompt}”`;
    },
    undo: { text: 'Undo', label: 'Undo the restore' },
  },

  todos: {
    label: 'Steps',
    list: 'Steps',
    done: (done: number, count: number) => `${done} of ${count} done`,
    hide: 'Hide the steps',
    status: { completed: 'Done', in_progress: 'Now', pending: 'To do' } satisfies Record<Todo['status'], string>,
  },

  markdown: {
    copyCode: 'Copy code block',
    insertCode: 'Insert at cursor',
    /** `firstLine` is the first line of the code; empty if the block has no code. */
    copyCodeOf: (firstLine: string) => (firstLine === '' ? 'Copy code block' : `Copy code block: ${firstLine}`),
    insertCodeOf: (firstLine: string) =>
      firstLine === '' ? 'Insert code block at cursor' : `Insert code block at cursor: ${firstLine}`,
    copied: 'Copied',
    code: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
    table: 'Table',
    image: 'Image',
    showAll: (characters: number) => `Show all ${formatCount(characters)} characters`,
  },

  showMore: { text: 'Show more', label: 'Show more of your message' },

  showLess: { text: 'Show less', label: 'Show less of your message' },

  moreCharacters: (count: number) => plural(count, 'more character'),

  moreLines: (count: number) => `Show ${plural(count, 'more line')}`,

  /** `name` is the accessible name of the region that the lines belong to. */
  moreLinesOf: (count: number, name: string) => `Show ${plural(count, 'more line')}: ${name}`,
} as const;
