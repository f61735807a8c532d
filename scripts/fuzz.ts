/**
 * `npm run fuzz`: builds shell commands from the options of this machine's own programs. Runs those that Premove calls
 * read-only in a scratch folder with canaries. Exits with 1 if one of them did more than read.
 */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from '../test/support/shellFuzz/programPath.ts';
import { ShellFuzzer } from '../test/support/shellFuzz/shellFuzzer.ts';
import { exitWithUsage, mistake, readOptions } from './tools/options.ts';
import { removeFolder } from './tools/supervision.mjs';

const USAGE = `npm run fuzz -- [options]

  --seed <number>     selects the commands; the same seed creates the same commands on the same machine (default: 1)
  --minutes <number>  how long to run (default: 5)`;

const read = readOptions(process.argv.slice(2), { seed: 'value', minutes: 'value' });
if (read.kind === 'mistake') exitWithUsage(read, USAGE);
const [seed, minutes] = [Number(read.values.seed ?? 1), Number(read.values.minutes ?? 5)];
if (!Number.isInteger(seed)) exitWithUsage(mistake('--seed needs an integer'), USAGE);
if (!(minutes > 0)) exitWithUsage(mistake('--minutes needs a number above 0'), USAGE);

/** The number of read-only commands that run before the findings are printed. */
const BATCH = 150;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'premove-fuzz-')));
const fuzzer = new ShellFuzzer({ folder, seed, path: programPath(folder) });
await fuzzer.learn('all');
console.log(`Programs missing on this machine: ${fuzzer.missing.join(' ') || 'none'}. ${fuzzer.limits}`);
const end = performance.now() + minutes * 60_000;
let shown = 0;
while (performance.now() < end) {
  await fuzzer.fuzz(BATCH);
  for (const { kind, commands, detail } of fuzzer.findings.slice(shown))
    console.log(`${kind}: ${commands.join(' ⏎ ')}\n  ${detail}`);
  shown = fuzzer.findings.length;
}
console.log(
  `${fuzzer.created} commands created, ${fuzzer.run} run, ${fuzzer.allowed} of them allowed without a question, ${shown} findings`,
);
removeFolder(folder);
process.exit(shown === 0 ? 0 : 1);
