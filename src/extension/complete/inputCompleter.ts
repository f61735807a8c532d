import { streamOnce } from '../background/askOnce.ts';
import { completionTexts } from '../base/texts/completionTexts.ts';
import type { Chat } from '../chat/createChat.ts';
import type { SelectedModel, StopReason } from '../model/chatModel.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { Log } from '../ports/log.ts';
import { toCompletionRequest, type InputText } from './completionRequest.ts';
import { toInsertion } from './completionText.ts';
import { failed, toFailure, type WritingFailure } from './writingFailure.ts';
import { chooseWritingModel, usageOf, type WritingOptions } from './writingModel.ts';

export interface InputCompleterOptions extends WritingOptions {
  readonly chat: Pick<Chat, 'service' | 'current' | 'fastModel'>;
  readonly log: Log;
}

/** `text` is never empty. */
export type CompletionOutcome =
  { readonly kind: 'done'; readonly text: string } | WritingFailure | { readonly kind: 'aborted' };

const ABORTED: CompletionOutcome = { kind: 'aborted' };

/** Completes the text of the input box. A request is never recorded in the conversation and never retried. */
export class InputCompleter {
  private readonly options: InputCompleterOptions;

  constructor(options: InputCompleterOptions) {
    this.options = options;
  }

  /** `onText` gets the text to insert, as far as it has arrived. Aborting closes the connection. */
  async complete(input: InputText, onText: (text: string) => void, signal: AbortSignal): Promise<CompletionOutcome> {
    const { chat, limits } = this.options;
    const { session } = chat.service;
    if ((input.before + input.after).trim() === '') return failed(completionTexts.emptyInput());
    const chosen = await chooseWritingModel(this.options, signal);
    if (chosen.kind !== 'model') return chosen;
    const { model } = chosen;
    // If another chat was opened during the wait, the input now has that chat's text.
    if (signal.aborted || chat.service.session !== session) return ABORTED;
    if (!chat.service.mayAnswer(model.id))
      return failed(chat.current.isTour ? completionTexts.otherModelInTour() : completionTexts.tourInOtherChat());
    const request = toCompletionRequest({ model, history: session.curatedHistory(), ...input });
    const onAnswer = (answer: string): void => onText(toInsertion(answer, input, false));
    const outcome = await streamOnce(model.chatModel, request, onAnswer, signal);
    const leaf = session.backgroundLeaf;
    limits.count({ promptId: 'input_completion', model, leaf, ...usageOf(outcome, request) });
    switch (outcome.kind) {
      case 'aborted':
        return ABORTED;
      case 'failed':
        this.options.log.warn(`The input could not be completed: ${outcome.error.message}`);
        return toFailure(model, outcome.error, completionTexts.tooLong(model.label));
      case 'answer':
        return toOutcome(toInsertion(outcome.text, input, true), outcome.stopReason, model);
    }
  }
}

function toOutcome(text: string, stopReason: StopReason, { id, label }: SelectedModel): CompletionOutcome {
  if (stopReason === 'refused') return failed(completionTexts.refused(label));
  if (text !== '') return { kind: 'done', text };
  if (isTourId(id)) return failed(completionTexts.tourScript());
  return failed(stopReason === 'length' ? completionTexts.cutOff(label) : completionTexts.nothing(label));
}
