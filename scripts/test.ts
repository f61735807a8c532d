/**
 * `npm test`: runs all checks and tests, and ends with the failures and one line of counts. `--only a,b` runs some
 * steps. Other arguments are filters: parts of the names of test files.
 */
import { api } from './steps/api.ts';
import { build, format, imports, lint, types } from './steps/checks.ts';
import { host } from './steps/host.ts';
import type { Outcome, Step } from './steps/step.ts';
import { countTests, type StepOutcome, summarize } from './steps/summary.ts';
import { start, ui, unit } from './steps/vitest.ts';
import { vsix } from './steps/vsix.ts';
import { exitWithUsage, mistake, readOptions } from './tools/options.ts';

const USAGE = `npm test [-- options] [filters]

  --only <steps>  some of: build, package, lint, types, imports, api, format, unit, start, host, ui
  filters         parts of the names of test files; checks ignore them`;

const read = readOptions(process.argv.slice(2), { only: 'value' });
if (read.kind === 'mistake') exitWithUsage(read, USAGE);
const { values, positionals } = read;
const only = values.only?.split(',');
const wanted = (step: Step) => !only || only.includes(step.name);

/** Two lists that run in parallel. Each uses about one processor, and a busy machine does not affect its steps. */
const checks: readonly Step[] = [lint, types, imports, api, format];
const buildAndUnit: readonly Step[] = [build, vsix, unit(positionals)];
/** Run last, one after the other: they start VS Code, and a busy machine affects them. */
const alone: readonly Step[] = [start(positionals), host(positionals), ui(positionals)];

const names = [...buildAndUnit, ...checks, ...alone].map(({ name }) => name);
const unknown = only?.find((name) => !names.includes(name));
if (unknown !== undefined) exitWithUsage(mistake(`There is no step "${unknown}"`), USAGE);

const outcomes = [
  ...(await Promise.all([inTurn(buildAndUnit.filter(wanted)), inTurn(checks.filter(wanted))])).flat(),
  ...(await inTurn(alone.filter(wanted), { live: true })),
];
const { passed, failed } = countTests(outcomes);
console.log(summarize(outcomes));
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function inTurn(steps: readonly Step[], { live = false } = {}): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of steps) outcomes.push({ step: step.name, outcome: await runStep(step, live) });
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
  const { passed, failures } = outcome;
  console.log(`── ${step.name}: ${passed} passed, ${failures.length} failed, ${seconds} s ──`);
  if (held.trim()) console.log(held.trimEnd());
  return outcome;
}

/** A suite without tests and a step that throws count as failed. */
async function attempt(step: Step, write: (text: string) => void): Promise<Outcome> {
  try {
    const outcome = await step.run(write);
    if (outcome.passed + outcome.failures.length > 0) return outcome;
    write(`${step.name} ran no tests.\n`);
    return { passed: 0, failures: [{ error: 'ran no tests' }] };
  } catch (error) {
    write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { passed: 0, failures: [{ error: String(error) }] };
  }
}
