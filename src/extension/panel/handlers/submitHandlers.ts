import type { DraftChip } from '../../../shared/draftChip.ts';
import type { Request, SubmitResult } from '../../../shared/protocol.ts';
import { toTyped } from '../../../shared/slashCommand.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { InputHistory } from '../../chat/composer/inputHistory.ts';
import { parseSubmission, type CommandLine } from '../../chat/composer/parseSubmission.ts';
import { toPromptText } from '../../chat/composer/promptChips.ts';
import type { BranchHandlers } from './branchHandlers.ts';
import type { ChatActions } from '../chatActions.ts';
import type { ExpandedPrompt } from '../promptFileCommands.ts';
import type { SlashCommands } from '../commands/slashCommands.ts';

type SubmitRequest = Extract<Request, { type: 'submit' }>;

/** Runs the submitted text as a command, or submits it as a prompt or a new version of an edited answer. */
export class SubmitHandlers {
  private readonly actions: Pick<ChatActions, 'submit'>;
  private readonly branches: Pick<BranchHandlers, 'saveAnswer'>;
  private readonly drafts: Pick<Drafts, 'isShown' | 'sentCommand' | 'editsAnswer'>;
  private readonly inputs: Pick<InputHistory, 'add'>;
  private readonly commands: Pick<SlashCommands, 'find' | 'misspelling' | 'run'>;
  private readonly moveAhead: Pick<MoveAhead, 'isOffered' | 'stop'>;

  constructor(
    actions: Pick<ChatActions, 'submit'>,
    branches: Pick<BranchHandlers, 'saveAnswer'>,
    drafts: Pick<Drafts, 'isShown' | 'sentCommand' | 'editsAnswer'>,
    inputs: Pick<InputHistory, 'add'>,
    commands: Pick<SlashCommands, 'find' | 'misspelling' | 'run'>,
    moveAhead: Pick<MoveAhead, 'isOffered' | 'stop'>,
  ) {
    this.actions = actions;
    this.branches = branches;
    this.drafts = drafts;
    this.inputs = inputs;
    this.commands = commands;
    this.moveAhead = moveAhead;
  }

  async submit(request: SubmitRequest): Promise<SubmitResult> {
    const { conversationId, text, ...chips } = request;
    const parsed = parseSubmission(text);
    const editsAnswer = this.drafts.editsAnswer(conversationId);
    // An Enter that submits a suggestion must not save an edited answer or run a command.
    if (request.expects && (editsAnswer || parsed.kind === 'command')) return { outcome: 'kept' };
    if (editsAnswer) return this.branches.saveAnswer(conversationId, text);
    const message = parsed.kind === 'prompt' ? this.commands.misspelling(text) : undefined;
    if (message !== undefined) return { outcome: 'kept', message };
    const result =
      parsed.kind === 'command'
        ? await this.run(parsed, request)
        : await this.actions.submit(conversationId, { prompt: parsed, ...chips });
    const sent = toPromptText(text);
    if (result.outcome !== 'kept')
      void this.inputs.add(conversationId, parsed.kind === 'command' ? sent : toTyped(sent));
    return result;
  }

  private async run(line: CommandLine, request: SubmitRequest): Promise<SubmitResult> {
    const { conversationId } = request;
    if (!this.drafts.isShown(conversationId)) return { outcome: 'kept' };
    const found = this.commands.find(line);
    if (found.kind === 'refused') return { outcome: 'kept', message: found.message };
    if (found.kind === 'prompt-file') return this.sendExpanded(await found.expand(), request);
    // The composer is cleared before the command runs, because a new chat would take over the text.
    this.drafts.sentCommand();
    const result = await this.commands.run(found.command, { conversationId, argument: line.argument });
    if (!('outcome' in result)) return this.sendExpanded(result, request);
    // A command sends no prompt, so a suggestion that was this command would be shown again in the empty composer.
    const isSuggested = result.outcome === 'ran' && this.moveAhead.isOffered(request.text.trim());
    if (isSuggested) await this.moveAhead.stop('command-run');
    return result;
  }

  /** The text is not parsed as a command, even if it begins with `/`. */
  private async sendExpanded(expanded: ExpandedPrompt, request: SubmitRequest): Promise<SubmitResult> {
    const { conversationId, text: draft, mentions = [], folds = [], steers } = request;
    const { message } = expanded;
    const more = message !== undefined && { message };
    if (expanded.kind === 'kept') return { outcome: 'kept', ...more };
    const { text, model, tools } = expanded;
    const result = await this.actions.submit(conversationId, {
      prompt: { kind: 'prompt', typed: text, text: toPromptText(text) },
      draft,
      mentions: moveChips(mentions, draft, text),
      folds: moveChips(folds, draft, text),
      steers,
      model,
      tools,
    });
    return { ...more, ...result };
  }
}

/** Moves the chips of a command's argument to their positions in `to`. Drops a chip that is not in `to`. */
function moveChips<T extends Pick<DraftChip, 'from' | 'to'>>(chips: readonly T[], from: string, to: string): T[] {
  let end = 0;
  return chips.flatMap((chip) => {
    const part = from.slice(chip.from, chip.to);
    const at = part === '' ? -1 : to.indexOf(part, end);
    if (at < 0) return [];
    end = at + part.length;
    return [{ ...chip, from: at, to: end }];
  });
}
