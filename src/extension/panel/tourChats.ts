import type { ChatState } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import { tourNoticeTexts } from '../base/texts/noticeTexts.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { isTourFinished } from '../model/tour/tourAnswer.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { ChatActions } from './chatActions.ts';

/* The offline tour and the user's own work never share a chat. */

/** Whether the shown chat is a tour chat, or the next prompt would start one. */
export function isForTour({ tour, model, composerMenu }: Pick<ChatState, 'tour' | 'model' | 'composerMenu'>): boolean {
  const next = composerMenu.messageModel ?? model;
  return tour !== null || (next !== null && isTourId(next.id));
}

/**
 * Call when the user has selected a model. Replaces an empty chat or a tour chat in which the model may not answer. Any
 * other chat stays until the user sends something.
 */
export function followModel(
  { id, label }: Pick<SelectedModel, 'id' | 'label'>,
  actions: Pick<ChatActions, 'withChats'>,
  store: ChatStore,
): Promise<void> {
  return actions.withChats(async (chats) => {
    if (chats.mayAnswer(id) || !(chats.isTour || chats.session.isEmpty)) return;
    const isLeft = !chats.session.isEmpty;
    await chats.newChat();
    const message = tourNoticeTexts.left(toDisplayText(label));
    if (isLeft) store.dispatch({ type: 'notice-changed', notice: { severity: 'info', message, action: null } });
  });
}

/** Shows the tour in a new chat, unless the shown chat is an unfinished tour. */
export function beginTour(actions: Pick<ChatActions, 'withChats'>, store: ChatStore): Promise<void> {
  return actions.withChats(async (chats) => {
    if (chats.isTour && store.state.tour !== 'finished') return;
    await chats.newChat();
  });
}

/** Shows the progress of the offline tour. `onDidApply` fires when prepared edits were applied. */
export function followTour(chats: ChatService, store: ChatStore, onDidApply: Event<unknown>): Disposable {
  const show = (): void => {
    const isFinished = chats.isTour && isTourFinished(chats.session.curatedHistory());
    const tour = isFinished ? 'finished' : chats.isTour ? 'running' : null;
    if (store.state.tour !== tour) store.dispatch({ type: 'tour-changed', tour });
  };
  show();
  const subscriptions = [chats.onDidSwitch(show), chats.onDidFinishPrompt(show), onDidApply(show)];
  return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
}
