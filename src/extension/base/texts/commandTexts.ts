import { t } from './translate.ts';

/** A slash command's description, in one line, and its argument. */
export interface CommandTexts {
  readonly description: string;
  /** Such as `[name]`; missing if the command takes no argument. */
  readonly argument?: string;
}

/** The texts of each slash command, by the command's name. */
export const commandTexts = {
  chats: () => ({ description: t('Open, search or rename chats') }),
  clear: () => ({ description: t('Clear the view, delete nothing') }),
  compress: () => ({ description: t('Summarize earlier messages'), argument: t('[what to keep]') }),
  context: () => ({ description: t('Show what fills the context window') }),
  cost: () => ({ description: t('Show the cost of this chat and of today') }),
  export: () => ({ description: t('Save as Markdown or JSON') }),
  help: () => ({ description: t('List the commands') }),
  init: () => ({ description: t('Write or improve AGENTS.md') }),
  initPermissions: () => ({ description: t('Choose project commands to allow') }),
  memory: () => ({ description: t('Show or add saved facts'), argument: t('[show | add | refresh]') }),
  mcp: () => ({ description: t('List MCP servers and their tools') }),
  mode: () => ({ description: t('Set the approval mode'), argument: t('plan | default | auto-edit') }),
  model: () => ({ description: t('Select a model'), argument: t('[--fast] [name]') }),
  new: () => ({ description: t('Start a new chat') }),
  restore: () => ({ description: t('Go back to an earlier message') }),
  review: () => ({ description: t('Show all changes of this chat') }),
  undo: () => ({ description: t('Undo the last file changes') }),
  vim: () => ({ description: t('Turn Vim mode on or off') }),
} satisfies Record<string, () => CommandTexts>;

/** Reasons why a command was not run, and results of commands. */
export const commandOutcomeTexts = {
  noName: () => t('Type the name of a command after the slash. /help lists the commands.'),
  /** `closest`: a command with its slash; undefined if no command is similar. */
  unknown: (name: string, closest: string | undefined) =>
    closest === undefined
      ? t('There is no command /{0}. To send the text as a message, type a space before the slash.', name)
      : t(
          'There is no command /{0}. Did you mean {1}? To send the text as a message, type a space before the slash.',
          name,
          closest,
        ),
  /** `command`: with its slash. */
  spaced: (command: string) =>
    t('Did you mean {0}? To send the text as a message, type a space before the slash.', command),
  /** Shown after another reason. */
  untrustedFiles: () => t('Prompt files of this folder are not loaded, because the workspace is not trusted.'),
  /** `command`: with its slash. */
  duringAnswer: (command: string) => t('Wait for the answer, or stop it, before you use {0}.', command),
  noArgument: (command: string) =>
    t('{0} takes no argument. To send the text as a message, type a space before the slash.', command),
  nothingToExport: () => t('This chat has no messages to export yet.'),
  nothingCounted: () => t('The context is counted when the first answer ends. Send a message first.'),
  notYetCounted: () => t('The context is counted when the answer ends. Repeat the command then.'),
  notReported: () => t('The model’s server has reported no token counts, so the context cannot be shown.'),
  noContextInTour: () => t('The offline tour has no context window.'),
  mode: (mode: string, modes: string) =>
    t('The approval mode is {0}. To change it, type /mode and one of: {1}.', mode, modes),
  unknownMode: (mode: string, modes: string) =>
    t('There is no approval mode {0}. Type /mode and one of: {1}.', mode, modes),
  modeAfterTrust: (mode: string) =>
    t('The mode {0} applies after you trust this workspace. Until then, tools only read files.', mode),
  yolo: () => t('The mode yolo can be turned on only in Settings.'),
  /** `option`: as the user typed it. */
  unknownModelOption: (option: string) =>
    t('/model has no option {0}. Type /model or /model --fast, each with or without a name.', option),
  fastModel: (model: string) => t('The fast model is {0}.', model),
  noCheckpoints: () => t('This chat has no message to go back to.'),
  noCheckpointsInTour: () => t('The offline tour has no checkpoints.'),
  emptyFile: (file: string) => t('{0} has no text to send.', file),
  /** `file`: a path for display. */
  unusableFile: (file: string) => t('{0} cannot be used. See the list of instructions (book button).', file),
  vimOn: () => t('Vim mode is on.'),
  vimOff: () => t('Vim mode is off.'),
  nothingToUndo: () => t('No answer of this chat has changes that can be undone.'),
};

/** The note that lists the commands. */
export const helpTexts = {
  title: () => t('Commands'),
  /** `names`: with their slashes. */
  aliases: (names: string) => t('also {0}', names),
  promptFiles: () => t('Prompt files'),
  hint: () =>
    t('To send a text that begins with a slash, type a space before it. A path, such as /etc/hosts, needs no space.'),
};

/** The note about the memory. */
export const memoryNoteTexts = {
  title: () => t('Memory'),
  none: () => t('Nothing is saved yet. Type “/memory add” and a fact to save it for all later chats.'),
  usage: () =>
    t(
      'Type “/memory” or “/memory show”, “/memory refresh”, or “/memory add” and a fact. “/memory add --workspace” saves the fact in this folder.',
    ),
  refreshed: () => t('The memory and the other instructions are being read again.'),
  notInTour: () => t('The offline tour has no memory.'),
};

/** Texts of /init and /init-permissions. */
export const initTexts = {
  /** The prompt that the user sends. */
  write: (file: string) =>
    `${t('Write {0}, a guide for coding agents that work in this project.', file)}\n\n${guideContents()}`,
  improve: (file: string) =>
    `${t(
      'Improve {0}, the guide for coding agents in this project. Read it first. Keep what is right, and keep its authors’ words if you can. Correct what contradicts the project, add what is missing, and remove what any agent knows anyway.',
      file,
    )}\n\n${guideContents()}`,
  improves: (file: string) =>
    t('{0} exists, so the model improves it. You see the changes before they are written.', file),
  noFolder: () => t('Open a folder first.'),
  notInTour: () => t('The offline tour writes no AGENTS.md. Start a new chat with another model.'),
  untrusted: () => t('Premove writes no files in a workspace that you do not trust.'),
  untrustedRules: () => t('Premove offers no rules for a workspace that you do not trust.'),
  noRulesInTour: () => t('The offline tour runs no commands.'),
  noRules: () =>
    t(
      'There are no new rules to offer. Premove offers only safe, exact rules for commands in package.json, a Makefile or a CI file.',
    ),
};

/**
 * Reasons of `projectRuleTexts.leftOut`. A reason follows “which” if there is a `cause`, and otherwise stands alone.
 * `endless` and `long` always stand alone.
 */
const LEFT_OUT = {
  'deletes-files': () => t('deletes files'),
  'deletes-or-publishes': () => t('deletes or publishes something'),
  'runs-download': () => t('may run downloaded code'),
  never: () => t('is too dangerous for a rule'),
  unclear: () => t('runs commands that Premove cannot determine'),
  endless: () => t('its scripts run each other endlessly'),
  long: () => t('its scripts are too long to show'),
};

/** Texts about the rules that /init-permissions offers. */
export const projectRuleTexts = {
  title: () => t('Commands of this project'),
  withoutRule: () => t('No rule is offered'),
  /** `cause.command`: the command that is the reason. `cause.caller`: the command whose script contains it, if any. */
  leftOut: (reason: keyof typeof LEFT_OUT, cause?: { readonly command: string; readonly caller?: string }): string => {
    const why = LEFT_OUT[reason]();
    if (!cause) return why;
    if (cause.caller === undefined) return t('runs “{0}”, which {1}', cause.command, why);
    return t('“{0}” runs “{1}”, which {2}', cause.caller, cause.command, why);
  },
  /** Precedes a script. */
  wholeScript: () => t('The list shows only the beginning of this script:'),
  /** `start`: the beginning of the script. */
  cut: (start: string) => t('{0}… (whole script above the input)', start),
};

function guideContents(): string {
  return t(`Look at the project first: its README, its manifests, its tests, its CI, and any rules for other agents. Then write down only facts that help an agent and that you have seen in the project:

- the commands to build, to lint, to run all tests, and to run a single test
- the structure: the main folders, and how they depend on each other
- the conventions of the code that a newcomer would miss
- what must never be done here

At most 60 lines of Markdown. No general advice, no invented rules, no secrets.`);
}

/** The note about MCP servers. */
export const mcpTexts = {
  title: () => t('MCP servers'),
  none: () =>
    t(
      'VS Code reports no tools of MCP servers, and no server in .vscode/mcp.json or in your settings. VS Code’s own list also shows servers of other files, such as .mcp.json. The command “MCP: Add Server” adds one.',
    ),
  tools: (count: number) => (count === 0 ? t('no tools') : count === 1 ? t('1 tool') : t('{0} tools', count)),
  state: () =>
    t(
      'VS Code reports only the tools of a server. The command “MCP: List Servers” shows whether the server runs, and its output. If a server itself reports that a call failed, the failure is not listed here, but only in the result of the call, in the chat.',
    ),
  renamed: () =>
    t(
      'VS Code lists tools under the name that a server reports for itself, so the tools of this server may be listed under another name.',
    ),
  untrusted: () => t('VS Code starts no MCP servers in a workspace that you do not trust.'),
  noList: () => t('This version of VS Code has no list of MCP servers.'),
  /** `message`: the error text of the tool's last call. */
  failure: (message: string) => t('failed: {0}', message),
  startProblem: (message: string) => t('The servers could not be started: {0}', message),
};

/** The note about costs. */
export const costTexts = {
  title: () => t('Cost'),
  thisChat: () => t('This chat'),
  nothing: () => t('Nothing has been spent yet.'),
  answers: () => t('Answers'),
  total: () => t('Total'),
  thisWindow: () => t('Terminals, in this window'),
  today: () => t('Today, in all windows'),
  requests: (count: number) => (count === 1 ? t('1 request') : t('{0} requests', count)),
};
