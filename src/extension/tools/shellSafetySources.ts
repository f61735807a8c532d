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
 * Whether what a command prints can be handed on as names of files. A file may be called `a /dev/zero`, with a folder
 * `a ` before it, and bash and `xargs` take that for two names: so they are names without a slash, words that stand in
 * the command line, or, with `isWhole`, paths that end in a null character.
 */
export function isPlainSource({ program, args }: RunProgram, isWhole: boolean): boolean {
  const literals = args.map(({ literal }) => literal ?? '');
  if (!args.every(({ literal }) => literal !== null)) return false;
  const flags = literals.filter((each) => each.startsWith('-'));
  const operands = literals.filter((each) => !each.startsWith('-'));
  const isBelow = operands.every((each) => !/^[/~]|(^|\/)\.\.(\/|$)/.test(each));
  switch (program) {
    case 'echo':
      return !isWhole && flags.length === 0 && !literals.some((each) => each.includes('\\'));
    case 'printf':
      // Whole lines: two of less would be joined.
      return PRINTED.test(literals[0] ?? '') && !literals.slice(1).some((each) => each.includes('\\'));
    case 'ls':
      return !isWhole && !flags.some((each) => /^-\w*R|^--r/.test(each));
    case 'find':
      return (
        isWhole &&
        isBelow &&
        literals.at(-1) === '-print0' &&
        !literals.some((each) => /^-(print|printf|ls)$/.test(each))
      );
    case 'head':
      return literals.every((each) => /^-?n?\d*$/.test(each));
    case 'wc':
      return operands.length === 0;
    case 'cat':
    case 'sort':
    case 'uniq':
      return !isWhole && operands.length === 0;
    case 'tail':
      return !isWhole && literals.every((each) => /^-?n?\d*$/.test(each));
    case 'grep':
    case 'rg':
    case 'egrep':
    case 'fgrep':
      if (isWhole)
        return (
          isBelow && flags.some((each) => /^-\w*[lL]/.test(each)) && flags.some((each) => /^(-Z|--null)$/.test(each))
        );
      return operands.length === 1 && flags.every((each) => /^-[vEFinwx]+$/.test(each));
    case 'git':
      return listsNames(args, isWhole);
    default:
      return SILENT.has(program);
  }
}

/** Builtins and programs that print nothing, or a word without a slash. */
const SILENT = new Set([
  '',
  ':',
  'true',
  'false',
  'cd',
  'exit',
  'return',
  'break',
  'continue',
  'read',
  'export',
  'readonly',
  'local',
  'unset',
  'set',
  '[',
  'test',
  '[[',
  'pwd',
  'basename',
  'whoami',
  'uname',
  'arch',
  'nproc',
]);

const PRINTED = /^(%s|[^%\\]+(\\n[^%\\]+)*)\\[n0]$/;

function listsNames(args: readonly ShellWord[], isWhole: boolean): boolean {
  const command = findGitCommand(args);
  const literals = command?.args.map(({ literal }) => literal ?? '') ?? [];
  if (command?.name === 'rev-parse') return literals.length === 1 && literals[0] === '--show-toplevel';
  if (!isWhole || !literals.includes('-z') || command?.folders.length !== 0) return false;
  return command.name === 'ls-files' || (command.name === 'diff' && literals.includes('--name-only'));
}
