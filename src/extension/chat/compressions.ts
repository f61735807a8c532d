import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { AnswerRunner } from './answerRunner.ts';
import type { ChatClient } from './agent/chatClient.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { SummaryChange } from './conversation/conversationEntry.ts';
import type { ConversationView } from './view/conversationView.ts';

export interface CompressionsOptions {
  readonly conversation: Conversation;
  readonly client: Pick<ChatClient, 'canCompress' | 'compress'>;
  readonly answers: Pick<AnswerRunner, 'occupy'>;
  readonly view: ConversationView;
  readonly cacheSafeParams: CacheSafeParamsStore;
}

/** Carries out the user's actions on the summaries of one open chat, which must be idle. */
export class Compressions {
  private readonly options: CompressionsOptions;

  constructor(options: CompressionsOptions) {
    this.options = options;
  }

  /** False if there is certainly nothing to compress. */
  canStart(model: SelectedModel): boolean {
    return this.options.client.canCompress(model);
  }

  /** `focus`: what the summary must keep; may be empty. */
  start(model: SelectedModel, focus = ''): void {
    const { client, answers, view } = this.options;
    answers.occupy(
      async (_onDidWait, signal) => {
        await client.compress({ model, focus }, (event) => view.showCompression(event), signal);
        return null;
      },
      model,
      false,
    );
  }

  /**
   * Edits, undoes or redoes the last summary on the path. False if the item is not that summary, if the text is empty,
   * or, for an edit, if the summary has been sent already.
   */
  change(itemId: string, change: SummaryChange): boolean {
    const { conversation, view, cacheSafeParams } = this.options;
    const path = conversation.path();
    const last = path.findLast((node) => node.kind === 'summary');
    if (last?.id !== itemId || change.text?.trim() === '') return false;
    if (change.text !== undefined && path.at(-1) !== last) return false;
    conversation.changeSummary(itemId, change);
    // With another summary, the saved request is not a prefix of the next request.
    cacheSafeParams.clear();
    view.showSummary(itemId);
    return true;
  }
}
