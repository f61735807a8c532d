import type { ShellAssignment } from '../syntax/shellSyntax.ts';

/**
 * Variables change what runs: `PATH`, `LD_PRELOAD`, `GIT_*`, `IFS`, `HOME` (from where git takes its configuration) and
 * hundreds more. Programs read those in capitals, so only small letters are free, and these few.
 */
export function isHarmlessVariable(name: string): boolean {
  return (FREE_NAME.test(name) && !TAKEN.has(name) && !/^(npm|pnpm|yarn)_/.test(name)) || FREE.has(name);
}

/** Settings of package managers are in small letters as well. */
const FREE_NAME = /^(?!npm_|pnpm_|yarn_|\w+_proxy$)[a-z_][a-z0-9_]*$/;

/** In other shells parts of `PATH` and the like; in bash what marks history. `_` is the shell's own. */
const TAKEN = new Set('_ path cdpath fpath manpath mailpath module_path histchars status argv'.split(' '));

/** Read by programs for their looks, or by none. */
const FREE = new Set(
  (
    'NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES FILE FILES DIR NAME COUNT TOTAL RESULT LINE TZ ' +
    'NODE_ENV CI DEBUG VERBOSE PORT LOG_LEVEL RUST_LOG RUST_BACKTRACE PYTHONUNBUFFERED'
  ).split(' '),
);

/** Variables with the only values that are harmless. */
const VALUES: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
};

/**
 * In a locale such as GBK, bash reads a backslash or a quote as half of a character, and so another command than the one
 * that was judged.
 */
export function isPlainLocale(value: string): boolean {
  return /^(|C|POSIX|(C|[a-z]{2,3}(_[A-Z]{2})?)\.(UTF-8|utf-?8))$/.test(value);
}

export function isLocaleVariable(name: string): boolean {
  return /^(LANG|LANGUAGE|LC_[A-Z]+)$/.test(name);
}

/** Of an assignment before the program `program`, or by itself if that is undefined. */
export function isHarmlessAssignment({ name, value }: ShellAssignment, program: string | undefined): boolean {
  if (isHarmlessVariable(name)) return true;
  if (isLocaleVariable(name)) return value.literal !== null && isPlainLocale(value.literal);
  if (name === 'IFS') return program === 'read';
  return Object.hasOwn(VALUES, name) && value.literal === VALUES[name];
}

/** `NAME=value` as a word; null if it is something else. */
export function toAssignment(literal: string): { readonly name: string; readonly value: string } | null {
  const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(literal);
  return found ? { name: found[1] ?? '', value: found[2] ?? '' } : null;
}

/**
 * Whether a command that only reads may use a variable. All others may be secrets, such as `DATABASE_URL`, or change what
 * bash, the loader or a program does. Names in small letters are a script's own.
 */
export function isUsable(name: string): boolean {
  return isPassedOn(name) || (FREE_NAME.test(name) && !TAKEN.has(name));
}

/** Whether such a command gets the user's own value of a variable. A script gives those in small letters their value. */
export function isPassedOn(name: string): boolean {
  return KNOWN.has(name);
}

const KNOWN = new Set(
  (
    'HOME PWD OLDPWD USER LOGNAME HOSTNAME HOSTTYPE OSTYPE MACHTYPE UID EUID SHLVL RANDOM SECONDS LINENO COLUMNS LINES ' +
    'LANG LANGUAGE LC_ALL LC_CTYPE TZ TERM COLORTERM NO_COLOR SHELL EDITOR VISUAL PAGER CI NODE_ENV NODE_VERSION ' +
    'VIRTUAL_ENV CONDA_DEFAULT_ENV GOPATH GOROOT JAVA_HOME CARGO_HOME RUSTUP_HOME NVM_DIR TMPDIR XDG_DATA_HOME ' +
    'FORCE_COLOR CLICOLOR CLICOLOR_FORCE FILE FILES DIR NAME COUNT TOTAL RESULT LINE'
  ).split(' '),
);
