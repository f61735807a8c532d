import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYDAY } from '../../support/shellFuzz/fuzzedPrograms.ts';
import { programPath } from '../../support/shellFuzz/programPath.ts';
import { ShellFuzzer } from '../../support/shellFuzz/shellFuzzer.ts';
import { makeTempFolder } from '../../support/tempFolder.ts';

/** Commands with the options of this machine's own programs, run where canaries are. `npm run fuzz` runs more of them. */
const SEED = 0x70726d76;
const COMMANDS = 150;

/** Only against a test that hangs. */
const options = { timeout: 120_000 };

let folder = '';
let fuzzer: ShellFuzzer;

beforeAll(async () => {
  folder = await makeTempFolder();
  fuzzer = new ShellFuzzer({ folder, seed: SEED, path: programPath(folder) });
  await fuzzer.learn('likely');
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the sandbox notices what changes a file, runs a canary or reads a secret', options, async () => {
  await fuzzer.runUnjudged(['ls', 'touch a.txt', 'cat a.txt', './trap'], false);
  await fuzzer.runUnjudged(['head -c 1 .env', 'cat a.txt'], true);
  const found = fuzzer.findings.splice(0).map(({ kind, commands }) => [kind, ...commands]);
  const read = fuzzer.recordsReading ? [['read a secret', 'head -c 1 .env']] : [];
  expect(found).toEqual([['changed', 'touch a.txt'], ['ran a canary', './trap'], ...read]);
});

test('the programs of every day are on this machine, and the others that are not are named', () => {
  console.log(`Not on this machine, and so not tried: ${fuzzer.missing.join(' ') || 'none'}. ${fuzzer.limits}`);
  expect(fuzzer.missing.filter((name) => EVERYDAY.includes(name))).toEqual([]);
});

test('commands that are called read-only change nothing, run no canary and come to an end', options, async () => {
  await fuzzer.fuzz(COMMANDS);
  expect(fuzzer.findings).toEqual([]);
  expect(fuzzer.run).toBeGreaterThanOrEqual(COMMANDS);
});
