import type { CommandEffect, PersistentRuleOffer } from '../../shared/toolBlock.ts';
import { plural } from './quantities.ts';

/** Texts of the cards for approvals, persistent rules and questions. */
export const cardStrings = {
  approval: {
    label: (tool: string) => `Approve ${tool}`,
    madeBy: (agent: string) => `Asked by the agent ${agent}`,
    once: 'Allow once',
    chat: 'Allow for this chat',
    all: 'Allow all',
    deny: 'Deny',
    denyWithFeedback: 'Deny with feedback…',
    closeFeedback: 'Back',
    /**
     * Names of the menu buttons beside Allow and Deny. They do not contain "Allow" or "Deny", so that a test that looks
     * for part of a name finds one button.
     */
    allowMenu: 'Approval options',
    denyMenu: 'Denial options',
    feedback: 'Tell Premove what to do instead',
    diffOf: (file: string) => `Proposed change to ${file}`,
    noLines: 'No lines change.',
    noText: 'The file is empty, or not text.',
    from: 'From',
    to: 'To',
    moved: (from: string, to: string) => `${from} to ${to}`,
    openDiff: 'Edit in diff…',
    usersMemory: (file: string) => `Will be saved in ${file}, for all your projects`,
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
      'runs-code': (path: string) => `${path} can run code, so Premove asks before changing it.`,
      'instructs-agents': (path: string) => `${path} can instruct agents, so Premove asks before changing it.`,
      'holds-secrets': (path: string) => `${path} can hold secrets, so Premove asks before changing it.`,
      'renames-authors': (path: string) =>
        `${path} can change the authors that Git shows, so Premove asks before changing it.`,
      'reads-secrets': (path: string) => `${path} looks secret, and its content would be sent to the model.`,
      'hard-linked': (path: string) => `${path} is a hard link: the same file has other names, here or elsewhere.`,
      'permanent-delete': (path: string) =>
        `This cannot be undone: ${path} is larger than the setting premove.changes.maxSizeMb allows.`,
      'remote-schema': (address: string) => `When this file is opened, VS Code may download its schema from ${address}`,
      outside: (path: string) => `${path} is outside the workspace.`,
      rule: (rule: string) => `A rule in your settings requires approval: ${rule}`,
      'reaches-denied': (rule: string) => `This command can reach files that a rule denies: ${rule}`,
      'hidden-command': () => 'This command can run another command that your rules cannot check.',
      'unknown-files': () => 'Premove cannot determine which files or file versions this command uses.',
    },
    announcement: (question: string) => `Premove asks: ${question}`,
    agentAnnouncement: (agent: string, question: string) => `The agent ${agent} asks: ${question}`,
  },

  persistent: {
    open: 'Always…',
    heading: 'Always allow',
    /** Shown after the command, the folder, the file or the site. */
    covers: {
      command: 'this exact command',
      'command-with-arguments': 'with any arguments',
      folder: 'edits in this folder, except files that Premove always asks about',
      file: 'edits to this file',
      site: 'pages on this site',
    } satisfies Record<PersistentRuleOffer['kind'], string>,
    everywhere: 'Applies in every workspace that you trust.',
    here: 'Applies in this workspace.',
    rule: 'Saved in your settings as',
    add: 'Always allow',
    back: 'Back',
    undo: { text: 'Undo', label: 'Undo adding the rule' },
  },

  loop: {
    label: 'The model repeats itself',
    calls: 'The model makes the same calls again and again, with the same results.',
    content: 'The model writes the same text again and again.',
    goOn: 'Go on',
    stop: 'Stop',
    never: 'Don’t check this chat',
    neverTitle: 'Go on, and do not check for repetition in this chat any more',
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
} as const;
