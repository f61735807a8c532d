import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lockConversation,
  type ConversationLock,
} from '../../../../src/extension/chat/conversation/conversationLock.ts';
import { createStorage, type LivingWindows } from '../../../support/conversationStorage.ts';
import { createManualClock, settle, type ManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore, type MemoryFileStore } from '../../../support/memoryFileStore.ts';

interface TestWindow {
  readonly pid: number;
  /** The number of notifications about a lost lock. */
  lost: number;
  lock(): Promise<ConversationLock | undefined>;
}

function start() {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const living: LivingWindows = new Set();
  const open = (clockOfWindow: ManualClock = clock): TestWindow => {
    const storage = createStorage(files, clockOfWindow, living);
    const window: TestWindow = {
      pid: storage.window.pid,
      lost: 0,
      lock: () => lockConversation('c', { ...storage, onDidLose: () => void (window.lost += 1) }),
    };
    return window;
  };
  return { clock, files, living, open };
}

const lockFile = 'conversations/c.lock';
const lockFiles = (files: MemoryFileStore): string[] => [...files.files.keys()];

describe('the lock of a conversation', () => {
  test('belongs to one window until that window releases it', async () => {
    const { files, open } = start();
    const [one, other] = [open(), open()];
    const lock = await one.lock();
    expect(await other.lock()).toBeUndefined();
    await lock?.release();
    expect(await lock?.isHeld()).toBe(false);
    expect(await other.lock()).toBeDefined();
    expect(lockFiles(files)).toEqual([lockFile]);
  });

  test('stays with a running window for any length of time', async () => {
    const { clock, open } = start();
    const lock = await open().lock();
    await clock.advance(3_600_000);
    expect(await open().lock()).toBeUndefined();
    expect(await lock?.isHeld()).toBe(true);
  });

  test('can be taken over at once if its window has crashed', async () => {
    const { living, open } = start();
    const crashed = open();
    await crashed.lock();
    living.delete(crashed.pid);
    expect(await open().lock()).toBeDefined();
  });

  test('can be taken over from a sleeping window, which notices the takeover before it writes', async () => {
    const { clock, open } = start();
    const asleep = createManualClock(clock.now());
    const sleeper = open(asleep);
    const lock = await sleeper.lock();
    await clock.advance(61_000);
    const other = await open().lock();
    expect(other).toBeDefined();
    expect(sleeper.lost).toBe(0);
    expect(await lock?.isHeld()).toBe(false);
    expect(await lock?.isHeld()).toBe(false);
    expect(sleeper.lost).toBe(1);
    await lock?.release();
    expect(await other?.isHeld()).toBe(true);
  });

  test('is judged only by its age if it belongs to another machine', async () => {
    const { clock, files, open } = start();
    await files.write(lockFile, JSON.stringify({ pid: 999_999, host: 'elsewhere', token: 't' }));
    expect(await open().lock()).toBeUndefined();
    await clock.advance(61_000);
    expect(await open().lock()).toBeDefined();
  });

  test.each(['', '{"pid":', '[]', '{"pid":"x"}'])('is judged only by its age if its file contains %j', async (text) => {
    const { clock, files, open } = start();
    await files.write(lockFile, text);
    expect(await open().lock()).toBeUndefined();
    await clock.advance(61_000);
    expect(await open().lock()).toBeDefined();
  });

  test('can be taken over after a crash during a takeover', async () => {
    const { clock, files, living, open } = start();
    const crashed = open();
    await crashed.lock();
    living.delete(crashed.pid);
    files.failNext('write', new Error('killed'));
    files.failNext('delete', new Error('killed'));
    await open().lock();
    expect(lockFiles(files)).toHaveLength(2);
    expect(await open().lock()).toBeUndefined();
    await clock.advance(61_000);
    expect(await open().lock()).toBeDefined();
  });

  test('can be taken over after crashes that left an empty lock file and empty claim files', async () => {
    const { clock, files, open } = start();
    await files.write(lockFile, '');
    await clock.advance(61_000);
    await crashDuringTakeover(files, clock, open());
    for (const name of lockFiles(files)) files.files.set(name, '');
    expect(await open().lock()).toBeDefined();
  });

  test('is retried before each write of the chat if its file could not be created', async () => {
    const { files, open } = start();
    files.failNext('createExclusive', new Error('disk full'));
    const lock = await open().lock();
    expect(lockFiles(files)).toEqual([]);
    expect(await lock?.isHeld()).toBe(true);
    expect(await open().lock()).toBeUndefined();
  });

  test('leaves no file if it is released while the file is created', async () => {
    const { clock, files, open } = start();
    files.failNext('createExclusive', new Error('disk full'));
    const lock = await open().lock();
    const { createExclusive } = files;
    let resume = (): void => {};
    const disk = new Promise<void>((resolve) => (resume = resolve));
    files.createExclusive = (name, text) => disk.then(() => createExclusive(name, text));
    const isHeld = lock?.isHeld();
    const released = lock?.release();
    resume();
    expect(await isHeld).toBe(false);
    await released;
    expect(lockFiles(files)).toEqual([]);
    await clock.advance(60_000);
    files.createExclusive = createExclusive;
    expect(await open().lock()).toBeDefined();
    expect(await lock?.isHeld()).toBe(false);
  });

  test.each([
    ['find it stale', 0],
    ['find it stale after a crash during a takeover', 1],
    ['find it stale after two crashes during takeovers', 2],
  ])('is taken over by exactly one of several windows that %s, in any interleaving', async (_name, crashes) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, count) => {
        const { clock, files, living, open } = start();
        const crashed = open();
        await crashed.lock();
        living.delete(crashed.pid);
        for (let crash = 0; crash < crashes; crash += 1) await crashDuringTakeover(files, clock, open());
        const { createExclusive, read, write, delete: remove, stat } = files;
        Object.assign(files, {
          createExclusive: scheduler.scheduleFunction(createExclusive),
          read: scheduler.scheduleFunction(read),
          write: scheduler.scheduleFunction(write),
          delete: scheduler.scheduleFunction(remove),
          stat: scheduler.scheduleFunction(stat),
        });
        const attempts = Array.from({ length: count }, () => open().lock());
        const locks = await scheduler.waitFor(Promise.all(attempts));
        Object.assign(files, { createExclusive, read, write, delete: remove, stat });
        const held = await Promise.all(locks.map(async (lock) => lock?.isHeld()));
        expect(held.filter(Boolean)).toHaveLength(1);
        expect(locks.filter(Boolean)).toHaveLength(1);
      }),
    );
    await settle();
  });
});

/** Leaves a claim file that is so old that another window may claim it. */
async function crashDuringTakeover(files: MemoryFileStore, clock: ManualClock, window: TestWindow): Promise<void> {
  files.failNext('write', new Error('killed'));
  files.failNext('delete', new Error('killed'));
  const claims = lockFiles(files).length;
  await window.lock();
  expect(lockFiles(files).length).toBe(claims + 1);
  await clock.advance(61_000);
}
