import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createProcessOwner, type ProcessIdentity } from '../../../src/extension/node/processOwner.ts';

const SELF: ProcessIdentity = {
  host: 'desk',
  machine: 'm1',
  boot: 'b1',
  container: 'pid:[4026531836]',
  pid: 100,
  started: '5000',
  run: 'self',
};
const other = (change: Partial<ProcessIdentity>): ProcessIdentity => ({ ...SELF, pid: 200, run: 'other', ...change });

async function judge(owner: ProcessIdentity, alive: Record<number, string>, self = SELF): Promise<Judgement> {
  const owners = createProcessOwner(() => Promise.resolve(self), {
    isAlive: (pid) => pid in alive,
    startOf: (pid) => Promise.resolve(alive[pid] ?? ''),
  });
  const id = JSON.stringify(owner);
  const host = await owners.hostIfUnknown(id);
  if (host === undefined) return (await owners.isDead(id)) ? 'ended' : 'running';
  expect([host, await owners.isDead(id)]).toEqual([owner.host, false]);
  return 'unknown';
}

type Judgement = 'ended' | 'running' | 'unknown';

const container = { ...SELF, container: 'pid:[4026532001]' };
const mac = { ...SELF, machine: '', boot: '', container: '', started: '' };

test.each<[string, ProcessIdentity, Record<number, string>, Judgement, ProcessIdentity?]>([
  ['this process', SELF, { 100: '5000' }, 'running'],
  ['an ended process', other({}), {}, 'ended'],
  ['a running process', other({}), { 200: '5000' }, 'running'],
  ['an ended process whose pid a new process has', other({}), { 200: '6000' }, 'ended'],
  ['a process whose start is hidden', other({}), { 200: '' }, 'unknown'],
  ['an ended process whose pid this process has', other({ pid: 100 }), { 100: '5000' }, 'ended'],
  ['a process before the machine was restarted', other({ boot: 'b0' }), { 200: '5000' }, 'ended'],
  ['a process on another machine', other({ host: 'lap' }), {}, 'unknown'],
  ['a process on a machine with the same name', other({ machine: 'm2' }), {}, 'unknown'],
  ['a process in a container', other({ container: container.container }), {}, 'unknown'],
  [
    'a process with the same pid in another container',
    other({ container: 'pid:[4026532999]' }),
    {},
    'unknown',
    container,
  ],
  ['an ended process in this container', other({ container: container.container }), {}, 'ended', container],
  [
    'a process in a container of an unknown machine',
    { ...other(container), run: 'x', boot: 'b9' },
    {},
    'unknown',
    container,
  ],
  ['an ended process on a system that shows only pids', { ...mac, pid: 200, run: 'x' }, {}, 'ended', mac],
  [
    'a process whose pid is in use, on a system that shows only pids',
    { ...mac, pid: 200, run: 'x' },
    { 200: '' },
    'unknown',
    mac,
  ],
])('isDead judges %s', async (_name, owner, alive, expected, self) => {
  expect(await judge(owner, alive, self)).toBe(expected);
});

test.each(['', '{}', '{', 'null', '{"pid":1}'])('isDead is false for the owner %j', async (id) => {
  expect(await createProcessOwner().isDead(id)).toBe(false);
  expect(await createProcessOwner().hostIfUnknown(id)).toBe('');
});

test('isDead is true once a real process has ended', async () => {
  const owner = createProcessOwner();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const self = JSON.parse(await owner.id()) as ProcessIdentity;
  const id = JSON.stringify({ ...self, pid: child.pid, run: 'child', started: '' });
  expect(await owner.isDead(id)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await owner.isDead(id)).toBe(true);
  expect(await owner.isDead(await owner.id())).toBe(false);
});
