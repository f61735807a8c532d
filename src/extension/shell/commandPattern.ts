import { baseName } from '../text/paths.ts';

/** One simple command of a command line. */
export interface CommandPart {
  /** `npm test` is `['npm', 'test']`; null for a word that is only known when it runs, such as `$HOME`. */
  readonly words: readonly (string | null)[];
  /** Nothing but its words says what it does: no file that it writes into, no variable that changes what runs. */
  readonly isPlain: boolean;
  /** It sets a variable that is not known to be harmless: `GIT_EDITOR` and `BASH_ENV` name a program to others. */
  readonly setsVariables?: boolean;
  /** All that its arguments may be, as far as the line says; null if one cannot be told. Missing: what `words` say. */
  readonly texts?: readonly string[] | null;
  /** What the line holds that may become its standard input. */
  readonly input?: readonly string[];
  /** Missing if nothing is known of the command. */
  readonly verdict?: 'read-only' | 'write';
  /** How many of its first words are by themselves a command that only reads: 2 for `git diff --output=x`. */
  readonly readingHeads?: readonly number[];
}

/**
 * A pattern for the words of one simple command: `npm test *` is `npm test` and whatever follows it. A last `*` stands
 * for any number of words, one elsewhere for exactly one, and within a word for any characters.
 */
export type CommandPattern = readonly string[];

const MAX_WILDCARDS = 20;

/** Words are parted by white space; quotes keep them together. Undefined where a quote does not end. */
export function parseCommandPattern(pattern: string): CommandPattern | undefined {
  const words: readonly string[] = pattern.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (words.includes('"') || words.includes("'") || pattern.split('*').length > MAX_WILDCARDS) return undefined;
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** True where the pattern is for certain about these very words: for rules that allow. */
export function matchesCommand(
  pattern: CommandPattern,
  { words, isPlain, verdict, readingHeads }: CommandPart,
): boolean {
  const { head, isOpen } = toParts(pattern);
  // A rule for a command that reads, with any arguments, covers only those with which it is known to read.
  if (isOpen && verdict !== 'read-only' && readingHeads?.includes(head.length)) return false;
  if (!isPlain || words[0] === null || words[0] === undefined) return false;
  if (isOpen ? words.length < head.length : words.length !== head.length) return false;
  // An option that a wildcard stands for was hardly meant.
  const unnamed = words.map((word, at) => (word !== '--' && isNamed(head[at] ?? '', word ?? '') ? '' : word));
  if (redirectsRunner(commandName(words[0]).toLowerCase(), unnamed.slice(1))) return false;
  return head.every((glob, index) => matchesWord(glob, words[index] ?? null));
}

/**
 * True where the pattern may be about the command, with whatever arguments follow, also where it stands behind one that
 * only starts others (`sudo rm`) or is named by its path (`/bin/rm`): for rules that forbid. A command that is hidden
 * deeper is found by no pattern.
 */
export function mentionsCommand(pattern: CommandPattern, { words }: CommandPart): boolean {
  const { head } = toParts(pattern);
  const starter = words.findIndex((word) => word !== null && isStarter(word));
  const starts = words.map((_word, index) => index).filter((index) => index === 0 || (starter >= 0 && index > starter));
  return starts.some((start) => {
    const [first = null, ...others] = words.slice(start, start + head.length + MAX_OPTIONS);
    // What not even the program is known of has to be asked for, see `mayHideCommand`.
    if (first === null) return false;
    return withoutOptions(others).some((rest) => {
      const undecided = rest.indexOf(null);
      const known = undecided < 0 ? head : head.slice(0, undecided + 1);
      if (rest.length + 1 < known.length) return false;
      return [first, commandName(first)].some((name) =>
        known.every((glob, index) => meetsWord(glob, index === 0 ? name : (rest[index - 1] ?? null))),
      );
    });
  });
}

/** The words of a program, also without some or all of the options at their beginning, each with a value: `-C x push`. */
function withoutOptions(words: CommandPart['words']): CommandPart['words'][] {
  const isOption = (word: string | null | undefined): boolean => word?.startsWith('-') === true;
  const mayBeValue = (at: number): boolean => isOption(words[at - 1]) && !/=|^--no-/.test(words[at - 1] ?? '');
  const end = words.findIndex((word, at) => !isOption(word) && !mayBeValue(at));
  const starts = Math.min(end < 0 ? words.length : end, MAX_OPTIONS);
  return Array.from({ length: starts + 1 }, (_none, at) => words.slice(at));
}

/** Words. */
const MAX_OPTIONS = 32;

/** The words of a text that a program may take for a command: as they are, without quotes, and without escapes (`\n`). */
export function namesIn(text: string): string[][] {
  const readings = [text, text.replace(/\\\n|["'\\]/g, ''), text.replace(/\\[a-z]/g, ' ')];
  return readings.map((each) => each.split(NO_NAME).filter((name) => name !== ''));
}

const NO_NAME = /[\s"'`$(){};&|<>=,:!@#%^\\]/;

/**
 * Whether the command of a pattern may be among names: each of its words is one of them, also after a path, after letters
 * of an option (`-Irm`), or as what a wildcard may mean.
 */
export function mayMention(pattern: CommandPattern, names: readonly string[]): boolean {
  return toParts(pattern).head.every((glob) => NO_NAME.test(glob) || names.some((name) => mayMean(name, glob)));
}

function mayMean(name: string, glob: string): boolean {
  const base = commandName(name);
  if (meetsWord(glob, name) || meetsWord(glob, base)) return true;
  if (/^-\w/.test(name) && meetsWord(`*${glob}`, name.slice(1))) return true;
  return /[?[]|[^*]\*|\*[^*]/.test(base) && meetsWord(base.replace(/\[[^[\]]*\]|[?[]/g, '*'), glob);
}

/** Whether a command, or a flag, is followed by a command among its arguments. */
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

/** The option of a word, by its name. */
function isNamed(glob: string, word: string): boolean {
  return word.startsWith('-') && glob.startsWith(word.split('=')[0] ?? '');
}

/** Whether npm or the like is given an option before `--` by which it runs something else than the project says. */
export function redirectsRunner(
  name: string,
  args: readonly (string | null)[],
  options: readonly string[] = [...RUNNER_PROGRAMS, ...RUNNER_FOLDERS],
): boolean {
  if (!/^(npm|pnpm|yarn|bun)$/.test(name)) return false;
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => {
    const option = arg?.split('=')[0] ?? '';
    if (options.includes('-C') && /^-\w*C/.test(option)) return true;
    // Long options can be abbreviated.
    return /^--\w{3}/.test(option) && option !== '--global' && options.some((each) => each.startsWith(option));
  });
}

export const RUNNER_PROGRAMS = '--script-shell --shell --node-options --userconfig --globalconfig --call'.split(' ');
const RUNNER_FOLDERS = '-C --prefix --dir --cwd'.split(' ');

function toParts(pattern: CommandPattern): { readonly head: CommandPattern; readonly isOpen: boolean } {
  const isOpen = pattern.at(-1) === '*';
  return { head: isOpen ? pattern.slice(0, -1) : pattern, isOpen };
}

/** A word that is only known when it runs is for certain none. */
function matchesWord(glob: string, word: string | null): boolean {
  return word !== null && matchesStars(glob, word);
}

/** It may be any, and where a file system folds case, so is `RM` what `rm` is; a flag keeps its own. */
function meetsWord(glob: string, word: string | null): boolean {
  if (word === null || matchesStars(glob, word)) return true;
  return !word.startsWith('-') && matchesStars(glob.toLowerCase(), word.toLowerCase());
}

/** In time that grows with the text alone: what stands between two stars is taken at its first place. */
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
