import type { SubmitResult } from '../../../shared/protocol.ts';
import { toPromptText } from './promptFolds.ts';

/** What the user can type instead of a prompt: a slash command, or a line for the shell. */
export interface TypedCommand {
  /** `/name`, which ends at white space, or a sign such as `!`, which does not. */
  readonly prefix: string;
  /**
   * Runs at once, also while an answer is made. `argument` is the text after the prefix, trimmed. With the outcome `kept`
   * the text stays in the composer.
   */
  run(conversationId: string, argument: string): Promise<SubmitResult>;
}

export interface Prompt {
  readonly kind: 'prompt';
  /** As it is in the composer; chips count their places in it. */
  readonly typed: string;
  /** As it is sent; empty if there is nothing to send. */
  readonly text: string;
}

export interface Command {
  readonly kind: 'command';
  readonly command: TypedCommand;
  readonly argument: string;
}

/** Tells a prompt from one of the commands. An unknown command is a prompt, because `/etc/hosts` is text too. */
export function parseSubmission(typed: string, commands: readonly TypedCommand[]): Prompt | Command {
  const text = toPromptText(typed);
  const command = commands.find(({ prefix }) => startsWith(text, prefix));
  if (!command) return { kind: 'prompt', typed, text };
  return { kind: 'command', command, argument: text.slice(command.prefix.length).trim() };
}

function startsWith(text: string, prefix: string): boolean {
  const isName = /\w$/.test(prefix);
  return text.startsWith(prefix) && (!isName || /^(\s|$)/.test(text.slice(prefix.length)));
}
