import type { Request } from '../../../shared/protocol.ts';
import type { RestoreCard } from '../../../shared/restoreCard.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import type { ChatService } from '../../chat/chatService.ts';
import { changeKeysSince } from '../../chat/changeKeys.ts';
import type { CheckpointRestore, Checkpoints } from '../../chat/checkpoints.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { CurrentChat } from '../../chat/currentChat.ts';
import { toTitle } from '../../chat/conversation/title.ts';
import { contentOf } from '../../chat/composer/drafts.ts';
import { changeTexts } from '../../base/texts/changeTexts.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ChangeHandlers, CompareFiles } from './changeHandlers.ts';
import type { ChatActions } from '../chatActions.ts';
import type { RestoreQuestion } from '../restoreQuestion.ts';

type CheckpointRequest = Extract<Request, { type: 'checkpoint' }>;

export interface CheckpointHandlersOptions {
  readonly chat: Pick<CurrentChat, 'openChat'>;
  readonly chats: ChatService;
  readonly store: ChatStore;
  readonly actions: Pick<ChatActions, 'whenFree'>;
  readonly question: RestoreQuestion;
  readonly changes: Pick<ChangeHandlers, 'review'>;
  readonly drafts: Drafts;
  readonly moveAhead: Pick<MoveAhead, 'stop'>;
  readonly compare: CompareFiles;
}

/**
 * Handles the actions of a message's checkpoint. The class is not split, because a restore can change the files, the
 * transcript and the composer together.
 */
export class CheckpointHandlers {
  private readonly options: CheckpointHandlersOptions;

  constructor(options: CheckpointHandlersOptions) {
    this.options = options;
  }

  async handle({ conversationId, itemId, action }: CheckpointRequest): Promise<void> {
    const { actions, chat, question } = this.options;
    if (chat.openChat?.opened.conversation.id !== conversationId) return;
    switch (action) {
      case 'ask-files':
      case 'ask-chat':
        return actions.whenFree(conversationId, async () => {
          await question.show(itemId, action === 'ask-files' ? 'files' : 'chat');
        });
      case 'review':
        return this.review(itemId);
      case 'compare':
        return this.compare(itemId);
      case 'cancel':
        return void question.take(itemId);
      case 'undo':
        return actions.whenFree(conversationId, () => question.whileFilesChange(() => this.undo(itemId)));
      case 'restore':
      case 'keep':
        return this.decide(conversationId, itemId, action);
    }
  }

  private async decide(conversationId: string, cardId: string, decision: 'restore' | 'keep'): Promise<void> {
    const { actions, question } = this.options;
    const pending = question.take(cardId);
    if (!pending) return;
    const { card, proceed } = pending;
    if (decision === 'restore') {
      let isDone = false;
      await actions.whenFree(conversationId, async () => {
        await this.restore(card);
        isDone = true;
      });
      if (!isDone) return;
    }
    await proceed?.();
    if (!proceed) this.showRestored();
  }

  private async restore(card: RestoreCard): Promise<void> {
    const { chats, drafts, moveAhead } = this.options;
    const withChat = card.kind === 'chat';
    const content = withChat ? chats.session.prompt(card.itemId) : undefined;
    await moveAhead.stop('chat-continued');
    await this.restoreFiles(
      (checkpoints) => checkpoints.restore(card.itemId, withChat),
      [...card.changed, ...card.lost],
    );
    if (!content) return;
    drafts.endLostEdit((id) => chats.session.prompt(id));
    if (drafts.isEmpty) drafts.put(contentOf(content));
  }

  private async undo(promptId: string): Promise<void> {
    const { chat, chats, drafts, moveAhead } = this.options;
    const { checkpoints } = chat.openChat ?? {};
    const restored = checkpoints?.restored;
    if (!checkpoints || restored?.itemId !== promptId) return;
    await moveAhead.stop('chat-continued');
    await this.restoreFiles(() => checkpoints.undo(), []);
    const prompt = restored.withChat ? chats.session.prompt(promptId) : undefined;
    if (prompt) drafts.clearIfUnchanged(contentOf(prompt));
    this.showRestored();
  }

  /** Restores files, and shows which were not restored, except `known`, which the user has already seen. */
  private async restoreFiles(
    restore: (checkpoints: Checkpoints) => Promise<CheckpointRestore>,
    known: readonly string[],
  ): Promise<void> {
    const { chats, store } = this.options;
    await chats.restoreIn(async ({ checkpoints }) => {
      if (!checkpoints) return [];
      const { paths, changed, lost, dropped } = await restore(checkpoints);
      const [newlyChanged, newlyLost] = [changed, lost].map((files) => files.filter((file) => !known.includes(file)));
      const message = dropped ? changeTexts.notRestored() : changeTexts.leftOrLost(newlyChanged ?? [], newlyLost ?? []);
      if (message !== '') {
        const notice = { severity: 'info', message, action: null, untilNextAnswer: true } as const;
        store.dispatch({ type: 'notice-changed', notice });
      }
      return paths;
    });
  }

  private async review(promptId: string): Promise<void> {
    const { chat, changes } = this.options;
    const { conversation } = chat.openChat?.opened ?? {};
    const prompt = conversation?.node(promptId);
    if (!conversation || prompt?.kind !== 'prompt') return;
    const title = changeTexts.since(toTitle(contentOf(prompt).text));
    await changes.review(changeKeysSince(conversation, promptId), title, changeTexts.noneSince());
  }

  private async compare(cardId: string): Promise<void> {
    const { chat, compare, store } = this.options;
    const { restoring } = store.state;
    if (restoring?.id !== cardId) return;
    const { signal } = new AbortController();
    const files = (await chat.openChat?.checkpoints?.changedSince(restoring.itemId, signal)) ?? [];
    if (files.length > 0) await compare(files, changeTexts.changedSince());
  }

  private showRestored(): void {
    const { chat, store } = this.options;
    store.dispatch({ type: 'restored-changed', restored: chat.openChat?.checkpoints?.restored ?? null });
  }
}
