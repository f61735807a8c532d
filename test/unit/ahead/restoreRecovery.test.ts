import { describe, expect, test } from 'vitest';
import { createCrash, type Crash } from '../../support/crash.ts';
import { settle } from '../../support/manualClock.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { until } from '../panel/harness.ts';
import { edit, write } from '../speculate/fixtures.ts';
import { alive, createCrashDisk, type CrashDisk, type OpenApp } from './crashDisk.ts';

const BEFORE = { 'a.ts': 'alpha\n', 'old.ts': 'old\n' };
const AFTER = { 'a.ts': 'beta\n', 'b.ts': 'B\n' };
const STEPS: readonly ScriptedStep[] = [
  {
    calls: [
      edit('a.ts', 'alpha', 'beta'),
      write('b.ts', 'B\n'),
      { name: 'delete_file', input: { file_path: 'old.ts' } },
    ],
  },
  'Changed.',
];
const settings = { enableFollowupSuggestions: false, approvalMode: 'yolo' } as const;

const settled = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await settle();
};
const stateOf = ({ chat }: OpenApp) => chat.store.state;
const linesOf = (app: OpenApp) =>
  stateOf(app).items.flatMap((item) => (item.kind === 'answer' ? (item.changes?.state ?? 'none') : []));

type Action = 'undo' | 'restore-files' | 'restore-chat';

/** Opens a window whose answer has changed three files. Returns what the user's action does. */
async function prepare(disk: CrashDisk, crash: Crash, action: Action): Promise<() => Promise<void>> {
  const app = await disk.open(crash, STEPS, { settings });
  const { conversationId } = stateOf(app);
  const handle = (request: Parameters<OpenApp['panel']['handle']>[0]) => app.panel.handle(request).catch(() => {});
  await handle({ type: 'submit', conversationId, text: 'change them' });
  await until(() => stateOf(app).status === 'idle' && linesOf(app)[0] === 'applied');
  await settled();
  await disk.clock.advance(10);
  const [prompt, answer] = stateOf(app).items.map(({ id }) => id);
  if (action === 'undo') {
    return async () => {
      await handle({ type: 'change-files', conversationId, itemId: answer ?? '', action: 'undo' });
      await settled();
    };
  }
  const ask = action === 'restore-files' ? 'ask-files' : 'ask-chat';
  await handle({ type: 'checkpoint', conversationId, itemId: prompt ?? '', action: ask });
  const card = stateOf(app).restoring?.id ?? '';
  return async () => {
    await handle({ type: 'checkpoint', conversationId, itemId: card, action: 'restore' });
    await settled();
  };
}

/** The number of steps before the action, and after it. */
async function findSteps(action: Action) {
  const crash = alive();
  const act = await prepare(createCrashDisk(BEFORE), crash, action);
  const before = crash.steps;
  await act();
  return { before, after: crash.steps };
}

describe('a crash while files are restored', () => {
  test.each<[Action, boolean]>([
    ['undo', false],
    ['undo', true],
    ['restore-files', false],
    ['restore-files', true],
    ['restore-chat', false],
    ['restore-chat', true],
  ])(
    'leaves the action %s either complete or without effect at any step (the crash can cut an append: %s)',
    async (action, halfAppends) => {
      const { before, after } = await findSteps(action);
      expect(after - before).toBeGreaterThan(5);
      const outcomes = new Set<string>();
      for (let at = before; at < after; at += 1) {
        const disk = createCrashDisk(BEFORE);
        const crash = createCrash(at, halfAppends);
        const act = await prepare(disk, crash, action);
        expect(crash.happened).toBe(false);
        await act();
        expect(crash.happened).toBe(true);
        // The next start crashes too.
        const again = createCrash((at - before) % 11, halfAppends);
        const second = await disk.open(again, [], { settings }).catch(() => undefined);
        await second?.recover();
        again.end();
        const app = await disk.open(alive(), [], { settings });
        const notice = await app.recover();
        if (notice !== undefined)
          expect(notice).toMatch(/^VS Code closed while files were being restored\. Premove has /);
        await settled();
        outcomes.add(expectAllOrNothing(disk, app, action));
        expect(await disk.files.list('changes/open')).toEqual([]);
      }
      expect([...outcomes].sort()).toEqual(['all', 'nothing']);
    },
  );
});

/** Checks that all files and the chat are restored, or none of them. */
function expectAllOrNothing(disk: CrashDisk, app: OpenApp, action: Action): 'all' | 'nothing' {
  const files = disk.workspace.snapshot();
  const isAll = files['a.ts'] === BEFORE['a.ts'];
  expect(files).toEqual(isAll ? BEFORE : AFTER);
  const { items, restored } = stateOf(app);
  const isChatGone = isAll && action === 'restore-chat';
  expect(items.map(({ kind }) => kind)).toEqual(isChatGone ? [] : ['user', 'answer']);
  if (!isChatGone) expect(linesOf(app)).toEqual([isAll ? (action === 'undo' ? 'undone' : 'restored') : 'applied']);
  if (action !== 'undo') expect(restored !== null).toBe(isAll);
  return isAll ? 'all' : 'nothing';
}
