import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { DraftContent } from './composer/draftFile.ts';
import { contentOf } from './composer/drafts.ts';
import { toPromptText } from './composer/promptChips.ts';
import type { IdeContextFeed } from './context/ideContextFeed.ts';
import type { Conversation } from './conversation/conversation.ts';
import { editableText, toEdited } from './conversation/editedAnswer.ts';
import type { ConversationView } from './view/conversationView.ts';

export interface BranchingOptions {
  readonly conversation: Conversation;
  readonly view: ConversationView;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly ideContext: IdeContextFeed;
}

export interface Editable {
  readonly kind: 'prompt' | 'answer';
  readonly content: DraftContent;
}

/** Changes the shown path of one open chat without a request. The caller must make sure that the chat is idle. */
export class Branching {
  private readonly options: BranchingOptions;

  constructor(options: BranchingOptions) {
    this.options = options;
  }

  /**
   * Shows the sibling that is `step` positions after an item (before the item if `step` is negative), with the
   * sibling's most recently active path. False if there is no such sibling.
   */
  switchBranch(itemId: string, step: number): boolean {
    const { conversation, view } = this.options;
    const leaf = view.leafOfSibling(itemId, step);
    if (leaf === undefined) return false;
    conversation.switchTo(leaf);
    this.leavePath();
    view.showBranch(itemId);
    return true;
  }

  /**
   * Makes an answer the end of the conversation. False if the answer is not shown, is already the end, or continues
   * after a steering prompt or a summary.
   */
  branchFrom(itemId: string): boolean {
    const { conversation, view } = this.options;
    const end = view.answerFrom(itemId).at(-1);
    if (!end || end.id === conversation.leaf || view.continuesLater(end)) return false;
    conversation.branchFrom(end.id);
    this.leavePath();
    view.showEnd(itemId);
    return true;
  }

  /** Undefined if the item is not shown, or cannot be edited. */
  editable(itemId: string): Editable | undefined {
    const { view } = this.options;
    const prompt = view.shownPrompt(itemId);
    if (prompt) return { kind: 'prompt', content: contentOf(prompt) };
    const last = view.answerFrom(itemId).at(-1);
    const text = last && editableText(last);
    return text === undefined ? undefined : { kind: 'answer', content: { text, attachments: [] } };
  }

  /**
   * Adds and shows a version of an answer, with the user's text as its last message, unless the text is the same. False
   * if the answer is not shown any more, or cannot be edited.
   */
  saveAnswer(itemId: string, text: string): boolean {
    const { conversation, view } = this.options;
    const last = view.answerFrom(itemId).at(-1);
    const before = last && editableText(last);
    if (!last || before === undefined) return false;
    const saved = toPromptText(text);
    if (saved === toPromptText(before)) return true;
    const { origin, close } = toEdited(last, saved);
    const { id } = conversation.openAnswer(origin, last.parent);
    conversation.closeAnswer(id, close);
    this.leavePath();
    view.showBranch(itemId);
    return true;
  }

  /** Call after the conversation's leaf has changed. */
  showLeaf(): void {
    this.leavePath();
    this.options.view.showPath();
  }

  /** Forgets the saved request and the sent context of the editor, because both belong to the previous path. */
  private leavePath(): void {
    this.options.view.endNotice();
    this.options.cacheSafeParams.clear();
    this.options.ideContext.forget();
  }
}
