import { isTourFinished } from '../model/tour/tourAnswer.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { ChatService } from './chatService.ts';
import type { ChatStore } from './view/chatStore.ts';

/** Shows the progress of the offline tour in the panel. `onDidApply` fires when prepared edits were applied. */
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
