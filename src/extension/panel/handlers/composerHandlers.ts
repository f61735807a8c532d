import { randomUUID } from 'node:crypto';
import { MAX_ATTACHMENTS, type MentionOffer, type Request } from '../../../shared/protocol.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { MentionSearch } from '../../chat/context/mentionSearch.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import { findImageProblem } from '../imageCheck.ts';
import { RefusedRequest } from '../channel.ts';
import { imageTexts, refusalTexts } from '../../base/texts/refusalTexts.ts';

/** Handles changes of the composer's content: its text, images, edits, mentions and editor context. */
export class ComposerHandlers {
  private readonly chats: ChatService;
  private readonly drafts: Drafts;
  private readonly moveAhead: MoveAhead;
  private readonly mentions: Pick<MentionSearch, 'complete'>;

  constructor(chats: ChatService, drafts: Drafts, moveAhead: MoveAhead, mentions: Pick<MentionSearch, 'complete'>) {
    this.mentions = mentions;
    this.chats = chats;
    this.drafts = drafts;
    this.moveAhead = moveAhead;
    moveAhead.prepared.onDidApply(({ text, fromBar }) => {
      // After a submit, the composer has cleared itself. After Apply in the speculation bar, an edited message or
      // another text must stay.
      const { current } = drafts;
      if (!fromBar) drafts.sentText(text);
      else if (!current.editing && current.text.trim() === text) drafts.clearText();
    });
  }

  async typed({ conversationId, text, folds, shell }: Extract<Request, { type: 'draft' }>): Promise<void> {
    const isShown = await this.drafts.typed(conversationId, text, folds, shell);
    // Typing in an edit does not affect the suggestion. In shell mode, even an empty draft cancels the request for a
    // suggestion.
    const hasText = shell === true || text.trim() !== '';
    if (isShown && !this.drafts.current.editing) this.moveAhead.draftChanged(hasText);
  }

  attach({ conversationId, name, mimeType, data, thumbnail }: Extract<Request, { type: 'attach' }>): void {
    const { drafts } = this;
    if (!drafts.isShown(conversationId)) throw new RefusedRequest(refusalTexts.otherChat());
    if (drafts.editsAnswer(conversationId)) throw new RefusedRequest(imageTexts.notInAnswers());
    const { length } = drafts.current.attachments;
    if (length >= MAX_ATTACHMENTS) throw new RefusedRequest(refusalTexts.tooManyImages(MAX_ATTACHMENTS));
    const problem = findImageProblem({ conversationId, name, mimeType, data, thumbnail });
    if (problem) throw new RefusedRequest(problem);
    drafts.attach({ id: randomUUID(), name: toName(name), mimeType, data, thumbnail });
  }

  detach(conversationId: string, id: string): void {
    if (this.drafts.isShown(conversationId)) this.drafts.detach(id);
  }

  /** Begins an edit of a prompt or an answer, also while another answer is written. */
  edit(conversationId: string, itemId: string): void {
    const { session } = this.chats;
    const editable = session.id === conversationId ? session.branching.editable(itemId) : undefined;
    if (!editable) return;
    this.drafts.edit(itemId, editable.content, editable.kind);
    void this.moveAhead.stop('edit-began');
  }

  cancelEdit(conversationId: string): void {
    if (this.chats.session.id === conversationId) this.drafts.cancelEdit();
  }

  completeMention(query: string, kind?: 'file' | 'folder'): Promise<readonly MentionOffer[]> {
    return this.mentions.complete(query, kind);
  }

  shareEditor(conversationId: string, shared: boolean): void {
    const { session } = this.chats;
    if (session.id === conversationId) session.shareEditor(shared);
  }
}

/** One line, cut if long. */
function toName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 200) || imageTexts.unnamed();
}
