import { classifyShellCommand } from '../src/extension/shell/shellSafety.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 40;

/** Commands that agents run, from plain ones to scripts of several lines. */
const COMMANDS = [
  'ls -la src',
  'cat package.json',
  'git status',
  'git log --oneline -10',
  'git diff --stat HEAD~1 -- src',
  "rg -n 'createOverlay' src | head -20",
  "find . -name '*.ts' -not -path '*/node_modules/*' | xargs wc -l | sort -rn | head -5",
  'npm test && git commit -am "Fix the parser"',
  "sed -n '120,180p' src/extension/tools/builtin/edit.ts",
  'cd src && grep -rn "TODO" --include="*.ts" . | wc -l',
  'for f in src/*.ts; do echo "$f: $(wc -l < "$f")"; done',
  'if [ -f tsconfig.json ]; then cat tsconfig.json; else echo none; fi 2>/dev/null',
  'git commit -m "$(cat <<\'EOF\'\nParse what a shell would run\n\nEvery command counts.\nEOF\n)"',
  'set -euo pipefail\nnode --version\nls node_modules | wc -l\nenv LC_ALL=C sort names.txt | uniq -c | sort -rn | head -3',
];

/** The time to classify a command, parsing included, once the grammar is loaded. */
export const shellSafety: Measurement = { name: 'shell', run: measure };

async function measure(): Promise<Figure[]> {
  const started = performance.now();
  await classifyShellCommand('ls');
  const first = performance.now() - started;
  for (const command of COMMANDS) await classifyShellCommand(command);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const command of COMMANDS) {
      const begun = performance.now();
      await classifyShellCommand(command);
      samples.push((performance.now() - begun) * 1000);
    }
  const name = 'Judging a shell command';
  return [
    toFigure({
      name,
      unit: 'µs',
      statistic: 'median',
      samples,
      target: { text: 'at most 0.5 ms', isMet: (median) => median <= 500 },
    }),
    toFigure({ name, unit: 'µs', statistic: '95th percentile', samples }),
    toFigure({
      name: `${name}, the first one, including loading the grammar`,
      unit: 'ms',
      statistic: 'exact',
      samples: [first],
    }),
  ];
}
