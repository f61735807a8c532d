import { expect, test } from 'vitest';
import { EventFile, MAX_EVENT_FILE } from '../../../src/extension/background/eventFile.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';

function rig() {
  const files = createMemoryFileStore();
  const setting = { wanted: true };
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const events = new EventFile({ files, clock, log: silentLog, name: 'telemetry/x', isWanted: () => setting.wanted });
  return { files: files.files, store: files, setting, events };
}

test('EventFile writes one line of JSON per event, with the time of the event', async () => {
  const { events, files } = rig();
  events.record({ outcome: 'accepted' });
  events.record({ outcome: 'ignored' });
  await events.flush();
  const lines = files.get('telemetry/x.jsonl')?.split('\n');
  expect(lines?.slice(0, -1).map((line) => JSON.parse(line) as unknown)).toEqual([
    { at: '2026-11-21T00:00:00.000Z', outcome: 'accepted' },
    { at: '2026-11-21T00:00:00.000Z', outcome: 'ignored' },
  ]);
});

test('EventFile reads the setting before each event, and writes nothing while the setting is off', async () => {
  const { events, files, setting } = rig();
  setting.wanted = false;
  events.record({ n: 1 });
  await events.flush();
  expect(files.size).toBe(0);
  setting.wanted = true;
  events.record({ n: 2 });
  await events.flush();
  expect(files.get('telemetry/x.jsonl')).toContain('"n":2');
});

test.each(['x', '\u20ac'])('EventFile stays small: a full file of %s replaces the old file', async (letter) => {
  const { events, files } = rig();
  const padding = letter.repeat(1_000);
  for (let n = 0; n < 900; n += 1) events.record({ n, padding });
  await events.flush();
  expect([...files.keys()].sort()).toEqual(['telemetry/x.jsonl', 'telemetry/x.old.jsonl']);
  for (const text of files.values()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_EVENT_FILE);
  expect(files.get('telemetry/x.jsonl')).toContain('"n":899');
});

test('EventFile drops an event that cannot be written, and writes the next event', async () => {
  const { events, files, store } = rig();
  store.failNext('append', new Error('disk full'));
  events.record({ n: 1 });
  events.record({ n: 2 });
  await events.flush();
  expect(files.get('telemetry/x.jsonl')).not.toContain('"n":1');
  expect(files.get('telemetry/x.jsonl')).toContain('"n":2');
});
