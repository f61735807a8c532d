import type { ShellAssignment } from './shellSyntax.ts';

/**
 * Variables change what runs: `PATH`, `LD_PRELOAD`, `GIT_*`, `IFS`, `HOME` (from where git takes its configuration) and
 * hundreds more. Programs read those in capitals, so only small letters are free, and these few.
 */
export function isHarmlessVariable(name: string): boolean {
  return FREE_NAME.test(name) && !TAKEN.has(name) ? true : /^(LANG|LC_[A-Z]+|TZ)$/.test(name) || FREE.has(name);
}

const FREE_NAME = /^[a-z_][a-z0-9_]*$/;

/** In other shells parts of `PATH` and the like; in bash what marks history. `_` is the shell's own. */
const TAKEN = new Set('_ path cdpath fpath manpath mailpath module_path histchars status argv'.split(' '));

/** Read by programs for their looks, or by none. */
const FREE = new Set(
  'NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES FILE FILES DIR NAME COUNT TOTAL RESULT LINE'.split(' '),
);

/** Variables with the only values that are harmless. */
const VALUES: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
};

/** Of an assignment before the program `program`, or by itself where that is undefined. */
export function isHarmlessAssignment({ name, value }: ShellAssignment, program: string | undefined): boolean {
  if (isHarmlessVariable(name)) return true;
  if (name === 'IFS') return program === 'read';
  return Object.hasOwn(VALUES, name) && value.literal === VALUES[name];
}

/** `NAME=value` as a word; null where it is something else. */
export function toAssignment(literal: string): { readonly name: string; readonly value: string } | null {
  const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(literal);
  return found ? { name: found[1] ?? '', value: found[2] ?? '' } : null;
}

/**
 * Whether a command that only reads is given the variable as the user has it, should it use its value. Others change
 * what bash, the loader or a program that reads does, or are secrets by their names.
 */
export function isPassedOn(name: string): boolean {
  return !CHANGING.test(name) && !SECRET.test(name);
}

const CHANGING =
  /^(PATH$|BASH|ENV$|SHELLOPTS|IFS|PS\d|PROMPT|CDPATH|GLOBIGNORE|FUNCNEST|EXECIGNORE|POSIXLY|LD_|DYLD_|_RLD|MALLOC|GLIBC|GCONV|LOCPATH|NLSPATH|GIT_|RIPGREP|GREP_OPT|JQ|AWK|GAWK|DIFF|PERL|MAGIC|PS_|CMD_ENV|HOSTALIASES|RES_OPT|XDG_CONFIG)/i;
const SECRET = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|AUTH(?!OR)|COOKIE/;
