import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { ShellRequest } from '../../../src/extension/ports/shell.ts';
import { hardenReaders } from '../../../src/extension/tools/hardenedShell.ts';
import { createFakeShell, printing } from '../../support/fakeShell.ts';

const environment = { PATH: process.env['PATH'] ?? '', LD_PRELOAD: '/evil.so' };

async function requested(command: string, signal = new AbortController().signal): Promise<ShellRequest | undefined> {
  const fake = createFakeShell();
  fake.next(printing(''));
  const shell = hardenReaders(fake, { roots: () => ['/ws'], environment: () => environment });
  await shell.run({ command, directory: tmpdir(), timeout: 1000 }, () => undefined, signal);
  return fake.requests[0];
}

test('gives git that only reads switches and an environment in which it starts nothing', async () => {
  const request = await requested('git diff');
  expect(request?.command).toContain('--no-ext-diff');
  expect(request?.environment).toMatchObject({ GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat' });
  expect(request?.environment).not.toHaveProperty('LD_PRELOAD');
});

test.each(['npm test', 'git commit -m x', 'git diff > out.txt', 'if'])('runs %s as it is', async (command) => {
  expect(await requested(command)).toEqual({ command, directory: tmpdir(), timeout: 1000 });
});

test('runs nothing once it is stopped', async () => {
  const controller = new AbortController();
  controller.abort();
  expect(await requested('git diff', controller.signal)).toBeUndefined();
});
