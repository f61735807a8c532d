import type { ApprovalMode } from '../../shared/chatState.ts';
import { toSentence } from '../../shared/displayText.ts';
import { messageBoxStrings } from './messageBoxStrings.ts';
import { formatCost, formatCount, formatDuration, formatTokens, plural } from './quantities.ts';

/** Texts of the input, of what it contains, and of the menus below it. */
export const composerStrings = {
  composer: {
    ...messageBoxStrings,
    answering: 'Premove is answering',
    waitingForApply: 'Review the prepared edits above, or queue a message',
    /** If no approval is pending, the chat waits for the answer to a question. */
    waiting: (approvals: number) =>
      approvals === 0 ? 'Answer the question above, or queue a message' : 'Approve or deny above to continue',
    send: 'Send',
    stop: 'Stop',
    stopTitle: 'Stop (Esc)',
    model: (label: string) => `Model: ${label}`,
    noModel: 'Select a model',
    mode: (label: string) => `Approval mode: ${label}`,
    keptWhileAnswering: 'Wait for the answer before resending an earlier message.',
    keptForReview: 'Review the prepared edits, then press Enter to apply them.',
    keptForConflict: 'Nothing was applied, because files have changed since. Choose Review merge above.',
    notSent: (why: string) => `${toSentence(why)} Your message was not sent and is still in the input.`,
    clearAgain: 'Press Esc again to clear the input.',
    sendingTakesLong: 'Not sent yet: Premove is busy. Your message stays in the input until it is sent.',
    openingChanges: 'Opening the prepared edits for review…',
    viewCleared: 'Scroll up to see earlier messages.',
    vimNoMatch: (pattern: string) => `No match for “${pattern}”`,
    vimPattern: '(regular expression)',
    vimMode: (mode: string) => `Vim: ${mode}`,
  },

  completion: {
    ask: 'Complete input',
    /** `key`: the key's name on this system. */
    askTitle: (key: string) => `Complete input (${key})`,
    stop: 'Stop completing',
    stopTitle: 'Stop completing (Esc)',
    tab: 'Tab',
    tabTitle: 'Take the completion (Tab)',
    empty: 'Type the beginning of your message first, then complete it.',
    waiting: 'Completing your text.',
    announcement: (text: string, wordKey: string) =>
      `Completion: ${text}. Tab takes it, ${wordKey} takes a word, Escape drops it.`,
  },

  attach: {
    label: 'Attach',
    title: 'Attach files, folders, problems, terminal output or images',
    file: 'File…',
    folder: 'Folder…',
    problems: 'Problems',
    terminal: 'Output of the last command',
    images: 'Images…',
  },

  composerMenu: {
    label: 'More',
    title: 'More actions for the input',
    translate: 'Translate input',
    cancelTranslation: 'Cancel translation',
    chooseTarget: 'Translate to…',
    promptFiles: 'Prompt files…',
    noPromptFiles: 'No prompt files yet. Put one into .premove/prompts.',
    messageModel: 'Model for this message',
    chatModel: 'Use the chat’s model again',
    onlyThisMessage: (label: string) => `Model for this message only: ${label}`,
    fallback: (label: string, insteadOf: string) => `${label}, because ${insteadOf} is not available`,
    compressTitle: 'Send a summary to the model in place of earlier messages',
    notWhileAnswering: 'Wait for the answer first.',
    effort: 'Thinking effort',
    defaultEffort: 'default',
    translating: 'Translating the input. Press Esc to cancel.',
    translated: 'Translated. Undo restores your text.',
    translationStopped: 'The translation stopped because the text changed. Translate again when the text is ready.',
  },

  editing: {
    label: 'Editing an earlier message',
    answer: 'Editing an answer',
    answerEffect: 'Saving adds a version and sends nothing. Later messages stay with the previous version.',
    answerAnnouncement:
      'Editing an answer. Enter saves it as another version, Escape cancels. Later messages stay with the previous version.',
    save: 'Save',
    notSavedYet: 'Wait for the answer before saving your edit.',
    effect: 'Later messages stay with the previous version. Premove asks what to do with changed files.',
    announcement:
      'Editing an earlier message. Enter sends it again, Escape cancels. Later messages stay with the previous version. ' +
      'Premove asks what to do with changed files.',
    cancel: 'Cancel editing',
    cancelTitle: 'Cancel editing (Esc)',
  },

  pastedText: {
    size: (lines: number, characters: number) => (lines > 1 ? plural(lines, 'line') : plural(characters, 'character')),
    label: (size: string) => `Pasted text · ${size}`,
    name: (size: string) => `Show pasted text, ${size}`,
    show: 'Show the pasted text',
  },

  /** The chip of a screen that *Continue here* has put into the input. */
  agentScreen: (agent: string) => ({
    label: (size: string) => `Screen of ${agent} · ${size}`,
    name: (size: string) => `Show the screen of ${agent}, ${size}`,
    show: `Show the screen of ${agent}`,
  }),

  mentions: {
    list: 'Mentions',
    chip: (kind: string, label: string) => `Mentioned ${kind}: ${label}`,
    open: (label: string) => `Open ${label}`,
    selection: 'text selected in the editor',
    problems: 'errors and warnings',
    terminal: 'output of the last command or agent',
    changes: 'uncommitted changes',
    memory: 'facts saved for later chats',
  },

  context: {
    name: (what: string) => `Editor context: ${what}`,
    openFiles: (count: number) => plural(count, 'open file'),
    linesSelected: (count: number) => `${plural(count, 'line')} selected`,
    nameOnly: 'name only',
    line: (path: string, line: number) => `${path}, line ${line.toLocaleString('en')}`,
    selection: 'the selected text',
    withheld: 'no content, because the file is ignored or looks secret',
    others: (count: number) => `the ${count === 1 ? 'name' : 'names'} of ${plural(count, 'other open file')}`,
    title: (parts: readonly string[], shared: boolean) =>
      shared
        ? `Sent with your message: ${parts.join('; ')}. Click to leave the editor out of this chat.`
        : `Left out of this chat: ${parts.join('; ')}. Click to include the editor again.`,
  },

  instructions: {
    name: (inUse: number, problems: number) =>
      [`Instructions: ${inUse} in use`, ...(problems > 0 ? [plural(problems, 'problem')] : [])].join(', '),
    title: 'Instructions for the model. Click to see them and switch them on or off.',
    list: 'Instructions',
    groups: { rule: 'Rules', memory: 'Memory', skill: 'Skills', agent: 'Agents' },
    problems: 'Problems',
    openProblem: 'Open the file',
    changed: 'Applies to your next message',
  },

  contextMeter: {
    heading: 'Context',
    name: (share: string) => `Context: ${share}`,
    title: (share: string) => `Context window: ${share} used. Click to see what fills it.`,
    tokens: formatTokens,
    full: (share: string, window: number | null) =>
      window === null ? `Context · ${share}` : `Context · ${share} of ${formatCount(window)}`,
    parts: { system: 'System', tools: 'Tools', files: 'Files', conversation: 'Conversation' },
    notCompressed: {
      'not-shorter': 'Not compressed automatically, because the last summary was not shorter',
      failed: 'Not compressed automatically, because the last attempt failed',
      undone: 'Compressed only when the context is full, because you undid the last compression',
    },
    compressesAt: (share: string) => `Compresses earlier messages at ${share}`,
    cached: (ms: number) => `Cached by the provider for ${formatDuration(ms)} more`,
    expired: (dollars: number | null) =>
      dollars === null || dollars === 0
        ? 'The provider’s cache has expired.'
        : `The provider’s cache has expired. The next message costs ${formatCost(dollars)} more.`,
    compress: 'Compress now',
    loading: 'Counting…',
    failed: 'The context could not be measured. Close this card and open it again.',
  },

  modes: {
    plan: { label: 'plan', description: 'Read-only, presents a plan' },
    default: { label: 'default', description: 'Asks before edits, commands and web pages' },
    'auto-edit': { label: 'auto-edit', description: 'Edits most files without asking' },
    yolo: { label: 'yolo', description: 'Edits files and runs commands without asking' },
  } satisfies Record<ApprovalMode, { label: string; description: string }>,

  yolo: {
    warning: 'Yolo mode is on: edits and commands run without asking.',
    turnOff: 'Turn off yolo mode',
  },
} as const;
