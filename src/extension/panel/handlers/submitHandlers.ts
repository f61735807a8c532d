import type { Request, SubmitResult } from '../../../shared/protocol.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { InputHistory } from '../../chat/composer/inputHistory.ts';
import { parseSubmission, type Command, type TypedCommand } from '../../chat/composer/parseSubmission.ts';
import { toPromptText } from '../../chat/composer/promptChips.ts';
import type { BranchHandlers } from './branchHandlers.ts';
import type { ChatActions } from '../chatActions.ts';

type SubmitRequest = Extract<Request, { type: 'submit' }>;

/**
 * Parses the text that the user submits, and runs it as a command or submits it as a prompt. If the user edits an answer,
 * saves the text as that answer's.
 */
export class SubmitHandlers {
  private readonly actions: Pick<ChatActions, 'submit'>;
  private readonly branches: Pick<BranchHandlers, 'saveAnswer'>;
  private readonly drafts: Pick<Drafts, 'isShown' | 'sentText' | 'editsAnswer'>;
  private readonly inputs: Pick<InputHistory, 'add'>;
  private readonly commands: readonly TypedCommand[];

  constructor(
    actions: Pick<ChatActions, 'submit'>,
    branches: Pick<BranchHandlers, 'saveAnswer'>,
    drafts: Pick<Drafts, 'isShown' | 'sentText' | 'editsAnswer'>,
    inputs: Pick<InputHistory, 'add'>,
    commands: readonly TypedCommand[],
  ) {
    this.actions = actions;
    this.branches = branches;
    this.drafts = drafts;
    this.inputs = inputs;
    this.commands = commands;
  }

  async submit({ conversationId, text, ...chips }: SubmitRequest): Promise<SubmitResult> {
    if (this.drafts.editsAnswer(conversationId)) return this.branches.saveAnswer(conversationId, text);
    const parsed = parseSubmission(text, this.commands);
    const result =
      parsed.kind === 'command'
        ? await this.run(parsed, conversationId, text)
        : await this.actions.submit(conversationId, { prompt: parsed, ...chips });
    if (result.outcome !== 'kept') void this.inputs.add(conversationId, toPromptText(text));
    return result;
  }

  private async run({ command, argument }: Command, conversationId: string, text: string): Promise<SubmitResult> {
    const result = await command.run(conversationId, argument);
    if (result.outcome !== 'kept' && this.drafts.isShown(conversationId)) this.drafts.sentText(text);
    return result;
  }
}
