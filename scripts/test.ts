/**
 * `npm test`: runs all checks and tests, and ends with one line of counts. `--only a,b` runs some steps. Other
 * arguments are filters: parts of the names of test files. The host suite uses only the first filter, as a part of test
 * titles.
 */
import { api } from './steps/api.ts';
import { build, format, imports, lint, types } from './steps/checks.ts';
import { host } from './steps/host.ts';
import type { Outcome, Step } from './steps/step.ts';
import { start, ui, unit } from './steps/vitest.ts';
import { vsix } from './steps/vsix.ts';
import { exitWithUsage, mistake, readOptions } from './tools/options.ts';
import { stopAllOnSignals } from './tools/processes.ts';

const USAGE = `npm test [-- options] [filters]

  --only <steps>  some of: build, package, lint, types, imports, api, format, unit, start, host, ui
  filters         parts of the names of test files`;

const read = readOptions(process.argv.slice(2), { only: 'value' });
if (read.kind === 'mistake') exitWithUsage(read, USAGE);
const { values, positionals } = read;
const only = values.only?.split(',');
const wanted = (step: Step) => !only || only.includes(step.name);

/** Run in parallel with `artifacts`, because a busy machine does not affect them. */
const checks: readonly Step[] = [lint, types, imports, api, format, unit(positionals)];
const artifacts: readonly Step[] = [build, vsix];
/** Run last, one after the other: they start VS Code, and a busy machine affects them. */
const alone: readonly Step[] = [start(positionals), host(positionals[0]), ui(positionals)];

const names = [...checks, ...artifacts, ...alone].map(({ name }) => name);
const unknown = only?.find((name) => !names.includes(name));
if (unknown !== undefined) exitWithUsage(mistake(`There is no step "${unknown}"`), USAGE);

stopAllOnSignals();
const outcomes = [
  ...(await Promise.all([inTurn(artifacts.filter(wanted)), inTurn(checks.filter(wanted))])).flat(),
  ...(await inTurn(alone.filter(wanted), { live: true })),
];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function inTurn(steps: readonly Step[], { live = false } = {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, live));
  return outcomes;
}

/** Buffers the output of steps that run in parallel until each step is over, so that outputs are not mixed. */
async function runStep(step: Step, live: boolean): Promise<Outcome> {
  const started = performance.now();
  let held = '';
  if (live || only) console.log(`── ${step.name} ──`);
  const outcome = await attempt(step, (text) => {
    if (live) process.stdout.write(text);
    else held += text;
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { passed, failed } = outcome;
  console.log(`── ${step.name}: ${passed} passed, ${failed} failed, ${seconds} s ──`);
  if (held.trim()) console.log(held.trimEnd());
  return outcome;
}

/** A suite without tests counts as failed, and so does a step that throws. */
async function attempt(step: Step, write: (text: string) => void): Promise<Outcome> {
  try {
    const outcome = await step.run(write);
    if (outcome.passed + outcome.failed > 0) return outcome;
    write(`${step.name} ran no tests.\n`);
  } catch (error) {
    write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  return { passed: 0, failed: 1 };
}
