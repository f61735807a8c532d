import { expect, test } from 'vitest';
import { read } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';

const repeated = { calls: [read('a.ts')] };

/** A chat whose answer waits, because the model has made the same call five times. */
async function startLoop() {
  const panel = await start([
    ...Array.from({ length: 5 }, () => repeated),
    ...Array.from({ length: 5 }, () => repeated),
    'Done.',
  ]);
  panel.changeSettings({ enableFollowupSuggestions: false });
  await panel.exchange('read a');
  const answer = () => {
    const item = panel.store.state.items.findLast(({ kind }) => kind === 'answer');
    return item?.kind === 'answer' ? item : undefined;
  };
  await until(() => answer()?.status === 'loop');
  const decide = (decision: 'go-on' | 'stop' | 'never') => {
    const { conversationId } = panel.store.state;
    return panel.controller.handle({ type: 'decide-loop', conversationId, itemId: answer()?.id ?? '', decision });
  };
  return { ...panel, answer, decide };
}

test.each([
  ['stop', 'stopped', 5],
  ['go-on', 'loop', 10],
  ['never', 'done', 11],
] as const)('the decision %s about repeated calls ends in the status %s', async (decision, status, requests) => {
  const { answer, decide, scripted } = await startLoop();
  await decide(decision);
  await until(() => answer()?.status === status);
  expect(scripted.requests).toHaveLength(requests);
});
