import { harmless, readArguments, toFlagTable, type Rule } from './shellSafetyRules.ts';
import { isHarmlessAssignment, isHarmlessVariable, toAssignment } from './shellSafetyVariables.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

/** What bash does itself, as far as it only reads. */
export const BUILTINS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [':', harmless()],
  ['cd', harmless()],
  ['exit', harmless()],
  ['return', harmless()],
  ['break', harmless()],
  ['continue', harmless()],
  ['type', harmless()],
  ['printf', printfRule],
  ['read', readRule],
  ['export', declareRule],
  ['readonly', declareRule],
  ['local', declareRule],
  ['unset', unsetRule],
  // -x expands PS4, -a and -k hand variables on, -m and the rest are nobody's.
  [
    'set',
    ({ args }) =>
      args.length > 0 && args.every(({ literal }) => /^([-+][eu]*o?|pipefail)$/.test(literal ?? ''))
        ? 'read-only'
        : 'unknown',
  ],
  ['umask', ({ args }) => (args.length === 0 ? 'read-only' : 'unknown')],
  ['[', ({ args }) => (isHarmlessTest(args.slice(0, -1)) ? 'read-only' : 'unknown')],
  ['test', ({ args }) => (isHarmlessTest(args) ? 'read-only' : 'unknown')],
  ['[[', doubleTestRule],
]);

/** `-v` and `%n` assign, and assigning to `a[$(command)]` runs the command; a width fills the memory. */
function printfRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  const format = args[0]?.literal;
  if (format === undefined || format === null || format.startsWith('-')) return 'unknown';
  return /%[-+ #0-9.*'hlqjztL]*n|%[^a-zA-Z%]*(\*|\d{5})/.test(format) ? 'unknown' : 'read-only';
}

const READ = toFlagTable({ flags: '-rs', values: '-dnN' });

function readRule({ args, hasInput }: Parameters<Rule>[0]): ReturnType<Rule> {
  const read = readArguments(args, READ);
  const isHarmless = read.kind === 'operands' && read.operands.every(isHarmlessName);
  return hasInput && isHarmless ? 'read-only' : 'unknown';
}

function declareRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  const isHarmless = (word: ShellWord): boolean => {
    // `export NAME=$value` sets one variable, `export $value` any.
    const assignment = word.splits ? null : toAssignment(word.literal ?? word.prefix);
    if (!assignment) return isHarmlessName(word);
    return isHarmlessAssignment(
      { name: assignment.name, value: { ...word, literal: word.literal && assignment.value } },
      undefined,
    );
  };
  return args.length > 0 && args.every(isHarmless) ? 'read-only' : 'unknown';
}

function unsetRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  return args.length > 0 && args.every(isHarmlessName) ? 'read-only' : 'unknown';
}

function isHarmlessName({ literal }: ShellWord): boolean {
  return literal !== null && isHarmlessVariable(literal);
}

const UNARY = /^-[bcdefghkLnprsStuwxzGNO]$/;
const BINARY = /^(=|==|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;

/**
 * `-v 'a[$(command)]'` runs the command, so no word may be taken for `-v` when it runs: in a test of one, two or three
 * words their number decides what is the operator, and that must be literal.
 */
function isHarmlessTest(words: readonly ShellWord[]): boolean {
  if (words.some(({ splits }) => splits)) return false;
  const literals = words.map(({ literal }) => literal);
  if (words.length <= 1) return true;
  if (words.length === 3 && BINARY.test(literals[1] ?? '')) return true;
  if (literals[0] === '!' && words.length <= 4) return isHarmlessTest(words.slice(1));
  if (words.length === 2) return UNARY.test(literals[0] ?? '');
  return literals.every((literal) => literal !== null && !/^-[vR]$/.test(literal));
}

/** Its operators must be literal by themselves; those that compare numbers calculate, and that may run commands. */
function doubleTestRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  return args.some(({ literal }) => /^-(v|R|eq|ne|lt|le|gt|ge)$/.test(literal ?? '')) ? 'unknown' : 'read-only';
}
