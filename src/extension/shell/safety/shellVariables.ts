import type { ShellAssignment } from '../syntax/shellSyntax.ts';

/**
 * Whether any command may set the variable, because its value does not change what runs. Variables such as `PATH`,
 * `LD_PRELOAD`, `GIT_*`, `IFS`, `HOME` (where git finds its configuration) and hundreds more change what runs. Almost
 * all of their names are in capitals. Names in small letters are harmless, except those in `HARMFUL_LOWERCASE` and the
 * settings of package managers and proxies. Of the names in capitals, only those in `HARMLESS_UPPERCASE` are harmless.
 */
export function isHarmlessVariable(name: string): boolean {
  return (LOWERCASE_NAME.test(name) && !HARMFUL_LOWERCASE.has(name)) || HARMLESS_UPPERCASE.has(name);
}

/** Names in small letters, except the settings of package managers and proxies. */
const LOWERCASE_NAME = /^(?!npm_|pnpm_|yarn_|\w+_proxy$)[a-z_][a-z0-9_]*$/;

/**
 * Names in small letters that are not harmless: `histchars` in bash, the shell's own `_`, and variables of other
 * shells, such as `path`, which changes `PATH` in zsh.
 */
const HARMFUL_LOWERCASE = new Set('_ path cdpath fpath manpath mailpath module_path histchars status argv'.split(' '));

/** Variables that only change a program's output or mode, or that programs do not read. */
const HARMLESS_UPPERCASE = new Set(
  (
    'NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES FILE FILES DIR NAME COUNT TOTAL RESULT LINE TZ ' +
    'NODE_ENV CI DEBUG VERBOSE PORT LOG_LEVEL RUST_LOG RUST_BACKTRACE PYTHONUNBUFFERED'
  ).split(' '),
);

/** Variables that are harmless only with the given value. */
const VALUES: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
};

/**
 * Whether the value names a safe locale. In a locale such as GBK, bash can read a backslash as half of a character, and
 * would then run a different command than the one that was judged.
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
  return Object.hasOwn(VALUES, name) && value.literal === VALUES[name];
}

/** Parses a word of the form `NAME=value`; null for any other word. */
export function toAssignment(literal: string): { readonly name: string; readonly value: string } | null {
  const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(literal);
  return found ? { name: found[1] ?? '', value: found[2] ?? '' } : null;
}

/**
 * Whether a command that only reads may use a variable's value. Variables in small letters belong to the script, except
 * those in `HARMFUL_LOWERCASE` and the settings of package managers and proxies. Any other variable that is not in
 * `PASSED_ON` may be a secret, such as `DATABASE_URL`, or change what a program does.
 */
export function isUsable(name: string): boolean {
  return isPassedOn(name) || (LOWERCASE_NAME.test(name) && !HARMFUL_LOWERCASE.has(name));
}

/**
 * Whether a read-only command that uses this variable gets the user's value. Variables in small letters get their
 * value in the script.
 */
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
