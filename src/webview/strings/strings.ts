import type {
  AnswerStatus,
  ApprovalMode,
  CommandEffect,
  ErrorView,
  PersistentRuleOffer,
  Notice,
  Todo,
} from '../../shared/chatState.ts';
import { imageStrings } from './imageStrings.ts';
import { formatCount, formatDuration, formatShare, ordinal, plural } from './quantities.ts';
import type { EnterOnGhost } from '../composer/editor/keys.ts';
import { queueStrings } from './queueStrings.ts';

/** Every word the panel shows or speaks. */
export const strings = {
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
    /** For the eye and for the ear. */
    short: (index: number, count: number) => `${index}/${count}`,
    long: (index: number, count: number) => `${index} of ${count}`,
    announcement: (index: number, count: number) => `Version ${index} of ${count}.`,
    later: (prompts: number) => `What followed (${plural(prompts, 'message')} of yours) is kept with another version.`,
    showLater: 'Show it',
  },

  user: {
    edit: 'Edit',
    editing: 'Being edited',
    images: 'Images',
  },

  welcome: {
    heading: 'One move ahead',
    before: 'Describe a change. After each answer, Premove suggests your next step. Press',
    after: 'to accept it.',
    tour: 'Try the offline tour',
    tourHint: 'no key, sample project',
    vscodeModels: 'Use VS Code’s models',
    vscodeModelsHint: (count: number) => `${count} found`,
    localServer: (label: string) => `Use ${label} on this machine`,
    localServerHint: (count: number) => plural(count, 'model'),
    openFolder: 'Open a folder…',
    openFolderHint: 'to work on your files',
    selectModel: 'Select a model…',
    selectModelHint: 'local or hosted',
    addKey: 'Add an API key…',
    tourIntro: 'This tour is scripted and works offline. It edits a sample project, never your files.',
    tourStep: 'Add a farewell function',
    tourPrompt: 'add a farewell function',
  },

  tourEnd: 'Select a model to work on your own code.',

  composer: {
    label: 'Message Premove',
    placeholder: 'Ask for a change, @ to add context',
    answering: 'Premove is answering',
    /** Without approvals it is an answer that is waited for. */
    waiting: (approvals: number) =>
      approvals === 0 ? 'Answer the question above, or queue a message' : 'Approve or deny above to continue',
    send: 'Send',
    stop: 'Stop',
    model: (label: string) => `Model: ${label}`,
    noModel: 'Select a model',
    mode: (label: string) => `Approval mode: ${label}`,
    keptWhileAnswering: 'Wait for the answer before resending an earlier message.',
    keptForReview: 'Review the changes, then press Enter to apply them.',
    keptForConflict: 'Nothing was applied: files have changed since the edits were prepared.',
    notSent: (why: string) => `Your message was not sent: ${why} It is still in the input.`,
    clearAgain: 'Press Esc again to clear the input.',
    sendingTakesLong: 'Not sent yet: Premove is busy. Your message stays in the input until it is.',
    openingChanges: 'Opening the changes for review…',
    viewCleared: 'Earlier messages are above: scroll up to see them.',
  },

  editing: {
    label: 'Editing an earlier message',
    effect: 'What follows moves to another branch. Changes to files are not undone.',
    announcement:
      'Editing an earlier message. Enter sends it anew, Escape cancels. What follows moves to another branch; changes to files are not undone.',
    cancel: 'Cancel',
    cancelTitle: 'Cancel editing (Esc)',
  },

  queue: queueStrings,

  fold: {
    size: (lines: number, characters: number) => (lines > 1 ? plural(lines, 'line') : plural(characters, 'character')),
    label: (size: string) => `Pasted text · ${size}`,
    name: (size: string) => `Pasted text, ${size}. Show it.`,
    show: 'Show the pasted text',
  },

  mentions: {
    list: 'What to mention',
    chip: (kind: string, label: string) => `Mentioned ${kind}: ${label}`,
    open: (label: string) => `Open ${label}`,
    selection: 'what is selected in the editor',
    problems: 'errors and warnings',
    terminal: 'output of the last command',
    changes: 'what is not committed yet',
  },

  context: {
    name: (what: string) => `Editor context: ${what}`,
    guides: (files: string) => `Instructions in use: ${files}`,
    openFiles: (count: number) => plural(count, 'open file'),
    linesSelected: (count: number) => `${plural(count, 'line')} selected`,
    nameOnly: 'name only',
    line: (path: string, line: number) => `${path}, line ${line.toLocaleString('en')}`,
    selection: 'the selected text',
    withheld: 'nothing of its content, because it is ignored or may hold secrets',
    others: (count: number) => `the ${count === 1 ? 'name' : 'names'} of ${plural(count, 'other open file')}`,
    title: (parts: readonly string[], shared: boolean) =>
      shared
        ? `Goes along with your message: ${parts.join('; ')}. Click to leave the editor out of this chat.`
        : `Left out of this chat: ${parts.join('; ')}. Click to send it along again.`,
  },

  images: imageStrings,

  ghost: {
    tab: 'Tab',
    announcement: (text: string) => `Suggestion: ${text}. Tab to accept.`,
    tabTitle: 'Fill in the suggestion (Tab)',
    hide: 'Hide suggestion',
    hideTitle: 'Hide suggestion (Esc)',
    menu: 'Suggestion options',
    menuTitle: 'Suggestion options (Shift+F10)',
    enter: {
      run: { key: '⏎ run', says: 'Enter runs the suggestion' },
      review: { key: '⏎ review', says: 'Enter shows the prepared edits, and applies nothing yet' },
      apply: { key: '⏎ apply', says: 'Enter applies the prepared edits' },
      fill: { key: '⏎ fill', says: 'Enter fills the suggestion in' },
      'send-typed': { key: '⏎ send your text', says: 'Enter sends only what you have typed' },
    } satisfies Record<EnterOnGhost, { key: string; says: string }>,
    off: {
      'off-in-chat': 'Turn off suggestions for this chat',
      off: 'Turn off suggestions everywhere',
    },
    otherKeys: 'Escape hides it. Shift+F10 opens its menu, which can turn suggestions off.',
  },
  suggesting: {
    label: 'Suggestions',
    'off-in-chat': 'Suggestions are off in this chat.',
    'on-in-chat': 'Suggestions are on in this chat.',
    off: 'Suggestions are off in all chats.',
    'off-in-workspace': 'The settings of this workspace turn suggestions off.',
    backedOff: (ignored: number, every: number) =>
      `You skipped ${ignored} suggestions, so Premove will suggest less often: after every ${ordinal(every)} answer.`,
    budgetSpent: (limit: string) => `Suggestions have reached your daily limit of ${limit}. They resume tomorrow.`,
    nothingAllowed: 'Your daily limit is $0, so suggestions are off for paid models.',
    priceUnknown: (limit: string, model: string) =>
      `Suggestions are off for ${model}: its price is unknown, and your daily limit is ${limit}.`,
    fastModelUnavailable: (model: string, why: string) =>
      `Suggestions are off: your fast model, ${model}, can’t be used. ${why}`,
    'preparing-on': 'Prepared edits are on: Premove carries out each suggestion on copies of your files.',
    'preparing-off': 'Prepared edits are off.',
    'preparing-off-in-workspace': 'The settings of this workspace turn prepared edits off.',
    /** `cost` for one suggestion; empty if it is free, null if its price is not known. */
    offerPreparing: (cost: string | null) => {
      const offer = 'Premove can prepare the edits of each suggestion while you read.';
      if (cost === null) return `${offer} This uses tokens even when you don’t accept.`;
      if (cost === '') return `${offer} This model is free.`;
      return `${offer} Estimated cost in this chat: about ${cost} each, accepted or not.`;
    },
    turnOn: 'Turn on',
    notNow: 'Not now',
    undo: 'Undo',
    everywhere: 'Turn off everywhere',
    workspaceSettings: 'Open its settings',
    changeFastModel: 'Change the fast model',
    everyAnswer: 'After every answer',
    changeLimit: 'Change limit',
    turnOff: 'Turn off',
    cost: 'Suggestions in this chat',
    speculationCost: 'Prepared steps in this chat',
    requests: (count: number) => plural(count, 'request'),
    cached: (tokens: number) => `${formatCount(tokens)} of them from cache`,
  },

  modes: {
    plan: { label: 'plan', description: 'Reads only, and presents a plan' },
    default: { label: 'default', description: 'Asks before every edit' },
    'auto-edit': { label: 'auto-edit', description: 'Edits files without asking' },
    yolo: { label: 'yolo', description: 'Asks for nothing' },
  } satisfies Record<ApprovalMode, { label: string; description: string }>,

  speculation: {
    label: 'Prepared next step',
    preparing: 'Preparing:',
    paused: 'Paused: suggestion hidden',
    step: (step: number) => `step ${step}`,
    ready: 'Ready',
    answerReady: 'Answer ready',
    applying: 'Applying',
    conflict: 'Files have changed since. Nothing was applied.',
    stopped: (activity: string) => (activity === '' ? 'Paused' : `Paused: ${activity}`),
    failed: (activity: string) => (activity === '' ? 'Could not prepare this' : `Could not prepare this: ${activity}`),
    preview: 'Preview',
    apply: 'Apply',
    show: 'Show',
    stop: 'Stop',
    stopLabel: 'Stop preparing',
    discard: 'Discard',
    discardLabel: 'Discard prepared edits',
    about: (prompt: string, model: string) =>
      [prompt && `“${prompt}”`, model && `Prepared by ${model}`].filter(Boolean).join('\n'),
    applied: (files: number) => `Prepared edits applied: ${plural(files, 'file')}.`,
  },

  tools: {
    status: {
      validating: 'Preparing',
      'awaiting-approval': 'Needs approval',
      'awaiting-answer': 'Waiting for your answer',
      scheduled: 'Queued',
      executing: 'Running',
      success: 'Done',
      error: 'Failed',
      cancelled: 'Cancelled',
    },
    denied: 'Denied',
    files: (count: number) => plural(count, 'file'),
    readsOnly: 'read-only',
    readsOnlyTitle:
      'This command ran with limits of time, output and memory. Git did not run programs that the repository names.',
    unsaved: 'edited, not saved yet',
    unsavedTitle: 'The file had unsaved changes, so the edit is in its editor. Save the file to write it to disk.',
    change: 'Change',
    output: 'Output',
    showOutput: 'Show output',
    hideOutput: 'Hide output',
    cancel: 'Cancel this call',
  },

  todos: {
    label: 'Plan',
    list: 'Steps',
    done: (done: number, count: number) => `${done} of ${count} done`,
    hide: 'Hide the plan',
    status: { completed: 'Done', in_progress: 'Now', pending: 'To do' } satisfies Record<Todo['status'], string>,
  },

  yolo: {
    warning: 'Yolo mode is on: edits and commands run without asking.',
    turnOff: 'Ask again',
  },

  approval: {
    label: (tool: string) => `Approve ${tool}`,
    once: 'Allow once',
    chat: 'Allow for this chat',
    all: 'Allow all',
    deny: 'Deny',
    denyWithFeedback: 'Deny with feedback…',
    /** Of the buttons beside Allow and Deny. They must not contain the words of those. */
    allowMenu: 'Approval options',
    denyMenu: 'Refusal options',
    feedback: 'Tell Premove what to do instead',
    diff: 'Proposed change',
    diffOf: (file: string) => `Proposed change of ${file}`,
    noLines: 'No lines change.',
    openDiff: 'Edit in diff…',
    amended: 'Your edited version will be written.',
    edits: (edits: number, files: number) => `${plural(edits, 'edit')} in ${plural(files, 'file')}`,
    openDiffOf: (file: string) => `Edit ${file} in diff…`,
    accept: (file: string) => `Accept ${file}`,
    reject: (file: string) => `Reject ${file}`,
    command: 'Command',
    directory: (directory: string | null) =>
      directory === null ? 'in no folder' : directory === '' ? 'in project root' : `in ${directory}`,
    readFirst: 'Show the rest of the command to allow it.',
    keys: (modifier: string) => ({
      allow: { key: `${modifier} ⏎`, does: 'allow' },
      deny: { key: `${modifier} ⌫`, does: 'deny' },
    }),
    effects: {
      'deletes-or-publishes': 'Deletes or publishes',
      network: 'Uses the network',
      write: 'Modifies files',
      unknown: 'Unknown effects',
      'read-only': 'Read-only',
    } satisfies Record<CommandEffect, string>,
    url: 'Address',
    arguments: 'Arguments',
    reasons: {
      'runs-code': (path: string) => `${path} can run code, so Premove always asks before editing it.`,
      'instructs-agents': (path: string) => `${path} can instruct agents, so Premove always asks before editing it.`,
      'holds-secrets': (path: string) => `${path} can hold secrets, so Premove always asks before editing it.`,
      'reads-secrets': (path: string) => `${path} looks like it holds secrets, and its content would go to the model.`,
      'hard-linked': (path: string) => `${path} is a hard link: the same file has other names, here or elsewhere.`,
      'remote-schema': (address: string) => `When this file is opened, VS Code may download its schema from ${address}`,
      outside: (path: string) => `${path} is outside the workspace.`,
      rule: (rule: string) => `A rule in your settings asks: ${rule}`,
      'reaches-denied': (rule: string) => `This command can reach files that a rule denies: ${rule}`,
      'hidden-command': () => 'This command can run another one, which your rules cannot check.',
      'unknown-files': () => 'Premove cannot know which files, or which versions of them, this command uses.',
    },
    announcement: (question: string) => `Premove asks: ${question}`,
  },

  persistent: {
    open: 'Always…',
    heading: 'Always allow',
    /** After the command, the folder, the file or the site. */
    covers: {
      command: 'this exact command',
      'command-with-arguments': 'with any arguments',
      folder: 'edits in this folder, except files that can run code or instruct agents',
      file: 'edits of this file',
      site: 'pages of this site',
    } satisfies Record<PersistentRuleOffer['kind'], string>,
    everywhere: 'Applies in every workspace that you trust.',
    here: 'Applies in this workspace.',
    rule: 'Saved in your settings as',
    take: 'Always allow',
    back: 'Back',
    undo: 'Undo',
  },

  question: {
    label: 'Question',
    options: 'Answers to choose from',
    own: 'Your own answer',
    ownPlaceholder: (hasOptions: boolean) => (hasOptions ? 'Or answer in your own words' : 'Your answer'),
    answer: 'Answer',
    skip: 'Don’t answer',
    gone: 'This question is no longer open.',
    announcement: (question: string, options: number) =>
      `Premove asks: ${question}${options > 0 ? ` ${plural(options, 'answer')} to choose from.` : ''}`,
  },

  answer: {
    thinking: 'Thinking',
    /** 0 ms: an earlier session's thought, whose time nobody kept. */
    thoughtFor: (ms: number) => (ms === 0 ? 'Thoughts' : `Thought for ${formatDuration(ms)}`),
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Retry',
    more: 'More actions',
    copyMarkdown: 'Copy as Markdown',
    exportFromHere: 'Export from here…',
    details: 'Details',
    hideDetails: 'Hide details',
    inOut: (input: number, output: number) => `${formatCount(input)} in · ${formatCount(output)} out`,
    unknownPrice: 'price unknown',
    unknownPriceDetail: 'Premove has no price for this model, so what the answer cost is not known.',
    ahead: (amount: string) => `${amount} ahead`,
    aheadDetail: 'Ahead: suggestions and prepared edits after this answer',
    aheadEstimated: 'A request was cut short, so its cost is an estimate.',
    costDetail: 'What the answer cost, in US dollars, at the provider’s list prices',
    context: (share: string) => `${share} of context`,
    contextDetail: (used: number, window: number) =>
      `${formatCount(used)} of the ${formatCount(window)} tokens that the model can take in`,
    detail: {
      chatTotal: 'This chat',
      dayTotal: 'Today, all chats',
      model: 'Model',
      input: 'Input',
      output: 'Output',
      cacheRead: 'Read from cache',
      cacheWrite: 'Written to cache',
      cost: 'Cost',
      context: 'Context',
      tokens: (count: number) => plural(count, 'token'),
      contextUsed: (used: number, window: number | null) =>
        window === null
          ? plural(used, 'token')
          : `${used.toLocaleString('en')} of ${plural(window, 'token')} (${formatShare(used, window)})`,
      contextUnknown: 'The size of this model’s context window is not known.',
    },
    sources: 'Sources',
    allSources: (count: number) => `Show all ${count} sources`,
    tokens: (count: number) => `${formatCount(count)} tokens`,
    tokensDetail: (input: number, output: number, cacheRead: number, cacheWrite: number) =>
      `${formatCount(input)} in · ${formatCount(output)} out · ${formatCount(cacheRead)} read from cache · ` +
      `${formatCount(cacheWrite)} written to cache`,
    estimated: 'The answer was cut short, so its output is an estimate.',
    speculated: 'Prepared in advance',
    amended: (files: number) => `you edited ${plural(files, 'file')}`,
    speculatedDetail: 'Prepared ahead, before you asked',
    working: 'Working',
    finished: (text: string) => (text === '' ? 'Premove answered.' : `Premove answered: ${text}`),
    /** `attempt` is null if only time limits the attempts. */
    retryIn: (reason: string, seconds: number, attempt: number | null, maxAttempts: number) =>
      `${sentence(reason)} Retrying in ${seconds}\u00a0s${attemptOf(attempt, maxAttempts)}.`,
    retrying: (reason: string, attempt: number | null, maxAttempts: number) =>
      `${sentence(reason)} Retrying now${attemptOf(attempt, maxAttempts)}.`,
    retries: (reason: string) => `${sentence(reason)} Retrying.`,
    retryNow: { text: 'Now', label: 'Retry now' },
    stopRetrying: { text: 'Stop', label: 'Stop retrying' },
    leftOut: 'Not answered, so not sent again.',
    failedEarlier: 'Ended with an error.',
    goOn: 'Continue',
    /** 0: not known. */
    pausedAfter: (requests: number) =>
      requests === 0
        ? 'Paused at the request limit (premove.maxSessionTurns).'
        : `Paused after ${plural(requests, 'request')} (premove.maxSessionTurns).`,
    empty: 'The model sent an empty answer. Try again, or word it differently.',
    status: {
      stopped: 'You stopped this answer.',
      interrupted: 'Interrupted when the window was reloaded.',
      'cut-off': 'Stopped at the output limit.',
      refused: 'The model declined to go on with this.',
      failed: 'The answer could not be completed.',
    } satisfies Partial<Record<AnswerStatus, string>>,
  },

  actions: {
    'set-api-key': 'Set key…',
    'select-model': 'Select model…',
    retry: 'Retry',
    'new-chat': 'New chat',
    'open-settings': 'Open settings',
    'open-copy': 'Open a copy',
  } satisfies Record<NonNullable<ErrorView['action']> | NonNullable<Notice['action']>, string>,

  notice: { dismiss: 'Dismiss' },

  markdown: {
    copyCode: 'Copy code',
    insertCode: 'Insert at cursor',
    copied: 'Copied',
    code: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
    table: 'Table',
    image: 'Image',
    showAll: (characters: number) => `Show all ${formatCount(characters)} characters`,
  },

  showMore: 'Show more',
  showLess: 'Show less',
  moreCharacters: (count: number) => plural(count, 'more character'),
  moreLines: (count: number) => `Show ${plural(count, 'more line')}`,

  crash: {
    heading: 'The panel ran into a problem',
    text: 'Your chat is safe and the error is in the log. Reload shows the panel again.',
    reload: 'Reload',
  },
  connection: (why: string) => `The panel could not load the chat: ${why}`,
} as const;

function attemptOf(attempt: number | null, maxAttempts: number): string {
  return attempt === null ? '' : ` (${attempt} of ${maxAttempts})`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
