import { describe, expect, test } from 'vitest';
import { recoverApplies } from '../../../src/extension/ahead/applyRecovery.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createCrash, type Crash } from '../../support/crash.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { until } from '../panel/harness.ts';
import { edit, read, shell, write } from '../speculate/fixtures.ts';
import { alive, createCrashDisk, type OpenApp } from './crashDisk.ts';

const BEFORE = { 'a.ts': 'alpha\n', 'old.ts': 'old\n' };
const AFTER = { 'a.ts': 'beta\n', 'new/b.ts': 'B\n' };
const SUGGESTION = 'rename alpha';
const CALLS = [
  edit('a.ts', 'alpha', 'beta'),
  write('new/b.ts', 'B\n'),
  { name: 'delete_file', input: { file_path: 'old.ts' } },
];
const ASKED: ScriptedStep[] = [{ calls: [read('a.ts')] }, 'There is an alpha.', SUGGESTION];
const STEPS: ScriptedStep[] = [...ASKED, { calls: CALLS }, 'Renamed.', ''];
/** The speculation stops at the command, so its answer continues live. */
const STOPPED: ScriptedStep[] = [...ASKED, { calls: [...CALLS, shell('npm test')] }];

function createDisk() {
  const disk = createCrashDisk(BEFORE);
  /** The number of exchanges, and how many of them have the suggestion as their prompt. */
  const exchanges = async (): Promise<{ readonly prompts: number; readonly applied: number }> => {
    const prompts = (await disk.entries()).filter((entry) => entry.type === 'prompt');
    return {
      prompts: prompts.length,
      applied: prompts.filter(({ parts }) => JSON.stringify(parts).includes(SUGGESTION)).length,
    };
  };
  return { ...disk, exchanges };
}

type Disk = ReturnType<typeof createDisk>;

/** Opens a window and prepares the suggestion. Returns what Enter does. */
async function prepare(disk: Disk, crash: Crash, steps = STEPS): Promise<() => Promise<void>> {
  const app = await disk.open(crash, steps);
  const { store } = app.chat;
  const submit = (text: string) =>
    app.panel.handle({ type: 'submit', conversationId: store.state.conversationId, text });
  await submit('what is here');
  await until(() => store.state.suggestion !== null);
  await reportShown(app);
  await until(() => store.state.speculation?.phase === (steps === STEPS ? 'ready' : 'stopped'));
  for (let round = 0; round < 20; round += 1) await settle();
  return async () => {
    await submit(SUGGESTION).catch(() => {});
    for (let round = 0; round < 20; round += 1) await settle();
  };
}

async function reportShown({ chat, panel }: OpenApp): Promise<void> {
  const suggestionId = chat.store.state.suggestion?.id ?? '';
  await panel.handle({ type: 'suggestion-report', suggestionId, report: { event: 'shown', focused: true } });
}

const shown = ({ chat }: OpenApp): string[] =>
  chat.store.state.items.map((item) => (item.kind === 'user' ? item.text : item.kind));

function rowsOf({ chat }: OpenApp) {
  const last = chat.store.state.items.at(-1);
  return last?.kind === 'answer' ? last.blocks.filter((block) => block.kind === 'tool') : [];
}

/** Checks that all files and the whole exchange are applied, or none of them, and that no work is left. */
async function expectAllOrNothing(disk: Disk, app: OpenApp, status = 'done'): Promise<'all' | 'nothing'> {
  const isAll = disk.workspace.text('a.ts') === AFTER['a.ts'];
  expect(disk.workspace.snapshot()).toEqual(isAll ? AFTER : BEFORE);
  expect(await disk.exchanges()).toEqual({ prompts: isAll ? 2 : 1, applied: isAll ? 1 : 0 });
  expect(await disk.files.list('changes/open')).toEqual([]);
  expect(shown(app)).toEqual(['what is here', 'answer', ...(isAll ? [SUGGESTION, 'answer'] : [])]);
  if (isAll) {
    const last = app.chat.store.state.items.at(-1);
    expect(last).toMatchObject({ status, speculated: true });
    expect(JSON.stringify(last)).toContain(status === 'done' ? 'Renamed.' : 'npm test');
  }
  return isAll ? 'all' : 'nothing';
}

/** The number of steps before Enter, and the number when everything is applied. */
async function findSteps(script = STEPS) {
  const disk = createDisk();
  const crash = alive();
  const accept = await prepare(disk, crash, script);
  const before = crash.steps;
  await accept();
  return { before, after: crash.steps };
}

/** Returns the disk after the first crash for which `isMeant` is true. */
async function crashIf(isMeant: (disk: Disk) => Promise<boolean>): Promise<Disk> {
  const { before, after } = await findSteps();
  for (let at = before; at < after; at += 1) {
    const disk = createDisk();
    const accept = await prepare(disk, createCrash(at));
    await accept();
    if (await isMeant(disk)) return disk;
  }
  throw new Error('No crash has this result');
}

const isWritten = async ({ workspace, exchanges }: Disk): Promise<boolean> =>
  workspace.text('old.ts') === undefined && (await exchanges()).applied === 0;
const FINISHED =
  'VS Code closed while prepared edits were being applied. Premove has applied all of them, and their answer is in the chat.';

describe('the recovery from a crash during Apply', () => {
  test.each([false, true])(
    'applies all edits or none, at whatever step the crash happens (the crash can cut an append: %s)',
    async (halfAppends) => {
      const { before, after } = await findSteps();
      const outcomes = new Set<string>();
      for (let at = before; at < after; at += 1) {
        const disk = createDisk();
        const crash = createCrash(at, halfAppends);
        const accept = await prepare(disk, crash);
        expect(crash.happened).toBe(false);
        await accept();
        expect(crash.happened).toBe(true);
        // The next start crashes too.
        const again = createCrash((at - before) % 11, halfAppends);
        const second = await disk.open(again).catch(() => undefined);
        await second?.recover();
        again.end();
        const third = await disk.open(alive());
        await third.recover();
        outcomes.add(await expectAllOrNothing(disk, third));
      }
      expect([...outcomes]).toEqual(['nothing', 'all']);
    },
  );

  test('applies all edits or none, also if the answer would have continued live', async () => {
    const { before, after } = await findSteps(STOPPED);
    const outcomes = new Set<string>();
    for (let at = before; at < after; at += 1) {
      const disk = createDisk();
      const accept = await prepare(disk, createCrash(at), STOPPED);
      await accept();
      const app = await disk.open(alive(), ['It ran.', '']);
      await app.recover();
      const outcome = await expectAllOrNothing(disk, app, 'interrupted');
      outcomes.add(outcome);
      // The command has not run, and does not run by itself. The next request has a result for it.
      const { store } = app.chat;
      expect(store.state.status).toBe('idle');
      if (outcome === 'nothing') continue;
      expect(rowsOf(app).at(-1)).toMatchObject({ name: 'run_shell_command', status: 'cancelled' });
      await app.panel.handle({ type: 'submit', conversationId: store.state.conversationId, text: 'go on' });
      await until(() => store.state.status === 'idle' && store.state.items.length === 6);
      expect(store.state.items.at(-1)).toMatchObject({ status: 'done', blocks: [{ text: 'It ran.' }] });
    }
    expect([...outcomes]).toEqual(['nothing', 'all']);
  });

  test('adds the exchange to the shown chat, in place of its suggestion, and shows one notice', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive());
    await until(() => app.chat.store.state.suggestion !== null);
    expect(await app.recover()).toBe(FINISHED);
    expect(await expectAllOrNothing(disk, app)).toBe('all');
    expect([app.chat.store.state.suggestion, await app.recover()]).toEqual([null, undefined]);
  });

  test('does not count a suggestion on the screen as accepted', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive(), ['Going on.']);
    const { store } = app.chat;
    await until(() => store.state.suggestion !== null);
    await reportShown(app);
    await app.recover();
    await app.panel.handle({ type: 'submit', conversationId: store.state.conversationId, text: 'go on' });
    await until(() => store.state.status === 'idle' && store.state.items.length === 6);
    const outcomes = app.suggestionEvents.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome !== 'suppressed')).toEqual(['superseded']);
  });

  test('shows no notice if only the end of the batch is missing', async () => {
    const disk = await crashIf(async ({ exchanges }) => (await exchanges()).applied === 1);
    const app = await disk.open(alive());
    expect(await app.recover()).toBeUndefined();
    expect(await expectAllOrNothing(disk, app)).toBe('all');
  });

  test('adds the exchange to a chat that is not shown', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive());
    await app.panel.actions.newChat();
    expect(await app.recover()).toBe(FINISHED);
    expect([shown(app), await disk.exchanges()]).toEqual([[], { prompts: 2, applied: 1 }]);
  });

  test('adds the exchange as another branch if the user has continued the chat', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive(), ['Going on.']);
    const { store } = app.chat;
    await app.panel.handle({ type: 'submit', conversationId: store.state.conversationId, text: 'go on' });
    await until(() => store.state.status === 'idle');
    expect(await app.recover()).toBe(FINISHED);
    expect(shown(app)).toEqual(['what is here', 'answer', 'go on', 'answer']);
    expect(store.state.items[2]).toMatchObject({ branch: { index: 1, count: 2 } });
    expect(shown(await disk.open(alive()))).toEqual(shown(app));
  });

  test('adds the exchange at a later start if another window has the chat open', async () => {
    const disk = await crashIf(isWritten);
    await disk.open(alive());
    const app = await disk.open(alive(), [], { stays: true });
    expect(await app.recover()).toContain('They are applied, but their chat is in use.');
    expect((await disk.exchanges()).applied).toBe(0);
    const later = await disk.open(alive());
    expect(await later.recover()).toBe(FINISHED);
    expect((await disk.exchanges()).applied).toBe(1);
  });

  test('reports that the answer is lost if its chat is missing', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive());
    await app.chat.service.delete(app.chat.store.state.conversationId);
    expect(await app.recover()).toContain('its chat is missing');
    expect(await disk.files.list('changes/open')).toEqual([]);
  });

  test('shows no notice if the edits were applied without an answer', async () => {
    let finished = 0;
    const recovered = { kind: 'written', exchange: [], finished: async () => void (finished += 1) } as const;
    const batch = {
      key: { chat: 'gone', prompt: 'p' },
      paths: ['/ws/a.ts'],
      exchange: [],
      recover: async () => recovered,
    };
    const changes = { unfinished: async () => [batch] };
    const recoverExchange = async () => 'absent' as const;
    const options = { changes, workspace: createMemoryWorkspace({}), recoverExchange, log: silentLog };
    expect(await recoverApplies(options, new AbortController().signal)).toBeUndefined();
    expect(finished).toBe(1);
  });

  test('restores the other files if a file has changed after the crash, and names the changed file', async () => {
    const disk = await crashIf(async ({ workspace }) => workspace.text('a.ts') === AFTER['a.ts']);
    disk.workspace.put('new/b.ts', 'mine');
    const app = await disk.open(alive());
    expect(await app.recover()).toBe(
      'VS Code closed while prepared edits were being applied. Premove has undone them. ' +
        'These files have changed since, so they stay as they are: new/b.ts.',
    );
    expect(disk.workspace.snapshot()).toEqual({ ...BEFORE, 'new/b.ts': 'mine' });
    expect(shown(app)).toEqual(['what is here', 'answer']);
  });

  test('waits for the user’s decision if the state of the crashed process is unknown', async () => {
    const disk = await crashIf(isWritten);
    disk.processes.lose('process 1');
    const app = await disk.open(alive());
    expect(await app.recover()).toBeUndefined();
    expect((await disk.exchanges()).applied).toBe(0);
    const [doubtful] = await app.doubtfulApplies();
    expect(doubtful).toMatchObject({ host: 'computer of process 1', files: 3 });
    expect(await doubtful?.finish()).toBe(FINISHED);
    expect(await expectAllOrNothing(disk, app)).toBe('all');
    expect(await app.doubtfulApplies()).toEqual([]);
  });

  test('does not begin while the process of the other window is alive', async () => {
    const disk = await crashIf(isWritten);
    const app = await disk.open(alive(), [], { stays: true });
    expect(await app.recover()).toBeUndefined();
    expect((await disk.files.list('changes/open')).length).toBeGreaterThan(0);
  });
});
