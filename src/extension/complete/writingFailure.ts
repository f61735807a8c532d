import { toSentence } from '../../shared/displayText.ts';
import { completionTexts } from '../base/texts/completionTexts.ts';
import { toErrorView } from '../chat/view/errorText.ts';
import type { ModelError, SelectedModel } from '../model/chatModel.ts';

/** Why the text of the input box was not completed or translated. */
export interface WritingFailure {
  readonly kind: 'failed';
  /** What happened, and what to do. */
  readonly message: string;
  /** The key of the model's provider is missing or was refused. */
  readonly needsKey?: boolean;
}

export function failed(message: string, needsKey = false): WritingFailure {
  return { kind: 'failed', message, ...(needsKey && { needsKey }) };
}

/** `tooLong`: the message for the user if the request does not fit into the model's context window. */
export function toFailure({ id }: Pick<SelectedModel, 'id'>, error: ModelError, tooLong: string): WritingFailure {
  if (error.kind === 'context-too-long') return failed(tooLong);
  const { message, action } = toErrorView(error, id, false);
  // The messages of VS Code's models already include the next step.
  if (id.startsWith('vscode/')) return failed(message);
  if (action === 'set-api-key') return failed(message, true);
  const needsOtherModel = action === 'select-model' || error.kind === 'bad-request';
  return failed(needsOtherModel ? completionTexts.otherModel(toSentence(message)) : message);
}
