import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyShellCommand } from '../../../src/extension/shell/shellSafety.ts';

const READS = [
  'ls -la',
  'cat a | sort | uniq -c',
  'git log --oneline -5',
  'for f in *.ts; do wc -l "$f"; done',
  'x=$(pwd); echo "$x"',
  'if [ -f a ]; then cat a; fi',
  'cat <<< "$x"',
  "sed -n '1,5p' a 2>/dev/null",
  '(cd src && ls)',
];
const WRITES = ['rm x', 'mv a b', 'tee x', 'git commit -m x', 'npm install', 'find . -delete', 'ls > x', 'sed -i p x'];
/** Ways to combine two commands so that both can run. */
const COMBINATIONS: readonly ((first: string, second: string) => string)[] = [
  (a, b) => `${a}; ${b}`,
  (a, b) => `${b}; ${a}`,
  (a, b) => `${a} && ${b}`,
  (a, b) => `${a} || ${b}`,
  (a, b) => `${a} | ${b}`,
  (a, b) => `${a}\n${b}`,
  (a, b) => `${a} & ${b}`,
  (a, b) => `${a}; echo $(${b})`,
  (a, b) => `${a}; echo "$(${b})"`,
  (a, b) => `${a}; echo <(${b})`,
  (a, b) => `${a}; echo \`${b}\``,
  (a, b) => `${a}; (${b})`,
  (a, b) => `${a}; { ${b}; }`,
  (a, b) => `${a}; if ${b}; then ls; fi`,
  (a, b) => `while ${b}; do ${a}; done`,
  (a, b) => `for x in $(${b}); do ${a}; done`,
  (a, b) => `f() { ${b}; }; ${a}; f`,
  (a, b) => `${a}; cat <<< "$(${b})"`,
  (a, b) => `y=$(${b}) && ${a}`,
];

const options = { timeout: 60_000 };

test('two read-only commands together are read-only', options, () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...READS), fc.constantFrom(...READS), async (first, second) => {
      expect(await classifyShellCommand(`${first}; ${second}`)).toBe('read-only');
    }),
    { numRuns: 60 },
  ),
);

test('a command that writes is never read-only in any nested combination', options, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WRITES),
      fc.array(fc.tuple(fc.constantFrom(...READS), fc.constantFrom(...COMBINATIONS)), { minLength: 1, maxLength: 3 }),
      async (write, layers) => {
        const command = layers.reduce((inner, [read, combine]) => combine(read, inner), write);
        expect([command, await classifyShellCommand(command)]).not.toEqual([command, 'read-only']);
      },
    ),
    { numRuns: 300 },
  ),
);

test('a read-only command followed by an unknown command is unknown', options, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READS),
      fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & ', '; ! ', '; time '),
      fc.stringMatching(/^[a-z]{9,12}$/),
      async (read, join, unknown) => {
        expect(await classifyShellCommand(read + join + unknown)).toBe('unknown');
      },
    ),
    { numRuns: 100 },
  ),
);

test('a command that redirects to a file is never read-only', options, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READS),
      fc.constantFrom('>', '>>', '>|', '&>', '&>>', '>&', '2>', '1>', '<>'),
      fc.constantFrom('', ' '),
      fc.stringMatching(/^[a-z./$*"'~-]{0,3}[a-z]$/),
      async (read, operator, blank, file) => {
        const command = `${read} ${operator}${blank}${file}`;
        expect([command, await classifyShellCommand(command)]).not.toEqual([command, 'read-only']);
      },
    ),
    { numRuns: 300 },
  ),
);

test('a command of random bytes never throws, and is unknown if it contains a control character', options, () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), async (before, after) => {
      const [start, end] = [before, after].map((bytes) => Buffer.from(bytes).toString('latin1'));
      expect(['read-only', 'write', 'unknown']).toContain(await classifyShellCommand(`${start}${end}`));
      expect(await classifyShellCommand(`${start}\x07${end}`)).toBe('unknown');
    }),
    { numRuns: 300 },
  ),
);

test('a command with a random character inserted never throws', options, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READS, ...WRITES),
      fc.nat(60),
      fc.constantFrom(...'\'"`$\\(){}[]<>|&;#!*?~=\n\t\0-'),
      async (command, at, character) => {
        const changed = command.slice(0, at) + character + command.slice(at);
        expect(['read-only', 'write', 'unknown']).toContain(await classifyShellCommand(changed));
      },
    ),
    { numRuns: 400 },
  ),
);
