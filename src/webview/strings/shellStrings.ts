import { plural } from './quantities.ts';

/** Texts of the input's shell mode, and of the rows of commands that the user has run. */
export const shellStrings = {
  placeholder: 'Run a shell command',
  run: 'Run',
  runTitle: 'Run the command (Enter)',
  where: 'Shell · output goes to the next prompt',
  untrusted: 'Trust the workspace first. Until then, Premove runs no commands.',
  /** `escEndsVimMode`: the first Esc ends a mode of Vim, for example insert mode. */
  leave: (escEndsVimMode: boolean) => (escEndsVimMode ? 'Esc twice to leave' : 'Esc to leave'),
  /** Why a control is disabled in shell mode. */
  leaveFirst: 'Leave shell mode first.',
  noFiles: 'Files cannot be attached to a shell command. Leave shell mode first.',
  announcement: (escEndsVimMode: boolean) =>
    `Shell mode. Enter runs the command without asking, Escape ${escEndsVimMode ? 'pressed twice ' : ''}leaves shell mode.`,
  row: (command: string) => `Command: ${command}`,
  output: 'Output of the command',
  showOutput: 'Show the output',
  hideOutput: 'Hide the output',
  stop: 'Stop the command',
  openLog: (total: number) => `Open the whole output (${plural(total, 'character')})`,
  openPart: (total: number) => `Open the saved part of the output (${plural(total, 'character')} in total)`,
  notSaved: (total: number) => `The output has ${plural(total, 'character')}. It could not be saved.`,
  share: 'Share with the model',
  shareTitle: 'The next prompt sends the output to the model',
  sent: 'Sent to the model',
  noInput: 'Commands get no input.',
} as const;
