import { commandNameOf } from '../../../shared/slashCommand.ts';
import { toPromptText } from './promptChips.ts';

export interface Prompt {
  readonly kind: 'prompt';
  /** As in the composer. The offsets of chips refer to this text, not to `text`. */
  readonly typed: string;
  /** Empty if there is nothing to send. */
  readonly text: string;
}

/** A text that begins with a slash command, known or unknown. */
export interface CommandLine {
  readonly kind: 'command';
  /** Without the slash; empty for a slash alone. */
  readonly name: string;
  readonly argument: string;
}

/**
 * Decides whether the user has typed a prompt or a slash command. White space before the slash makes the text a prompt,
 * so that every text can be sent.
 */
export function parseSubmission(typed: string): Prompt | CommandLine {
  const name = commandNameOf(typed);
  if (name === null) return { kind: 'prompt', typed, text: toPromptText(typed) };
  return { kind: 'command', name, argument: toPromptText(typed.slice(name.length + 1)) };
}
