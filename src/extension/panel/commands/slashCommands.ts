import { toDisplayText } from '../../../shared/displayText.ts';
import type { SubmitResult } from '../../../shared/protocol.ts';
import { namesOf, type CommandView } from '../../../shared/slashCommand.ts';
import { commandOutcomeTexts } from '../../base/texts/commandTexts.ts';
import type { CommandLine } from '../../chat/composer/parseSubmission.ts';
import type { Log } from '../../ports/log.ts';
import { editSimilarity } from '../../text/editSimilarity.ts';
import type { ExpandedPrompt, PromptFileCommands } from '../promptFileCommands.ts';
import type { CommandCall, CommandPorts, SlashCommand } from './slashCommand.ts';

export interface SlashCommandsOptions {
  /** The built-in commands. */
  readonly commands: readonly SlashCommand[];
  readonly ports: CommandPorts;
  readonly promptFiles: Pick<PromptFileCommands, 'find' | 'findUnusable' | 'expand' | 'names'>;
  /** False while Premove answers in the shown chat. */
  readonly isIdle: () => boolean;
  readonly log: Log;
}

/** `refused`: `message` says why the command does not run. */
export type FoundCommand =
  | { readonly kind: 'found'; readonly command: SlashCommand }
  /** `expand` returns the prompt to send. */
  | { readonly kind: 'prompt-file'; readonly expand: () => Promise<ExpandedPrompt> }
  | { readonly kind: 'refused'; readonly message: string };

/** Finds the commands that the user types, and runs them. */
export class SlashCommands {
  private readonly options: SlashCommandsOptions;

  constructor(options: SlashCommandsOptions) {
    this.options = options;
  }

  /** The entries of the built-in commands in the `/` list. */
  views(): CommandView[] {
    return this.options.commands.map(toView);
  }

  find({ name, argument }: CommandLine): FoundCommand {
    const { commands, promptFiles, isIdle } = this.options;
    const wanted = name.toLowerCase();
    const command = commands.find((known) => known.name === wanted || known.aliases?.includes(wanted));
    const file = command ? undefined : promptFiles.find(wanted);
    if (file) return { kind: 'prompt-file', expand: () => promptFiles.expand(file, argument) };
    const message = command ? refusalOf(command, argument, isIdle()) : this.unknown(name);
    return command && message === undefined
      ? { kind: 'found', command }
      : { kind: 'refused', message: message ?? this.unknown(name) };
  }

  /**
   * Why a text that is not a command is probably meant as one: `//`, or a known name after a slash and spaces.
   * Undefined for any other text.
   */
  misspelling(typed: string): string | undefined {
    if (typed.trimEnd() === '//') return commandOutcomeTexts.noName();
    const [, name = ''] = /^\/[ \t]+([^\s/]+)(?=\s|$)/.exec(typed) ?? [];
    const known = [...namesOf(this.views()), ...this.options.promptFiles.names];
    // The names of prompt files keep their letter case, which does not matter when the user types.
    const meant = known.find((each) => each.toLowerCase() === name.toLowerCase());
    return meant === undefined ? undefined : commandOutcomeTexts.spaced(`/${meant}`);
  }

  /** Runs a command. If the command sends a prompt, returns this prompt, which the caller must send. */
  async run(command: SlashCommand, call: CommandCall): Promise<SubmitResult | ExpandedPrompt> {
    const { ports, log } = this.options;
    const outcome = await command.run(ports, call);
    const { message } = outcome;
    if (outcome.kind === 'refused') return { outcome: 'kept', ...(message !== undefined && { message }) };
    if (outcome.kind === 'sends') {
      return { kind: 'expanded', text: outcome.text, ...(message !== undefined && { message }) };
    }
    const { effect, opens } = outcome;
    opens?.().catch((error: unknown) => log.error(`/${command.name} failed`, error));
    return { outcome: 'ran', ...(message !== undefined && { message }), ...(effect && { effect }) };
  }

  private unknown(name: string): string {
    if (name === '') return commandOutcomeTexts.noName();
    const unusable = this.options.promptFiles.findUnusable(name);
    if (unusable !== undefined) return commandOutcomeTexts.unusableFile(unusable);
    const closest = closestName(name, [...namesOf(this.views()), ...this.options.promptFiles.names]);
    const reason = commandOutcomeTexts.unknown(toDisplayText(name), closest === undefined ? undefined : `/${closest}`);
    return this.mayMissFiles() ? `${reason} ${commandOutcomeTexts.untrustedFiles()}` : reason;
  }

  /** Whether the workspace may have prompt files that are not loaded, because the user does not trust it. */
  private mayMissFiles(): boolean {
    const { store, workspace, isTrusted } = this.options.ports;
    return store.state.tour === null && workspace.roots.length > 0 && !isTrusted();
  }
}

/** Why the command cannot run now; undefined if it can. */
function refusalOf({ name, texts, duringAnswer }: SlashCommand, argument: string, isIdle: boolean): string | undefined {
  if (argument !== '' && texts().argument === undefined) return commandOutcomeTexts.noArgument(`/${name}`);
  if (isIdle) return undefined;
  return duringAnswer === 'refused' ? commandOutcomeTexts.duringAnswer(`/${name}`) : undefined;
}

/** The command's entry in the `/` list. */
export function toView({ name, aliases = [], texts }: SlashCommand): CommandView {
  const { description, argument = '' } = texts();
  return { name, aliases: [...aliases], description, argument };
}

/** Minimum similarity, from 0 to 1, of a name that is suggested. */
const MIN_SIMILARITY = 0.5;

/** Returns the known name that `name` most likely misspells or begins; undefined if none is similar. */
function closestName(name: string, names: readonly string[]): string | undefined {
  const typed = name.toLowerCase();
  const scored = names.map((known) => {
    const lower = known.toLowerCase();
    return { known, score: lower.startsWith(typed) ? 1 : similarity(lower, typed) };
  });
  const [best] = scored.toSorted((left, right) => right.score - left.score);
  return best && best.score >= MIN_SIMILARITY ? best.known : undefined;
}

/** 0 if the first letters differ and at most half is similar: `/nope` is not a misspelling of `/mode`. */
function similarity(known: string, typed: string): number {
  const score = editSimilarity(known, typed);
  return known[0] === typed[0] || score > MIN_SIMILARITY ? score : 0;
}
