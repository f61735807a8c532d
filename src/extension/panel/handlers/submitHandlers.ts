import type { Request, SubmitResult } from '../../../shared/protocol.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { InputHistory } from '../../chat/composer/inputHistory.ts';
import { parseSubmission, type CommandLine } from '../../chat/composer/parseSubmission.ts';
import { toPromptText } from '../../chat/composer/promptChips.ts';
import type { BranchHandlers } from './branchHandlers.ts';
import type { ChatActions } from '../chatActions.ts';
import type { SlashCommands } from '../commands/slashCommands.ts';

type SubmitRequest = Extract<Request, { type: 'submit' }>;

/**
 * Parses the text that the user submits, and runs it as a command or submits it as a prompt. If the user edits an
 * answer, saves the text as a new version of that answer.
 */
export class SubmitHandlers {
  private readonly actions: Pick<ChatActions, 'submit'>;
  private readonly branches: Pick<BranchHandlers, 'saveAnswer'>;
  private readonly drafts: Pick<Drafts, 'isShown' | 'tookCommand' | 'editsAnswer'>;
  private readonly inputs: Pick<InputHistory, 'add'>;
  private readonly commands: Pick<SlashCommands, 'find' | 'run'>;

  constructor(
    actions: Pick<ChatActions, 'submit'>,
    branches: Pick<BranchHandlers, 'saveAnswer'>,
    drafts: Pick<Drafts, 'isShown' | 'tookCommand' | 'editsAnswer'>,
    inputs: Pick<InputHistory, 'add'>,
    commands: Pick<SlashCommands, 'find' | 'run'>,
  ) {
    this.actions = actions;
    this.branches = branches;
    this.drafts = drafts;
    this.inputs = inputs;
    this.commands = commands;
  }

  async submit({ conversationId, text, ...chips }: SubmitRequest): Promise<SubmitResult> {
    if (this.drafts.editsAnswer(conversationId)) return this.branches.saveAnswer(conversationId, text);
    const parsed = parseSubmission(text);
    const result =
      parsed.kind === 'command'
        ? await this.run(parsed, conversationId)
        : await this.actions.submit(conversationId, { prompt: parsed, ...chips });
    if (result.outcome !== 'kept') void this.inputs.add(conversationId, toPromptText(text));
    return result;
  }

  private async run(line: CommandLine, conversationId: string): Promise<SubmitResult> {
    if (!this.drafts.isShown(conversationId)) return { outcome: 'kept' };
    const found = this.commands.find(line);
    if (found.kind === 'refused') return { outcome: 'kept', message: found.message };
    // Before the command runs, because a new chat would take over its text.
    this.drafts.tookCommand();
    return this.commands.run(found.command, { conversationId, argument: line.argument });
  }
}
