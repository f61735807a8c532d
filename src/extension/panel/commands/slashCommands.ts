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
  readonly commands: readonly SlashCommand[];
  readonly ports: CommandPorts;
  readonly promptFiles: Pick<PromptFileCommands, 'find' | 'findUnusable' | 'expand' | 'names'>;
  readonly isIdle: () => boolean;
  readonly log: Log;
}

/** `message`: why the command does not run. */
export type FoundCommand =
  | { readonly kind: 'found'; readonly command: SlashCommand }
  | { readonly kind: 'prompt-file'; readonly expand: () => Promise<ExpandedPrompt> }
  | { readonly kind: 'refused'; readonly message: string };

export class SlashCommands {
  private readonly options: SlashCommandsOptions;

  constructor(options: SlashCommandsOptions) {
    this.options = options;
  }

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
   * Returns a message about a text that is probably a misspelled command: `//`, or a known name after a slash and
   * spaces. Undefined for any other text.
   */
  misspelling(typed: string): string | undefined {
    if (typed.trimEnd() === '//') return commandOutcomeTexts.noName();
    const [, name = ''] = /^\/[ \t]+([^\s/]+)(?=\s|$)/.exec(typed) ?? [];
    const known = [...namesOf(this.views()), ...this.options.promptFiles.names];
    // Prompt files keep the letter case of their names.
    const meant = known.find((each) => each.toLowerCase() === name.toLowerCase());
    return meant === undefined ? undefined : commandOutcomeTexts.spaced(`/${meant}`);
  }

  /** Runs a command. The caller must send the prompt that a command returns. */
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

  /** Prompt files of an untrusted workspace are not loaded. */
  private mayMissFiles(): boolean {
    const { store, workspace, isTrusted } = this.options.ports;
    return store.state.tour === null && workspace.roots.length > 0 && !isTrusted();
  }
}

/** Undefined if the command can run now. */
function refusalOf({ name, texts, duringAnswer }: SlashCommand, argument: string, isIdle: boolean): string | undefined {
  if (argument !== '' && texts().argument === undefined) return commandOutcomeTexts.noArgument(`/${name}`);
  if (isIdle) return undefined;
  return duringAnswer === 'refused' ? commandOutcomeTexts.duringAnswer(`/${name}`) : undefined;
}

export function toView({ name, aliases = [], texts }: SlashCommand): CommandView {
  const { description, argument = '' } = texts();
  return { name, aliases: [...aliases], description, argument };
}

/** From 0 to 1. */
const MIN_SIMILARITY = 0.5;

/** The known name that `name` most likely misspells or begins. */
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
