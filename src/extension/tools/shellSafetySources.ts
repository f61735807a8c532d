import { findGitCommand } from './shellSafetyGit.ts';
import type { SimpleCommand } from './shellSyntax.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

/** What a command runs in the end. */
export interface RunProgram {
  /** Empty where nothing is run. */
  readonly program: string;
  readonly args: readonly ShellWord[];
  /** Its last arguments are what another command prints. */
  readonly takesNames: boolean;
}

export type Unwrapper = (command: SimpleCommand) => RunProgram;

/** Programs and builtins that open none of the files they are given. */
const NO_OPENERS = new Set(
  (
    'echo printf true false pwd basename dirname ls stat du df readlink realpath find fd tree uname whoami id groups ' +
    'uptime arch nproc locale ps expr seq which date tr hostname getconf free ' +
    ': cd exit return break continue type read export readonly local unset set umask [ test [['
  ).split(' '),
);

export function isNoOpener(program: string): boolean {
  return program === '' || NO_OPENERS.has(program);
}

/**
 * Whether what a command prints are names of files below those it was given, words that stand in the command line, or
 * whole lines of its input: nothing that a file says, and nothing put together anew.
 */
export function isPlainSource({ program, args }: RunProgram): boolean {
  const literals = args.map(({ literal }) => literal ?? '');
  const isLiteral = args.every(({ literal }) => literal !== null);
  const flags = literals.filter((each) => each.startsWith('-'));
  const operands = args.filter(({ literal, prefix }) => !(literal ?? prefix).startsWith('-'));
  switch (program) {
    case 'echo':
      return isLiteral && flags.length === 0 && !literals.some((each) => each.includes('\\'));
    case 'printf':
      // Whole lines: two of less would be joined.
      return isLiteral && PRINTED.test(literals[0] ?? '') && !literals.slice(1).some((each) => each.includes('\\'));
    case 'find':
      return !literals.some((each) => /^-(printf|ls)/.test(each));
    case 'date':
    case 'expr':
    case 'tr':
    case 'seq':
      return false;
    case 'cat':
    case 'sort':
    case 'uniq':
      return operands.length === 0;
    case 'head':
    case 'tail':
      return isLiteral && literals.every((each) => /^-?n?\d*$/.test(each));
    case 'grep':
    case 'rg':
    case 'egrep':
    case 'fgrep':
      if (flags.some((each) => /^-\w*[lL]|^--files/.test(each))) return true;
      return operands.length === 1 && isLiteral && flags.every((each) => /^-[vEFinwx]+$/.test(each));
    case 'git':
      return listsNames(args);
    default:
      return isNoOpener(program);
  }
}

const PRINTED = /^(%s|[^%\\]+(\\n[^%\\]+)*)\\[n0]$/;

function listsNames(args: readonly ShellWord[]): boolean {
  const command = findGitCommand(args);
  const literals = command?.args.map(({ literal }) => literal ?? '') ?? [];
  const hasFlag = (pattern: RegExp): boolean => literals.some((each) => pattern.test(each));
  switch (command?.name) {
    case 'ls-files':
      return true;
    case 'grep':
      return hasFlag(/^-\w*[lL]|^--(files|name)/);
    case 'ls-tree':
    case 'diff':
      return hasFlag(/^--name-only$/);
    case 'rev-parse':
      return hasFlag(/^--(show-toplevel|git-dir|show-prefix)$/) && literals.length === 1;
    default:
      return false;
  }
}
