import { expect, test } from 'vitest';
import type { SpeculationAction } from '../../../../src/shared/protocol.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { edit } from '../../speculate/fixtures.ts';
import { start } from '../harness.ts';
import { FIRST_ANSWER } from './readyPanel.ts';
import type { Panel } from './suggestingPanel.ts';

const EDIT = edit('a.ts', 'beta', 'gamma');
const DELETE = { name: 'delete_file', input: { file_path: 'a.ts' } };
const BINARY = '\0\u0001\u0002';

const act = ({ store, controller }: Panel, action: SpeculationAction) =>
  controller.handle({ type: 'speculation', id: store.state.speculation?.id ?? '', action });

/** A panel whose prepared change of a.ts conflicts with `now`: the content that a.ts got since, or null for no file. */
async function startConflict(call: typeof EDIT | typeof DELETE, now: string | null): Promise<Panel> {
  const steps: ScriptedStep[] = [...FIRST_ANSWER, 'do it', { calls: [call] }, 'Done.', ''];
  const panel = await start(steps);
  await panel.exchange('rename it');
  await panel.showGhost();
  await panel.reachPhase('ready');
  if (now === null) await panel.base.delete('/ws/a.ts', {}, new AbortController().signal);
  else panel.base.put('a.ts', now);
  await act(panel, 'apply');
  await panel.reachPhase('conflict');
  return panel;
}

test.each<[string, typeof EDIT | typeof DELETE, string | null, string, string]>([
  ['the user has changed and the edits delete', DELETE, 'mine\n', 'Keep the file as it is now', 'Delete the file'],
  ['the user has deleted and the edits change', EDIT, null, 'Leave the file deleted', 'Take the prepared file'],
  ['is binary now', EDIT, BINARY, 'Keep the file as it is now', 'Take the prepared file'],
])('Review merge asks about a file that %s', async (_, call, now, current, prepared) => {
  const panel = await startConflict(call, now);
  expect(panel.world.questions).toEqual([]);
  expect(panel.store.state.speculation?.problem).toMatch(
    /Nothing was applied\. Press Review merge to choose a version\.$/,
  );
  await act(panel, 'preview');
  expect(panel.world.questions).toMatchObject([{ title: 'a.ts cannot be merged', current, prepared }]);
  // The user has closed the question.
  expect(panel.store.state.speculation?.phase).toBe('conflict');
  expect(panel.base.text('a.ts')).toBe(now ?? undefined);
});

test.each<[string, typeof EDIT | typeof DELETE, string | null, 'current' | 'prepared', string | null]>([
  ['keeps a file instead of deleting it', DELETE, 'mine\n', 'current', 'mine\n'],
  ['deletes a file that the user has changed', DELETE, 'mine\n', 'prepared', null],
  ['leaves a file deleted', EDIT, null, 'current', null],
  ['brings a deleted file back', EDIT, null, 'prepared', 'gamma\n'],
  ['keeps a binary file', EDIT, BINARY, 'current', BINARY],
  ['takes the prepared text instead of a binary file', EDIT, BINARY, 'prepared', 'gamma\n'],
])('the choice %s', async (_, call, now, choice, expected) => {
  const panel = await startConflict(call, now);
  panel.world.choice = choice;
  await act(panel, 'preview');
  const { store, base, previews } = panel;
  const isChanged = choice === 'prepared';
  expect(store.state.speculation).toMatchObject({ phase: 'review', activity: '', files: isChanged ? ['a.ts'] : [] });
  expect([previews.size, base.text('a.ts')]).toEqual([isChanged ? 1 : 0, now ?? undefined]);
  await act(panel, 'apply');
  expect(base.text('a.ts')).toBe(expected ?? undefined);
  expect(store.state.items.at(-1)).toMatchObject({ kind: 'answer', status: 'done', speculated: true });
  expect(store.state.speculation).toBeNull();
});

test('after the choice of a version, the bar says only how to resolve the other files', async () => {
  const calls = [EDIT, edit('b.ts', 'old', 'new')];
  const panel = await start([...FIRST_ANSWER, 'do it', { calls }, 'Done.', '']);
  panel.base.put('b.ts', 'old\n');
  await panel.exchange('rename it');
  await panel.showGhost();
  await panel.reachPhase('ready');
  panel.base.put('a.ts', BINARY);
  panel.base.put('b.ts', 'mine\n');
  await act(panel, 'apply');
  await panel.reachPhase('conflict');
  expect(panel.store.state.speculation?.problem).toMatch(
    /^a\.ts, b\.ts have changed .* Press Review merge to choose a version\. Edit the right/,
  );
  panel.world.choice = 'current';
  await act(panel, 'preview');
  expect(panel.store.state.speculation?.problem).toMatch(/^b\.ts has changed .* Nothing was applied\. Edit the right/);
});
