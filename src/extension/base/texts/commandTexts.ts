import { t } from './translate.ts';

/** What a command does, in one line, and what may follow its name. */
export interface CommandTexts {
  readonly description: string;
  /** Such as `[name]`; missing if the command takes no argument. */
  readonly argument?: string;
}

/** Of each slash command, by its name. */
export const commandTexts = {
  chats: () => ({ description: t('Open, search or rename chats') }),
  clear: () => ({ description: t('Clear the view, delete nothing') }),
  compress: () => ({ description: t('Summarize earlier messages'), argument: t('[what to keep]') }),
  context: () => ({ description: t('What fills the context window') }),
  cost: () => ({ description: t('What this chat and today cost') }),
  export: () => ({ description: t('Save as Markdown or JSON') }),
  help: () => ({ description: t('List the commands') }),
  mcp: () => ({ description: t('MCP servers and their tools') }),
  mode: () => ({ description: t('Set the approval mode'), argument: t('plan | default | auto-edit') }),
  model: () => ({ description: t('Select a model'), argument: t('[--fast] [name]') }),
  new: () => ({ description: t('Start a new chat') }),
  restore: () => ({ description: t('Go back to an earlier message') }),
  review: () => ({ description: t('Diff of all changes of this chat') }),
  undo: () => ({ description: t('Undo the last changes of files') }),
  vim: () => ({ description: t('Turn Vim mode on or off') }),
} satisfies Record<string, () => CommandTexts>;

/** Why a command was not run, or what it has done. */
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
  duringAnswer: (command: string) => t('Wait for the answer, or stop it, before you use {0}.', command),
  noArgument: (command: string) =>
    t('{0} takes no argument. To send the text as a message, type a space before the slash.', command),
  nothingCounted: () => t('The context is counted with the first answer. Send a message first.'),
  noContextInTour: () => t('The offline tour has no context window.'),
  mode: (mode: string, modes: string) => t('The approval mode is {0}. Type one of: {1}.', mode, modes),
  unknownMode: (mode: string, modes: string) => t('There is no approval mode {0}. Type one of: {1}.', mode, modes),
  yolo: () => t('The mode yolo can only be turned on in Settings.'),
  fastModel: (model: string) => t('The fast model is {0}.', model),
  noCheckpoints: () => t('This chat has no message to go back to.'),
  noCheckpointsInTour: () => t('The offline tour has no checkpoints.'),
  emptyFile: (file: string) => t('{0} has no text to send.', file),
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
    t('To send a text that begins with a slash, type a space before it. A path, such as /etc/hosts, needs none.'),
};

/** The note about MCP servers. */
export const mcpTexts = {
  title: () => t('MCP servers'),
  none: () => t('No MCP server is configured. The command “MCP: Add Server” adds one.'),
  running: (tools: number) => (tools === 1 ? t('running, 1 tool') : t('running, {0} tools', tools)),
  stopped: () => t('no tools'),
  seeOutput: () => t('The server does not run, or has no tools. The command “MCP: List Servers” shows its output.'),
  /** `message`: the error text of the tool's last call. */
  failure: (message: string) => t('failed: {0}', message),
  startProblem: (message: string) => t('The servers could not be started: {0}', message),
};

/** The note about costs. */
export const costTexts = {
  title: () => t('Cost'),
  thisChat: () => t('This chat'),
  answers: () => t('Answers'),
  total: () => t('Total'),
  today: () => t('Today, in all windows'),
  requests: (count: number) => (count === 1 ? t('1 request') : t('{0} requests', count)),
};
