import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYDAY } from '../../support/shellFuzz/fuzzedPrograms.ts';
import { programPath } from '../../support/shellFuzz/programPath.ts';
import { ShellFuzzer } from '../../support/shellFuzz/shellFuzzer.ts';
import { makeTempFolder } from '../../support/tempFolder.ts';

/**
 * Commands from the options of this machine's own programs, run in a sandbox with canaries. `npm run fuzz` runs more.
 */
const SEED = 0x70726d76;
const COMMANDS = 150;

/** Milliseconds, far more than the test needs: only a test that hangs reaches this limit. */
const options = { timeout: 120_000 };

let folder = '';
let fuzzer: ShellFuzzer;

beforeAll(async () => {
  folder = await makeTempFolder();
  fuzzer = new ShellFuzzer({ folder, seed: SEED, path: programPath(folder) });
  await fuzzer.learn('likely');
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the sandbox detects a changed file, a canary that ran and a secret that was read', options, async () => {
  await fuzzer.runUnjudged(['ls', 'touch a.txt', 'cat a.txt', './trap'], false);
  await fuzzer.runUnjudged(['head -c 1 .env', 'cat a.txt'], true);
  const found = fuzzer.findings.splice(0).map(({ kind, commands }) => [kind, ...commands]);
  const read = fuzzer.recordsReading ? [['read a secret', 'head -c 1 .env']] : [];
  expect(found).toEqual([['changed', 'touch a.txt'], ['ran a canary', './trap'], ...read]);
});

test('this machine has all everyday programs, and the test prints the names of other missing programs', () => {
  console.log(`Not tested, because missing on this machine: ${fuzzer.missing.join(' ') || 'none'}. ${fuzzer.limits}`);
  expect(fuzzer.missing.filter((name) => EVERYDAY.includes(name))).toEqual([]);
});

test('commands classified as read-only do not change a file or run a canary, and they end', options, async () => {
  await fuzzer.fuzz(COMMANDS);
  expect(fuzzer.findings).toEqual([]);
  expect(fuzzer.run).toBeGreaterThanOrEqual(COMMANDS);
});
