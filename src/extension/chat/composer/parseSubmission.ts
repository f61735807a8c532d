import type { SubmitResult } from '../../../shared/protocol.ts';
import { toPromptText } from './promptChips.ts';

/** A command that the user can type instead of a prompt: a slash command, or a line for the shell. */
export interface TypedCommand {
  /** Either `/name`, before white space or the end of the text, or a sign such as `!`, before any text. */
  readonly prefix: string;
  /**
   * Runs at once, also during an answer. `argument` is the trimmed text after the prefix. If the outcome is `kept`, the
   * text stays in the composer.
   */
  run(conversationId: string, argument: string): Promise<SubmitResult>;
}

export interface Prompt {
  readonly kind: 'prompt';
  /** The text in the composer, in which chips have their positions. */
  readonly typed: string;
  /** The text to send; empty if there is nothing to send. */
  readonly text: string;
}

export interface Command {
  readonly kind: 'command';
  readonly command: TypedCommand;
  readonly argument: string;
}

/** Parses a prompt or one of the commands. An unknown command is a prompt, because `/etc/hosts` is text too. */
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
