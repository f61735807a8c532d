import type { DraftFold } from '../../../shared/draftFold.ts';
import { textOf } from '../../model/message.ts';
import { attachmentsOf, toImageView, type Attachment } from './attachment.ts';
import type { ChatStore, DraftView } from '../view/chatStore.ts';
import type { PromptNode } from '../conversation/conversation.ts';
import { EMPTY_DRAFT, isEmptyDraft, type Draft, type DraftContent, type DraftFile } from './draftFile.ts';

/**
 * What is in the composer and has not been sent: the shown chat's, here and in the store, and on disk every chat's.
 * Nothing that a user typed is dropped but by the user: an edit puts by what it finds, and what an edit had begun stays
 * in the composer where it cannot go on.
 */
export class Drafts {
  private readonly store: ChatStore;
  private readonly file: DraftFile;
  private chatId = '';
  private draft: Draft = EMPTY_DRAFT;
  /** The chat that the content came along from, until the webview is heard to know of it. */
  private carriedFrom: string | null = null;

  constructor(store: ChatStore, file: DraftFile) {
    this.store = store;
    this.file = file;
  }

  get current(): Draft {
    return this.draft;
  }

  get isEmpty(): boolean {
    return isEmptyDraft(this.draft);
  }

  load(conversationId: string): Promise<Draft> {
    return this.file.load(conversationId);
  }

  /** Files, in the store, of a draft that was loaded but could not be read in full; they are kept. */
  unreadable(conversationId: string): readonly string[] {
    return this.file.unreadableFiles(conversationId);
  }

  /** The draft is the shown chat's from now on. Returns what goes into the new state. */
  open(conversationId: string, draft: Draft): DraftView {
    this.chatId = conversationId;
    this.draft = draft;
    this.carriedFrom = null;
    this.file.hold(conversationId);
    return this.view();
  }

  /**
   * What is in the composer comes along into a new chat, as a draft of its own; what an edit had put by stays behind.
   * Returns what goes into the new state.
   */
  carryTo(conversationId: string): DraftView {
    const { text, folds, attachments, editing } = this.draft;
    const from = this.chatId;
    this.open(conversationId, { text, folds, attachments, editing: null });
    this.carriedFrom = from;
    const left = editing ? { ...editing.putBy, editing: null } : EMPTY_DRAFT;
    this.file.move(from, left, conversationId, this.draft);
    return this.view();
  }

  /** The conversation goes on under another id, with the same prompts: an edit of one goes on too. */
  continueAs(conversationId: string): DraftView {
    const from = this.chatId;
    this.file.abandon(from);
    this.open(conversationId, this.draft);
    this.carriedFrom = from;
    this.save();
    return this.view();
  }

  /** Whether content that a webview says is `conversationId`'s belongs to the shown chat. */
  isShown(conversationId: string): boolean {
    return conversationId === this.chatId || conversationId === this.carriedFrom;
  }

  /**
   * The composer's text as the webview tells it, with its chips where it tells of them. False where it is another chat's,
   * which keeps it on disk.
   */
  async typed(conversationId: string, text: string, told?: readonly DraftFold[]): Promise<boolean> {
    if (!this.isShown(conversationId)) {
      const draft = await this.file.load(conversationId);
      this.file.save(conversationId, { ...draft, text, folds: foldsOf(draft, text, told) });
      return false;
    }
    if (conversationId === this.chatId) this.carriedFrom = null;
    this.draft = { ...this.draft, text, folds: foldsOf(this.draft, text, told) };
    this.store.dispatch({ type: 'draft-changed', draft: text, folds: this.view().draftFolds, revised: false });
    this.save();
    return true;
  }

  attach(image: Attachment): void {
    this.setAttachments([...this.draft.attachments, image]);
  }

  detach(id: string): void {
    this.setAttachments(this.draft.attachments.filter((image) => image.id !== id));
  }

  /**
   * Puts a prompt into the composer, to be sent anew or put back into the queue; what was there is put by, what another
   * edit has changed too.
   */
  edit(itemId: string, content: DraftContent): void {
    const { text, folds, attachments, editing } = this.draft;
    if (editing?.itemId === itemId) return;
    const present = { text, folds, attachments };
    const putBy = !editing ? present : this.isUnchanged(editing.itemId) ? editing.putBy : join(editing.putBy, present);
    this.revise({ ...content, editing: { itemId, putBy } });
  }

  /** Puts back what was in the composer before. */
  cancelEdit(): void {
    const { editing } = this.draft;
    if (editing) this.revise({ ...editing.putBy, editing: null });
  }

  /**
   * Ends an edit whose prompt is not shown any more. A wording that the user has changed is not thrown away: it stays
   * in the composer, behind what had been put by.
   */
  endLostEdit(find: (itemId: string) => PromptNode | undefined): void {
    const { text, folds, attachments, editing } = this.draft;
    const { items, queue } = this.store.state;
    if (!editing || [...items, ...queue].some(({ id }) => id === editing.itemId)) return;
    const prompt = find(editing.itemId);
    if (prompt && isSame(contentOf(prompt), this.draft)) this.cancelEdit();
    else this.revise({ ...join(editing.putBy, { text, folds, attachments }), editing: null });
  }

  /**
   * What was in the composer has been sent, with these images: it clears itself, or gets back what an edit had put by.
   * Images that were attached since stay.
   */
  sent(attachments: readonly Attachment[]): void {
    if (this.draft.editing) {
      this.cancelEdit();
      return;
    }
    this.setAttachments(this.draft.attachments.filter((image) => !attachments.includes(image)));
    this.sentText(this.draft.text);
  }

  /** These words were sent from the composer, which clears itself; what came into it meanwhile stays. */
  sentText(text: string): void {
    const { editing } = this.draft;
    if (editing) {
      const isPutBy = editing.putBy.text.trim() === text.trim();
      if (isPutBy)
        this.draft = {
          ...this.draft,
          editing: { ...editing, putBy: { ...editing.putBy, text: '', folds: undefined } },
        };
    } else {
      this.draft = { ...this.draft, text: '', folds: undefined };
      this.store.dispatch({ type: 'draft-changed', draft: '', folds: [], revised: false });
    }
    this.save();
  }

  /** Takes the text out of the composer from here. */
  clearText(): void {
    this.revise({ ...this.draft, text: '', folds: undefined });
  }

  /** To be called before another window may have the shown chat. False where its draft is not on disk: it has to stay. */
  release(): Promise<boolean> {
    return this.file.release(this.chatId);
  }

  /** Takes another chat's draft off the disk. */
  forget(conversationId: string): Promise<void> {
    return this.file.forget(conversationId);
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  /** Whether the composer still says what the shown prompt says. */
  private isUnchanged(itemId: string): boolean {
    const { items, queue } = this.store.state;
    const item = items.find(({ id }) => id === itemId) ?? queue.find(({ id }) => id === itemId);
    return item !== undefined && 'images' in item && isSame({ text: item.text, attachments: item.images }, this.draft);
  }

  private setAttachments(attachments: readonly Attachment[]): void {
    this.draft = { ...this.draft, attachments };
    this.showAttachments();
    this.save();
  }

  private revise(draft: Draft): void {
    this.draft = draft;
    const { editing, draftFolds } = this.view();
    this.store.dispatch({ type: 'draft-changed', draft: draft.text, folds: draftFolds, revised: true });
    this.showAttachments();
    if (this.store.state.editing !== editing) this.store.dispatch({ type: 'editing-changed', editing });
    this.save();
  }

  private showAttachments(): void {
    const { attachments } = this.view();
    const shown = this.store.state.attachments;
    const isShown =
      shown.length === attachments.length && shown.every(({ id }, index) => id === attachments[index]?.id);
    if (!isShown) this.store.dispatch({ type: 'attachments-changed', attachments });
  }

  private save(): void {
    this.file.save(this.chatId, this.draft);
  }

  private view(): DraftView {
    const { text, folds = [], attachments, editing } = this.draft;
    return {
      draft: text,
      draftFolds: [...folds],
      draftOrigin: this.carriedFrom,
      attachments: attachments.map(toImageView),
      editing: editing?.itemId ?? null,
    };
  }
}

/** As it was sent. */
export function contentOf(prompt: PromptNode): DraftContent {
  const folds = prompt.folds.length > 0 ? { folds: prompt.folds } : {};
  return { text: textOf({ role: 'user', parts: prompt.parts }), ...folds, attachments: attachmentsOf(prompt) };
}

/** What is told of a text's chips; those that were known of it where nothing is. */
function foldsOf(draft: DraftContent, text: string, told: readonly DraftFold[] | undefined): DraftContent['folds'] {
  if (told) return told.length > 0 ? told : undefined;
  return draft.text === text ? draft.folds : undefined;
}

/** What tells two contents apart: the words, and which images. */
interface Comparable {
  readonly text: string;
  readonly attachments: readonly { readonly id: string }[];
}

function isSame(left: Comparable, right: Comparable): boolean {
  const ids = ({ attachments }: Comparable): string => attachments.map(({ id }) => id).join(' ');
  return left.text === right.text && ids(left) === ids(right);
}

function join(first: DraftContent, second: DraftContent): DraftContent {
  const known = new Set(first.attachments.map((image) => image.id));
  const text = [first.text.trimEnd(), second.text].filter((part) => part.trim()).join('\n\n');
  const moved = text.length - second.text.length;
  const behind = (second.folds ?? []).map((fold) => ({ ...fold, from: fold.from + moved, to: fold.to + moved }));
  const folds = [...(first.folds ?? []), ...behind].filter(({ from, to }) => from >= 0 && to <= text.length);
  return {
    text,
    folds: folds.length > 0 ? folds : undefined,
    attachments: [...first.attachments, ...second.attachments.filter((image) => !known.has(image.id))],
  };
}
