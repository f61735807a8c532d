import { expect, test } from 'vitest';
import { DailyCost } from '../../../src/extension/background/dailyCost.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();
const DAY = 24 * 60 * 60 * 1_000;

function rig(files = createMemoryFileStore(), now = NOON) {
  const clock = createManualClock(now);
  const open = (kind = 'suggestions') => new DailyCost({ files, clock, log: silentLog, kind });
  return { files, clock, cost: open(), open };
}

test('DailyCost adds up the cost of all windows, also after a reload', async () => {
  const { cost, open } = rig();
  await cost.add(0.25);
  await open().add(0.5);
  expect(await open().spent()).toBe(0.75);
});

test('DailyCost starts at zero each day, in the time zone of the user', async () => {
  const { cost, clock } = rig(createMemoryFileStore(), new Date(2026, 10, 21, 23, 59, 59).getTime());
  await cost.add(0.25);
  await clock.advance(1_000);
  expect(await cost.spent()).toBe(0);
});

test('DailyCost counts each kind separately', async () => {
  const { cost, open } = rig();
  await cost.add(0.25);
  expect(await open('speculation').spent()).toBe(0);
});

test('DailyCost does not write an amount that is zero or not a number', async () => {
  const { cost, files } = rig();
  await cost.add(0);
  await cost.add(Number.NaN);
  expect(files.files.size).toBe(0);
});

test('DailyCost deletes the files of earlier days, except yesterday’s file and files of other kinds', async () => {
  const { cost, files, clock } = rig();
  files.files.set('spending/speculation-2026-11-01.txt', '1\n');
  await cost.add(0.25);
  await clock.advance(DAY);
  await cost.add(0.25);
  await clock.advance(DAY);
  await cost.add(0.25);
  expect([...files.files.keys()].sort()).toEqual([
    'spending/speculation-2026-11-01.txt',
    'spending/suggestions-2026-11-22.txt',
    'spending/suggestions-2026-11-23.txt',
  ]);
});

test('DailyCost counts an amount that could not be written', async () => {
  const { cost, files } = rig();
  files.failNext('append', new Error('disk full'));
  await cost.add(0.25);
  await cost.add(0.5);
  expect(await cost.spent()).toBe(0.75);
});

test('DailyCost rejects if the file cannot be read, instead of counting zero', async () => {
  const { cost, files } = rig();
  files.failNext('read', new Error('no permission'));
  await expect(cost.spent()).rejects.toThrow('no permission');
});

test('DailyCost ignores a line that is not an amount', async () => {
  const { cost, files } = rig();
  files.files.set('spending/suggestions-2026-11-21.txt', '0.25\n-3\nhalf\n\n0.5\n');
  expect(await cost.spent()).toBe(0.75);
});
