import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { launchBrowser } from '../../scripts/tools/launchBrowser.ts';
import { freePort } from '../../scripts/tools/ports.ts';
import { type NpmStart, npmStart } from './npmStart.ts';

const started: NpmStart[] = [];

afterEach(async () => {
  for (const run of started.splice(0)) await run.close();
});

test('npm start opens VS Code with the Premove view and the copied sample project, and cleans up on Ctrl-C', async () => {
  const port = await freePort();
  const run = await startAndWait('--port', String(port));
  const address = addressIn(run.output());

  expect(new URL(address).port).toBe(String(port));
  const workspace = new URL(address).searchParams.get('folder') ?? '';
  expect(workspace).toMatch(/\/greetings$/);
  expect((await fetch(address)).status).toBe(200);
  expect(workspace.startsWith(run.temporary)).toBe(true);
  const inside = (...names: string[]) => join(dirname(workspace), ...names);
  expect(await readdir(inside('extensions'))).toContainEqual(expect.stringMatching(/^premove\.premove-\d/));
  expect(await readdir(inside('greetings', 'src'))).toContain('greet.ts');
  expect(JSON.parse(await readFile(inside('user', 'User', 'settings.json'), 'utf8'))).toMatchObject({
    'premove.model': 'tour/tour',
    'premove.enableSpeculation': true,
    'premove.approvalMode': 'auto-edit',
    'files.autoSave': 'off',
  });

  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    // The view is open without a click.
    await page.locator('iframe.webview[src*="extensionId=premove.premove"]').waitFor({ timeout: 30_000 });
    await page.getByRole('tab', { name: /greet\.ts/ }).waitFor();
  } finally {
    await browser.close();
  }

  process.kill(-pid(run), 'SIGINT');
  expect([130, 'SIGINT']).toContain(await run.ended);
  await expectNothingLeft(run);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('npm start ends all processes when only npm gets a %s', async (signal) => {
  const run = await startAndWait();
  process.kill(pid(run), signal);
  await expectNothingLeft(run);
});

test('npm start refuses a port that is in use, before it builds', async () => {
  const other = createServer((_, response) => response.end('ok'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    const run = await start('--web', '--no-open', '--port', String(port));
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Port ${port} is in use.`);
    expect(run.output()).not.toContain('Premove is open');
    await expectNothingLeft(run);
  } finally {
    other.close();
  }
});

async function start(...args: string[]): Promise<NpmStart> {
  const run = await npmStart(...args);
  started.push(run);
  return run;
}

async function startAndWait(...args: string[]): Promise<NpmStart> {
  const run = await start('--web', '--no-open', ...args);
  await expect.poll(() => run.output(), { timeout: 90_000 }).toContain('Press Ctrl-C to end');
  expect(run.processes().length).toBeGreaterThan(4);
  return run;
}

async function expectNothingLeft(run: NpmStart): Promise<void> {
  await expect.poll(() => run.alive()).toEqual([]);
  expect(await run.folders()).toEqual([]);
}

function addressIn(output: string): string {
  return /http:\/\/\S+/.exec(output)?.[0] ?? '';
}

function pid({ npm }: NpmStart): number {
  if (npm.pid === undefined) throw new Error('npm did not start.');
  return npm.pid;
}
