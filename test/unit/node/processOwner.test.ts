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

async function isDead(owner: ProcessIdentity, alive: Record<number, string>, self = SELF): Promise<boolean> {
  const owners = createProcessOwner(() => Promise.resolve(self), {
    isAlive: (pid) => pid in alive,
    startOf: (pid) => Promise.resolve(alive[pid] ?? ''),
  });
  return owners.isDead(JSON.stringify(owner));
}

const container = { ...SELF, container: 'pid:[4026532001]' };
const mac = { ...SELF, machine: '', boot: '', container: '', started: '' };

test.each<[string, ProcessIdentity, Record<number, string>, boolean, ProcessIdentity?]>([
  ['this process', SELF, { 100: '5000' }, false],
  ['an ended process', other({}), {}, true],
  ['a running process', other({}), { 200: '5000' }, false],
  ['an ended process whose pid a new process has', other({}), { 200: '6000' }, true],
  ['a running process whose start is hidden', other({}), { 200: '' }, false],
  ['an ended process whose pid this process has', other({ pid: 100 }), { 100: '5000' }, true],
  ['a process before the machine was restarted', other({ boot: 'b0' }), { 200: '5000' }, true],
  ['a process on another machine', other({ host: 'lap' }), {}, false],
  ['a process on a machine with the same name', other({ machine: 'm2' }), {}, false],
  ['a process in a container', other({ container: container.container }), {}, false],
  ['a process with the same pid in another container', other({ container: 'pid:[4026532999]' }), {}, false, container],
  ['an ended process in this container', other({ container: container.container }), {}, true, container],
  [
    'a process in a container of an unknown machine',
    { ...other(container), run: 'x', boot: 'b9' },
    {},
    false,
    container,
  ],
  ['an ended process where only pids are known', { ...mac, pid: 200, run: 'x' }, {}, true, mac],
  ['a running process where only pids are known', { ...mac, pid: 200, run: 'x' }, { 200: '' }, false, mac],
])('judges %s', async (_name, owner, alive, expected, self) => {
  expect(await isDead(owner, alive, self)).toBe(expected);
});

test.each(['', '{}', '{', 'null', '{"pid":1}'])('never calls the owner %j dead', async (id) => {
  expect(await createProcessOwner().isDead(id)).toBe(false);
});

test('finds out that a real process has ended', async () => {
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
