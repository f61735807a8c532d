import type { SuggestionAction } from '../../../../src/shared/suggesting.ts';
import { settle } from '../../../support/manualClock.ts';
import { read } from '../../speculate/fixtures.ts';
import { start } from '../harness.ts';

export type Panel = Awaited<ReturnType<typeof start>>;

/** A whole answer with a tool round, so that there is something to follow up. */
export const ANSWER = [{ calls: [read('a.ts')] }, 'Read.'];
export const never = new Promise<never>(() => {});

/** A prompt with a tool round, after which a suggestion is asked for unless a guard says no. */
export async function ask(panel: Panel, ...suggestions: Parameters<Panel['scripted']['push']>): Promise<void> {
  panel.scripted.push(...ANSWER, ...suggestions);
  await panel.exchange('look at it');
  await rest();
}

/** Until nothing more happens by itself. */
export async function rest(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await settle();
}

export const isAskedFor = ({ scripted }: Panel): boolean =>
  scripted.requests.some(({ promptId }) => promptId === 'prompt_suggestion');

export function act(panel: Panel, action: SuggestionAction, conversationId = panel.store.state.conversationId) {
  return panel.controller.handle({ type: 'suggestions', conversationId, action });
}

export async function startWithoutSpeculation(): Promise<Panel> {
  const panel = await start([]);
  panel.settings.enableSpeculation = false;
  return panel;
}
