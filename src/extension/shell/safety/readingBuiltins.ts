import {
  readArguments,
  READS,
  readerRule,
  toTable,
  UNKNOWN,
  type PathUse,
  type Reading,
  type Rule,
} from './programSpec.ts';
import { isHarmlessAssignment, isHarmlessVariable, toAssignment } from './shellVariables.ts';
import type { ShellWord } from '../syntax/shellSyntaxWord.ts';

const alwaysReads: Rule = () => READS;

export const BUILTINS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [':', alwaysReads],
  ['exit', alwaysReads],
  ['return', alwaysReads],
  ['break', alwaysReads],
  ['continue', alwaysReads],
  ['type', alwaysReads],
  ['cd', readerRule({ operands: 'name', most: 1, flags: '-LP' })],
  ['printf', printfRule],
  ['read', readRule],
  ['export', declareRule],
  ['readonly', declareRule],
  ['local', declareRule],
  ['unset', ({ args }) => readOnlyIf(args.length > 0 && args.every(isHarmlessName))],
  // Left out: -x (expands PS4), -a and -k (export variables).
  [
    'set',
    ({ args }) =>
      readOnlyIf(args.length > 0 && args.every(({ literal }) => /^([-+][eu]*o?|pipefail)$/.test(literal ?? ''))),
  ],
  ['umask', ({ args }) => readOnlyIf(args.length === 0)],
  ['[', ({ args }) => testReading(args.slice(0, -1))],
  ['test', ({ args }) => testReading(args)],
  ['[[', doubleTestRule],
]);

function readOnlyIf(isReading: boolean, uses: readonly PathUse[] = []): Reading {
  return isReading ? { verdict: 'read-only', uses } : UNKNOWN;
}

/**
 * Excludes `-v` and `%n`, which assign a variable, because assigning to `a[$(command)]` runs the command. Excludes
 * `%*`, because a large width fills the memory.
 */
function printfRule({ args }: Parameters<Rule>[0]): Reading {
  const format = args[0]?.literal;
  if (format === undefined || format === null || format.startsWith('-')) return UNKNOWN;
  return readOnlyIf(!/%[-+ #0-9.*'hlqjztL]*n|%[^a-zA-Z%]*\*/.test(format));
}

const READ_OPTIONS = toTable({ operands: 'text', flags: '-rs', values: '-dnN' });

function readRule({ args, hasInput }: Parameters<Rule>[0]): Reading {
  const read = readArguments(args, READ_OPTIONS);
  if (read.kind !== 'parsed') return UNKNOWN;
  // A loop that reads zero characters each time does not end.
  const takesSome = ['-n', '-N'].every((flag) => /^[1-9]/.test(read.flags.get(flag) ?? '1'));
  return readOnlyIf(hasInput && takesSome && read.operands.every(isHarmlessName));
}

function declareRule({ args }: Parameters<Rule>[0]): Reading {
  const isHarmless = (word: ShellWord): boolean => {
    // `export NAME=$value` sets one variable; `export $value` may set any.
    const assignment = word.splits ? null : toAssignment(word.literal ?? word.prefix);
    if (!assignment) return isHarmlessName(word);
    const value = { ...word, literal: word.literal && assignment.value };
    return isHarmlessAssignment({ name: assignment.name, value }, undefined);
  };
  return readOnlyIf(args.length > 0 && args.every(isHarmless));
}

function isHarmlessName({ literal }: ShellWord): boolean {
  return literal !== null && isHarmlessVariable(literal);
}

const UNARY = /^-[bcdefghkLnprsStuwxzGNO]$/;
const BINARY = /^(=|==|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const OF_FILES = /^-([bcdefghkLprsStuwxGNO]|nt|ot|ef)$/;

function testReading(args: readonly ShellWord[]): Reading {
  return readOnlyIf(isHarmlessTest(args), filesInTest(args));
}

/**
 * `-v 'a[$(command)]'` runs the command, so a word must not become the operator `-v` when the test runs. In a test of
 * up to three words (not counting a leading `!`), the number of words determines which word is the operator, and only
 * the operator must be literal. In any other test, all words must be literal.
 */
function isHarmlessTest(args: readonly ShellWord[]): boolean {
  if (args.some(({ splits }) => splits)) return false;
  const literals = args.map(({ literal }) => literal);
  if (args.length <= 1) return true;
  if (args.length === 3 && BINARY.test(literals[1] ?? '')) return true;
  if (literals[0] === '!' && args.length <= 4) return isHarmlessTest(args.slice(1));
  if (args.length === 2) return UNARY.test(literals[0] ?? '');
  return literals.every((literal) => literal !== null && !/^-[vR]$/.test(literal));
}

/** Excludes `-v`, `-R` and comparisons of numbers, because evaluating their operands may run commands. */
function doubleTestRule({ args }: Parameters<Rule>[0]): Reading {
  const isHarmless = !args.some(({ literal }) => /^-(v|R|eq|ne|lt|le|gt|ge)$/.test(literal ?? ''));
  return readOnlyIf(isHarmless, filesInTest(args));
}

function filesInTest(args: readonly ShellWord[]): PathUse[] {
  const isOperator = (word: ShellWord | undefined): boolean => OF_FILES.test(word?.literal ?? '');
  const named = args.filter((word, at) => !isOperator(word) && (isOperator(args[at - 1]) || isOperator(args[at + 1])));
  return named.map((word) => ({ word, access: 'name' }));
}
