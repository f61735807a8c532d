import type { ShellAssignment } from '../syntax/shellSyntax.ts';

/**
 * True if the variable's value does not change what runs, so any command may set it. Variables that change what
 * runs (`PATH`, `LD_PRELOAD`, `GIT_*` and hundreds more) almost all have names in capitals. Therefore a name in
 * capitals is harmless only if it is listed.
 */
export function isHarmlessVariable(name: string): boolean {
  return (LOWERCASE_NAME.test(name) && !HARMFUL_LOWERCASE.has(name)) || HARMLESS_UPPERCASE.has(name);
}

/** Excludes the settings of package managers and proxies. */
const LOWERCASE_NAME = /^(?!npm_|pnpm_|yarn_|\w+_proxy$)[a-z_][a-z0-9_]*$/;

/** `histchars` and `_` in bash, and variables of other shells, such as `path`, which changes `PATH` in zsh. */
const HARMFUL_LOWERCASE = new Set('_ path cdpath fpath manpath mailpath module_path histchars status argv'.split(' '));

/** Variables that change at most a program's output or mode. */
const HARMLESS_UPPERCASE = new Set(
  (
    'NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES FILE FILES DIR NAME COUNT TOTAL RESULT LINE TZ ' +
    'NODE_ENV CI DEBUG VERBOSE PORT LOG_LEVEL RUST_LOG RUST_BACKTRACE PYTHONUNBUFFERED'
  ).split(' '),
);

/** Variables that are harmless only with this value. */
const HARMLESS_VALUES: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
};

/**
 * Whether the value names a safe locale. In a locale such as GBK, bash can read a backslash as half of a character, and
 * would run another command than the judged one.
 */
export function isPlainLocale(value: string): boolean {
  return /^(|C|POSIX|(C|[a-z]{2,3}(_[A-Z]{2})?)\.(UTF-8|utf-?8))$/.test(value);
}

export function isLocaleVariable(name: string): boolean {
  return /^(LANG|LANGUAGE|LC_[A-Z]+)$/.test(name);
}

/** Whether an assignment is harmless before `program`, or on its own if `program` is undefined. */
export function isHarmlessAssignment({ name, value }: ShellAssignment, program: string | undefined): boolean {
  if (isHarmlessVariable(name)) return true;
  if (isLocaleVariable(name)) return value.literal !== null && isPlainLocale(value.literal);
  if (name === 'IFS') return program === 'read';
  return Object.hasOwn(HARMLESS_VALUES, name) && value.literal === HARMLESS_VALUES[name];
}

/** Null for a word that is not `NAME=value`. */
export function toAssignment(literal: string): { readonly name: string; readonly value: string } | null {
  const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(literal);
  return found ? { name: found[1] ?? '', value: found[2] ?? '' } : null;
}

/**
 * Whether a read-only command may use the variable. Variables in small letters belong to the script. Any other variable
 * that is not in `PASSED_ON` may be a secret (`DATABASE_URL`), or change what a program does.
 */
export function isUsable(name: string): boolean {
  return isPassedOn(name) || (LOWERCASE_NAME.test(name) && !HARMFUL_LOWERCASE.has(name));
}

/** Whether a read-only command gets the user's value of this variable. */
export function isPassedOn(name: string): boolean {
  return PASSED_ON.has(name);
}

const PASSED_ON = new Set(
  (
    'HOME PWD OLDPWD USER LOGNAME HOSTNAME HOSTTYPE OSTYPE MACHTYPE UID EUID SHLVL RANDOM SECONDS LINENO COLUMNS LINES ' +
    'LANG LANGUAGE LC_ALL LC_CTYPE TZ TERM COLORTERM NO_COLOR SHELL EDITOR VISUAL PAGER CI NODE_ENV NODE_VERSION ' +
    'VIRTUAL_ENV CONDA_DEFAULT_ENV GOPATH GOROOT JAVA_HOME CARGO_HOME RUSTUP_HOME NVM_DIR TMPDIR XDG_DATA_HOME ' +
    'FORCE_COLOR CLICOLOR CLICOLOR_FORCE FILE FILES DIR NAME COUNT TOTAL RESULT LINE'
  ).split(' '),
);
