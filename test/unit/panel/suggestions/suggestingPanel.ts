import type { SuggestionAction } from '../../../../src/shared/suggesting.ts';
import { settle } from '../../../support/manualClock.ts';
import { read } from '../../speculate/fixtures.ts';
import { start } from '../harness.ts';

export type Panel = Awaited<ReturnType<typeof start>>;

/** An answer with a tool turn: two model messages, the minimum for a suggestion. */
export const ANSWER = [{ calls: [read('a.ts')] }, 'Read.'];
export const never = new Promise<never>(() => {});

/** Submits a prompt that gets `ANSWER`. A suggestion is requested after it unless a guard objects. */
export async function ask(panel: Panel, ...suggestions: Parameters<Panel['scripted']['push']>): Promise<void> {
  panel.scripted.push(...ANSWER, ...suggestions);
  await panel.exchange('look at it');
  await settleAll();
}

/** Waits until all pending work is done that does not need the clock. */
export async function settleAll(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await settle();
}

export const isSuggestionRequested = ({ scripted }: Panel): boolean =>
  scripted.requests.some(({ promptId }) => promptId === 'prompt_suggestion');

export function act(panel: Panel, action: SuggestionAction, conversationId = panel.store.state.conversationId) {
  return panel.controller.handle({ type: 'suggestions', conversationId, action });
}

export async function startWithoutSpeculation(): Promise<Panel> {
  const panel = await start([]);
  panel.settings.enableSpeculation = false;
  return panel;
}
