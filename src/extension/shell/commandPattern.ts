import { baseName } from '../text/paths.ts';

/** One simple command of a command line. */
export interface CommandPart {
  /** `npm test` is `['npm', 'test']`; null for a word that is known only when the command runs, such as `$HOME`. */
  readonly words: readonly (string | null)[];
  /**
   * True if only the words determine what the command does: it has no assignment, its redirections only join output
   * streams or use `/dev/null`, and the line does not change what a program's name means.
   */
  readonly isPlain: boolean;
  /**
   * True if the command may set a variable, an option or an alias that is not known to be harmless. `GIT_EDITOR` and
   * `BASH_ENV` name a program to run.
   */
  readonly setsVariables?: boolean;
  /** All possible values of the arguments; null if one value is unknown. If missing, use `words`. */
  readonly texts?: readonly string[] | null;
  /** Texts that may become the command's standard input. */
  readonly input?: readonly string[];
  /** Missing if the verdict is unknown. */
  readonly verdict?: 'read-only' | 'write';
  /**
   * The lengths, in words, of the beginnings of this command that only read: 2 for `git diff --output=x`, because `git
   * diff` only reads. A beginning that lacks a pattern (`grep`) or a script (`sed`) is judged as if one followed. See
   * `readingHeads` in `shellSafety.ts`.
   */
  readonly readingHeads?: readonly number[];
}

/**
 * A pattern for the words of one simple command, such as `npm test *`. As the last word, `*` matches any number of
 * words. As any other word, `*` matches exactly one word. Within a word, `*` matches any characters.
 */
export type CommandPattern = readonly string[];

const MAX_WILDCARDS = 20;

/** Undefined if a quote does not end or there are too many stars. */
export function parseCommandPattern(pattern: string): CommandPattern | undefined {
  const words: readonly string[] = pattern.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (words.includes('"') || words.includes("'") || pattern.split('*').length > MAX_WILDCARDS) return undefined;
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** For rules that allow commands: true if the pattern certainly matches. */
export function matchesCommand(
  pattern: CommandPattern,
  { words, isPlain, verdict, readingHeads }: CommandPart,
): boolean {
  const { head, isOpen } = toParts(pattern);
  // `git diff *` must not allow `git diff --output=x`.
  if (isOpen && verdict !== 'read-only' && readingHeads?.includes(head.length)) return false;
  if (!isPlain || words[0] === null || words[0] === undefined) return false;
  if (isOpen ? words.length < head.length : words.length !== head.length) return false;
  // If a runner (npm) gets a flag to run other programs or to use another folder, the pattern must name that flag.
  const unnamed = words.map((word, at) => (word !== '--' && isNamed(head[at] ?? '', word ?? '') ? '' : word));
  if (redirectsRunner(commandName(words[0]).toLowerCase(), unnamed.slice(1))) return false;
  return head.every((glob, index) => certainlyMatches(glob, words[index] ?? null));
}

/**
 * For rules that forbid commands: true if the pattern may match, whatever arguments follow. Also finds a command after
 * a starter (`sudo rm`) or with a path (`/bin/rm`). `mayHideCommand` finds commands that are hidden in other ways.
 */
export function mentionsCommand(pattern: CommandPattern, { words }: CommandPart): boolean {
  const { head } = toParts(pattern);
  const starter = words.findIndex((word) => word !== null && isStarter(word));
  const starts = words.map((_word, index) => index).filter((index) => index === 0 || (starter >= 0 && index > starter));
  return starts.some((start) => {
    const [first = null, ...others] = words.slice(start, start + head.length + MAX_FLAGS);
    // `mayHideCommand` returns true for a program that is known only at run time, so the user is asked.
    if (first === null) return false;
    return withoutFlags(others).some((rest) => {
      const undecided = rest.indexOf(null);
      const known = undecided < 0 ? head : head.slice(0, undecided + 1);
      if (rest.length + 1 < known.length) return false;
      return [first, commandName(first)].some((name) =>
        known.every((glob, index) => mayMatch(glob, index === 0 ? name : (rest[index - 1] ?? null))),
      );
    });
  });
}

/**
 * Returns the arguments of a program, and all lists that remain if some or all of the leading flags and their values
 * are left out: `push` for `-C x push`.
 */
function withoutFlags(words: CommandPart['words']): CommandPart['words'][] {
  const isFlag = (word: string | null | undefined): boolean => word?.startsWith('-') === true;
  const mayBeValue = (at: number): boolean => isFlag(words[at - 1]) && !/=|^--no-/.test(words[at - 1] ?? '');
  const end = words.findIndex((word, at) => !isFlag(word) && !mayBeValue(at));
  const starts = Math.min(end < 0 ? words.length : end, MAX_FLAGS);
  return Array.from({ length: starts + 1 }, (_none, at) => words.slice(at));
}

const MAX_FLAGS = 32;

/**
 * Splits a text into words, in three ways: unchanged, without quotes and backslashes, and with a blank in place of each
 * escape (`\n`). A program may run the text as a command.
 */
export function namesIn(text: string): string[][] {
  const readings = [text, text.replace(/\\\n|["'\\]/g, ''), text.replace(/\\[a-z]/g, ' ')];
  return readings.map((each) => each.split(NAME_SEPARATOR).filter((name) => name !== ''));
}

const NAME_SEPARATOR = /[\s"'`$(){};&|<>=,:!@#%^\\]/;

/**
 * Whether these names may contain the command of a pattern, also as the end of a path, after the letter of a flag
 * (`-Irm`), or through a wildcard in the name. Words of the pattern with a separator are skipped, because a name never
 * contains a separator.
 */
export function mayMention(pattern: CommandPattern, names: readonly string[]): boolean {
  return toParts(pattern).head.every((glob) => NAME_SEPARATOR.test(glob) || names.some((name) => mayMean(name, glob)));
}

function mayMean(name: string, glob: string): boolean {
  const base = commandName(name);
  if (mayMatch(glob, name) || mayMatch(glob, base)) return true;
  if (/^-\w/.test(name) && mayMatch(`*${glob}`, name.slice(1))) return true;
  return /[?[]|[^*]\*|\*[^*]/.test(base) && mayMatch(base.replace(/\[[^[\]]*\]|[?[]/g, '*'), glob);
}

/** Whether a command or a flag takes another command as its arguments. */
export function isStarter(word: string): boolean {
  const name = commandName(word).toLowerCase();
  return STARTERS.has(name) || /^ld(-linux.*|64)?\.so/.test(name);
}

const STARTERS = new Set(
  [
    'sudo doas pkexec env command builtin exec coproc nohup nice ionice chrt taskset time timeout stdbuf unbuffer setsid',
    'xargs parallel watch busybox toybox strace ltrace valgrind chroot unshare nsenter setpriv flock fakeroot proot',
    'bwrap firejail xvfb-run dbus-run-session systemd-run runuser su caffeinate -exec -execdir -ok -okdir',
    'setarch linux32 linux64 i386 x86_64 arch prlimit runcon numactl chpst softlimit setuidgid envdir gosu su-exec tini',
    'dumb-init catchsegv perf ltrace entr watchexec direnv docker podman nerdctl kubectl npx bunx uvx pnpx npm pnpm yarn',
    'bun uv poetry pipenv pdm hatch rye conda mamba micromamba mise asdf rtx nix bundle rbenv pyenv nodenv',
  ]
    .join(' ')
    .split(' '),
);

export function commandName(word: string): string {
  return baseName(word.replaceAll('\\', '/')).replace(/\.(exe|cmd|bat)$/i, '');
}

/** Whether the pattern's word names the flag, with or without its value. */
function isNamed(glob: string, word: string): boolean {
  return word.startsWith('-') && glob.startsWith(word.split('=')[0] ?? '');
}

/** Whether npm or a similar runner gets a flag before `--` that makes it run other programs or use another folder. */
export function redirectsRunner(
  name: string,
  args: readonly (string | null)[],
  flags: readonly string[] = [...RUNNER_PROGRAM_FLAGS, ...RUNNER_FOLDER_FLAGS],
): boolean {
  if (!/^(npm|pnpm|yarn|bun)$/.test(name)) return false;
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => {
    const flag = arg?.split('=')[0] ?? '';
    if (flags.includes('-C') && /^-\w*C/.test(flag)) return true;
    // Long flags can be abbreviated.
    return /^--\w{3}/.test(flag) && flag !== '--global' && flags.some((each) => each.startsWith(flag));
  });
}

export const RUNNER_PROGRAM_FLAGS = '--script-shell --shell --node-options --userconfig --globalconfig --call'.split(
  ' ',
);
const RUNNER_FOLDER_FLAGS = '-C --prefix --dir --cwd'.split(' ');

function toParts(pattern: CommandPattern): { readonly head: CommandPattern; readonly isOpen: boolean } {
  const isOpen = pattern.at(-1) === '*';
  return { head: isOpen ? pattern.slice(0, -1) : pattern, isOpen };
}

/** Null, a word that is known only when the command runs, never certainly matches. */
function certainlyMatches(glob: string, word: string | null): boolean {
  return word !== null && matchesStars(glob, word);
}

/**
 * An unknown word (null) may match. Flags are case-sensitive. Case is ignored in all other words, because on some file
 * systems, `RM` runs `rm`.
 */
function mayMatch(glob: string, word: string | null): boolean {
  if (word === null || matchesStars(glob, word)) return true;
  return !word.startsWith('-') && matchesStars(glob.toLowerCase(), word.toLowerCase());
}

/** Linear time, because the text between two stars is matched at its first occurrence. */
function matchesStars(glob: string, text: string): boolean {
  const [start = '', ...others] = glob.split('*');
  const end = others.pop();
  if (end === undefined) return text === glob;
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const middle of others) {
    const found = text.indexOf(middle, at);
    if (found < 0) return false;
    at = found + middle.length;
  }
  return at <= text.length - end.length;
}
