import { fallbackTexts } from '../base/texts/fallbackTexts.ts';
import { tourNoticeTexts } from '../base/texts/noticeTexts.ts';
import { prefixRuleOf } from '../background/cacheSafeParams.ts';
import type { Chat } from '../chat/createChat.ts';
import { nextModel } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { Clock } from '../ports/clock.ts';

/** Shows what a change of the model costs if the new model has not cached the chat. */
export async function showModelChange(
  chat: Pick<Chat, 'store' | 'current'>,
  id: string,
  models: { selected(id?: string): Promise<ResolvedModel> },
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const { store } = chat;
  const { conversationId } = store.state;
  const message = await describeModelChange(chat, id, models, clock);
  const isStillChosen = nextModel(store.state)?.id === id;
  if (message === null || !isStillChosen || store.state.conversationId !== conversationId) return;
  const notice = { severity: 'info', message, action: null, untilNextAnswer: true } as const;
  store.dispatch({ type: 'notice-changed', notice });
}

/**
 * The text of the notice; null if the change costs nothing, or if the new model cannot be used. For the tour's model,
 * the text says that the next message starts another chat.
 */
async function describeModelChange(
  { store, current }: Pick<Chat, 'store' | 'current'>,
  id: string,
  models: { selected(id?: string): Promise<ResolvedModel> },
  clock: Pick<Clock, 'now'>,
): Promise<string | null> {
  const answer = store.state.items.findLast((item) => item.kind === 'answer');
  const last = answer?.kind === 'answer' ? answer.models.at(-1) : undefined;
  if (last === undefined || last === id || current.isTour) return null;
  if (isTourId(id)) return tourNoticeTexts.nextInTour();
  if (prefixRuleOf(last).cache === 'none') return null;
  const resolved = await models.selected(id);
  const uncached = resolved.kind === 'model' ? await current.contextMeter.readUncached(resolved.model, clock) : null;
  if (resolved.kind !== 'model' || !uncached) return null;
  const { tokens, cost } = uncached;
  const price = cost === null || cost < 0.01 ? '' : `$${cost.toFixed(2)}`;
  // The number is an estimate.
  const rounded = Number(tokens.toPrecision(2)).toLocaleString('en');
  return fallbackTexts.uncached(toDisplayText(resolved.model.label), rounded, price);
}
