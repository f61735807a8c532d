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

/** What the user can edit of an item: the content of a prompt, or the text of an answer. */
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
   * Shows the sibling `step` places after an item (before it if `step` is negative), with the sibling's most recently
   * active path. False if that sibling does not exist.
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
   * Makes an answer the end of the conversation, so that the next prompt becomes a sibling of the prompt that followed
   * the answer. False if the answer is not shown, is already the end, or continues after a steering prompt or a
   * summary.
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
   * Adds a version of an answer and shows the version. The version's last message has the user's text. If the text is
   * the same, does nothing. False if the answer is not shown any more, or cannot be edited.
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

  /** Shows the path to the conversation's leaf. Call after the leaf has changed. */
  showLeaf(): void {
    this.leavePath();
    this.options.view.showPath();
  }

  /**
   * Ends a notice that lasts until the next answer. Forgets the saved request and the sent context of the editor,
   * because both belong to the path that was shown before.
   */
  private leavePath(): void {
    this.options.view.endNotice();
    this.options.cacheSafeParams.clear();
    this.options.ideContext.forget();
  }
}
