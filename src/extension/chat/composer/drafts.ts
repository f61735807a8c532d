import type { DraftChip } from '../../../shared/draftChip.ts';
import { toTyped } from '../../../shared/slashCommand.ts';
import { textOf } from '../../model/message.ts';
import { toLabel } from '../../model/modelId.ts';
import { attachmentsOf, toImageView, type Attachment } from './attachment.ts';
import type { ChatStore, DraftView } from '../view/chatStore.ts';
import type { PromptNode } from '../conversation/conversationNode.ts';
import { EMPTY_DRAFT, isEmptyDraft, type Draft, type DraftContent, type DraftFile, type Editing } from './draftFile.ts';

/**
 * The unsent content of the composer. Typed text is lost only if the user discards it: an edit stashes the composer's
 * content, and the text of an edit that cannot continue stays in the composer.
 *
 *     typed   ── edit(prompt) ──▶ editing: the prompt is in the composer, the typed content is stashed
 *     editing ── edit(another prompt) ──▶ editing: the edited text is stashed too, if the user has changed it
 *     editing ── sent(), cancelEdit() ──▶ typed: the stashed content
 *     editing ── endLostEdit() ──▶ typed: the stashed content, then the edited text, if the user has changed it
 *     typed   ── sent() ──▶ typed: empty, except for images that were not sent
 */
export class Drafts {
  private readonly store: ChatStore;
  private readonly file: DraftFile;
  private chatId = '';
  private draft: Draft = EMPTY_DRAFT;
  /** The chat that the content came from, until the webview first reports a draft of the new chat. */
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

  /** The names of files that could not be read, which are kept. */
  unreadable(conversationId: string): readonly string[] {
    return this.file.unreadableFiles(conversationId);
  }

  /** Call when another chat is shown. */
  open(conversationId: string, draft: Draft): DraftView {
    this.chatId = conversationId;
    this.draft = draft;
    this.carriedFrom = null;
    this.file.hold(conversationId);
    return this.view();
  }

  /**
   * Moves the composer's content to another chat, whose draft must be empty. The stashed content stays in the old chat.
   */
  carryTo(conversationId: string): DraftView {
    const { editing, ...content } = this.draft;
    const from = this.chatId;
    this.open(conversationId, { ...content, editing: null });
    this.carriedFrom = from;
    const remaining = editing ? { ...editing.stashed, editing: null } : EMPTY_DRAFT;
    this.file.move(from, remaining, conversationId, this.draft);
    return this.view();
  }

  /** Call when the conversation continues under another id. An edit continues too, because the prompts are the same. */
  continueAs(conversationId: string): DraftView {
    const from = this.chatId;
    this.file.abandon(from);
    this.open(conversationId, this.draft);
    this.carriedFrom = from;
    this.save();
    return this.view();
  }

  /** Whether content that a webview reports for `conversationId` belongs to the shown chat. */
  isShown(conversationId: string): boolean {
    return conversationId === this.chatId || conversationId === this.carriedFrom;
  }

  /**
   * Stores the composer's text, chips and shell mode as the webview reports them. False if they belong to another chat
   * and were only written to disk.
   */
  async typed(
    conversationId: string,
    text: string,
    reported?: readonly DraftChip[],
    isShell = false,
  ): Promise<boolean> {
    const shell = isShell || undefined;
    if (!this.isShown(conversationId)) {
      const draft = await this.file.load(conversationId);
      this.file.save(conversationId, { ...draft, text, folds: chipsOf(draft, text, reported), shell });
      return false;
    }
    if (conversationId === this.chatId) this.carriedFrom = null;
    this.draft = { ...this.draft, text, folds: chipsOf(this.draft, text, reported), shell };
    this.showText(false);
    this.save();
    return true;
  }

  attach(image: Attachment): void {
    this.setAttachments([...this.draft.attachments, image]);
  }

  detach(id: string): void {
    this.setAttachments(this.draft.attachments.filter((image) => image.id !== id));
  }

  /** For the composer's message only; null for the chat's model. */
  chooseModel(model: string | null): void {
    if (model === (this.draft.model ?? null)) return;
    this.draft = { ...this.draft, model: model ?? undefined };
    this.showModel();
    this.save();
  }

  editsAnswer(conversationId: string): boolean {
    return this.isShown(conversationId) && this.draft.editing?.answer !== undefined;
  }

  /** Puts a prompt or an answer into the composer, and stashes the content from before the edit. */
  edit(itemId: string, content: DraftContent, kind: 'prompt' | 'answer' = 'prompt'): void {
    const { editing, ...present } = this.draft;
    if (editing?.itemId === itemId) return;
    const stashed = !editing ? present : this.isUnchanged(editing) ? editing.stashed : join(editing.stashed, present);
    this.revise({ ...content, editing: { itemId, stashed, ...(kind === 'answer' && { answer: content.text }) } });
  }

  /** Restores the stashed content. */
  cancelEdit(): void {
    const { editing } = this.draft;
    if (editing) this.revise({ ...editing.stashed, editing: null });
  }

  /**
   * Ends an edit if its prompt or answer is gone. The edited text stays in the composer, unless it equals the answer or
   * the prompt that `find` returns.
   */
  endLostEdit(find: (itemId: string) => PromptNode | undefined): void {
    const { editing, ...edited } = this.draft;
    const { items, queue } = this.store.state;
    if (!editing || [...items, ...queue].some(({ id }) => id === editing.itemId)) return;
    const prompt = find(editing.itemId);
    const isOwn = editing.answer === edited.text || (prompt && isSame(contentOf(prompt), this.draft));
    if (isOwn) this.cancelEdit();
    else this.revise({ ...join(editing.stashed, edited), editing: null });
  }

  /**
   * Call when the composer's content has been sent with these images. Images that were attached afterwards stay in the
   * composer.
   */
  sent(attachments: readonly Attachment[]): void {
    if (this.draft.editing) {
      this.cancelEdit();
      return;
    }
    this.setAttachments(this.draft.attachments.filter((image) => !attachments.includes(image)));
    this.sentText(this.draft.text);
  }

  /**
   * Call when this text has been sent and the webview has cleared its composer. Clears the draft except its images;
   * during an edit, clears only the stashed text, if it is this text.
   */
  sentText(text: string): void {
    const { editing } = this.draft;
    if (editing) {
      const isStashed = editing.stashed.text.trim() === text.trim();
      if (isStashed)
        this.draft = {
          ...this.draft,
          editing: { ...editing, stashed: { ...editing.stashed, text: '', folds: undefined } },
        };
    } else {
      this.draft = { ...this.draft, text: '', folds: undefined, model: undefined, shell: undefined };
      this.showModel();
      this.showText(false);
    }
    this.save();
  }

  /**
   * Call when the user has sent a command. Images and the message's model stay. An edit ends, because the next text
   * would otherwise replace an earlier message.
   */
  sentCommand(): void {
    if (this.draft.editing) return this.cancelEdit();
    this.draft = { ...this.draft, text: '', folds: undefined, shell: undefined };
    this.showText(false);
    this.save();
  }

  /** Puts content into the empty composer. */
  put(content: DraftContent): void {
    this.revise({ ...content, editing: null });
  }

  /** False, without a change, if the composer has an edit. */
  append(content: DraftContent): boolean {
    const { editing, ...present } = this.draft;
    if (editing) return false;
    this.revise({ ...join(present, content), editing: null });
    return true;
  }

  /** Does nothing during an edit. */
  clearIfUnchanged(content: DraftContent): void {
    if (!this.draft.editing && isSame(content, this.draft)) this.revise(EMPTY_DRAFT);
  }

  /** Clears the webview's composer too. */
  clearText(): void {
    this.revise({ ...this.draft, text: '', folds: undefined, model: undefined, shell: undefined });
  }

  /** Call before the shown chat's lock is released; see `DraftFile.release`. */
  release(): Promise<boolean> {
    return this.file.release(this.chatId);
  }

  forget(conversationId: string): Promise<void> {
    return this.file.forget(conversationId);
  }

  /** See `DraftFile.flush`. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  /** Whether the composer still has the original content of the edited prompt or answer. */
  private isUnchanged({ itemId, answer }: Editing): boolean {
    if (answer !== undefined) return answer === this.draft.text;
    const { items, queue } = this.store.state;
    const item = items.find(({ id }) => id === itemId) ?? queue.find(({ id }) => id === itemId);
    return (
      item !== undefined &&
      'images' in item &&
      isSame({ text: toTyped(item.text), attachments: item.images }, this.draft)
    );
  }

  private setAttachments(attachments: readonly Attachment[]): void {
    this.draft = { ...this.draft, attachments };
    this.showAttachments();
    this.save();
  }

  private revise(draft: Draft): void {
    this.draft = draft;
    const { editing } = this.view();
    this.showText(true);
    this.showAttachments();
    this.showModel();
    if (this.store.state.editing !== editing) this.store.dispatch({ type: 'editing-changed', editing });
    this.save();
  }

  /** `revised`: true if the text must replace the text in the webview. */
  private showText(revised: boolean): void {
    const { draft, draftChips, draftShell } = this.view();
    this.store.dispatch({ type: 'draft-changed', draft, draftChips, draftShell, revised });
  }

  private showAttachments(): void {
    const { attachments } = this.view();
    const shown = this.store.state.attachments;
    const isShown =
      shown.length === attachments.length && shown.every(({ id }, index) => id === attachments[index]?.id);
    if (!isShown) this.store.dispatch({ type: 'attachments-changed', attachments });
  }

  private showModel(): void {
    const { messageModel } = this.view();
    if (this.store.state.composerMenu.messageModel?.id === messageModel?.id) return;
    this.store.dispatch({ type: 'composer-menu-changed', patch: { messageModel } });
  }

  private save(): void {
    this.file.save(this.chatId, this.draft);
  }

  private view(): DraftView {
    const { text, folds = [], attachments, editing, model, shell } = this.draft;
    return {
      draft: text,
      draftChips: [...folds],
      draftShell: shell ?? false,
      draftOrigin: this.carriedFrom,
      attachments: attachments.map(toImageView),
      editing: editing?.itemId ?? null,
      messageModel: model === undefined ? null : { id: model, label: toLabel(model) },
    };
  }
}

/** The content of a sent prompt, as the user would type it. */
export function contentOf(prompt: PromptNode): DraftContent {
  const sent = textOf({ role: 'user', parts: prompt.parts });
  const text = toTyped(sent);
  const moved = text.length - sent.length;
  const folds = prompt.folds.map((chip) => ({ ...chip, from: chip.from + moved, to: chip.to + moved }));
  return { text, ...(folds.length > 0 && { folds }), attachments: attachmentsOf(prompt) };
}

/** Without `reported`: the draft's chips if its text is `text`, else none. */
function chipsOf(draft: DraftContent, text: string, reported: readonly DraftChip[] | undefined): DraftContent['folds'] {
  if (reported) return reported.length > 0 ? reported : undefined;
  return draft.text === text ? draft.folds : undefined;
}

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
  const appended = (second.folds ?? []).map((chip) => ({ ...chip, from: chip.from + moved, to: chip.to + moved }));
  const folds = [...(first.folds ?? []), ...appended].filter(({ from, to }) => from >= 0 && to <= text.length);
  return {
    text,
    folds: folds.length > 0 ? folds : undefined,
    attachments: [...first.attachments, ...second.attachments.filter((image) => !known.has(image.id))],
    model: first.model ?? second.model,
  };
}
